"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]
