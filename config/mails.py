"""While debugging without a mail server: mails are kept in a folder, and `/mails/` shows them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage as Parsed
from pathlib import Path

from csp.decorators import csp_exempt
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

KEPT = 50


def _folder() -> Path:
    return Path(settings.MAILS_FOLDER)


class KeepingBackend(BaseEmailBackend):
    """Keeps the last mails, one a file, oldest name first."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        _folder().mkdir(mode=0o700, exist_ok=True)
        for mail in email_messages:
            name = f"{time.time_ns()}.eml"
            (_folder() / name).write_bytes(mail.message().as_bytes())
        for old in _files()[KEPT:]:
            old.unlink(missing_ok=True)
        return len(email_messages)


def _files() -> list[Path]:
    """The newest first."""
    return sorted(_folder().glob("*.eml"), reverse=True)


def _parsed(file: Path) -> Parsed:
    return message_from_bytes(file.read_bytes(), policy=policy.default)


@require_safe
def mails(request: HttpRequest) -> HttpResponse:
    """All that were sent. Addresses in plain text lead where they say."""
    kept = [(file.stem, _parsed(file)) for file in _files()]
    shown = [
        {
            "id": stem,
            "to": mail["To"],
            "subject": mail["Subject"],
            "date": mail["Date"],
            "text": _body(mail, "plain"),
            "is_html": mail.get_body(("html",)) is not None,
        }
        for stem, mail in kept
    ]
    return render(request, "mails/all.html", {"mails": shown})


@csp_exempt()  # type: ignore[arg-type]  # it takes views of any addresses
@require_safe
def mail_as_html(_request: HttpRequest, name: str) -> HttpResponse:
    """One mail as its reader sees it. It styles itself, which our own pages never do."""
    file = next((kept for kept in _files() if kept.stem == name), None)
    if file is None:
        raise Http404
    answer = HttpResponse(_body(_parsed(file), "html"))
    policy_of_mails = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'"
    answer["Content-Security-Policy"] = policy_of_mails
    return answer


def _body(mail: Parsed, kind: str) -> str:
    part = mail.get_body((kind,))
    return str(part.get_content()) if part is not None else ""
