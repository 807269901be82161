from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.views.decorators.http import require_safe

from games.engine.registry import titles


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Name the titles found."""
    names = format_html_join("", "<li>{}</li>", ((title.name,) for title in titles().values()))
    return HttpResponse(
        format_html(
            '<!doctype html><html lang="en"><title>Adit</title><h1>Adit</h1><ul>{}</ul></html>',
            names,
        )
    )
