"""The addresses of the site, and one with an answer that Django sends in several pieces."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import urlpatterns as site


def large(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("large " * 50_000)


urlpatterns = [path("large/", large), *site]
