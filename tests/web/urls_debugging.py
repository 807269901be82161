"""The addresses as they are while debugging, which tests do not."""

from django.urls import path

from config import mails
from config.urls import urlpatterns as addresses

urlpatterns = [
    *addresses,
    path("mails/", mails.mails, name="mails"),
    path("mails/<str:name>/", mails.mail_as_html, name="mail_as_html"),
]
