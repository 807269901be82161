from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.registry import titles


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """For strangers: what this is."""
    return render(request, "front.html", {"titles": list(titles().values())})
