"""The languages one can choose: those that we have texts for."""

from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest


@cache  # looks for files: 63 µs for every page
def choices() -> list[tuple[str, str]]:
    """Return code and name; English needs no catalogue, the others are offered when they have one."""
    return [
        (code, name)
        for code, name in settings.LANGUAGES
        if code == settings.LANGUAGE_CODE or _has_catalogue(code)
    ]


def _has_catalogue(code: str) -> bool:
    folders = map(Path, settings.LOCALE_PATHS)
    return any((folder / code / "LC_MESSAGES" / "django.mo").exists() for folder in folders)


def offered(_request: HttpRequest) -> dict[str, list[tuple[str, str]]]:
    """Context processor: the shell's list of languages."""
    return {"languages": choices()}
