"""Every address of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView, TemplateView

from config import mails
from games.pages.sharing import shared_by_strangers

about = shared_by_strangers(TemplateView.as_view(template_name="about.html"))
manners = shared_by_strangers(TemplateView.as_view(template_name="manners.html"))

urlpatterns = [
    path("about/", about, name="about"),
    path("manners/", manners, name="manners"),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.account.urls")),
    # One way to a new password, which ends other log-ins and their sockets.
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]
if settings.DEBUG:
    urlpatterns += [
        path("mails/", mails.mails, name="mails"),
        path("mails/<str:name>/", mails.mail_as_html, name="mail_as_html"),
    ]
