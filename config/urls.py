"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

urlpatterns = [
    path("about/", TemplateView.as_view(template_name="about.html"), name="about"),
    path("manners/", TemplateView.as_view(template_name="manners.html"), name="manners"),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]
