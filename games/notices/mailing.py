"""Notices by e-mail: to verified addresses alone, in text and HTML, with ways to stop them."""

from __future__ import annotations

import smtplib
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Reach
from games.notices import kinds, links, looking, reach, wording
from games.notices.mattering import About
from games.notices.sending import Away, Parcel, Reader, Refused, Trouble

PERMANENT = 500  # of SMTP's answers those from here on


def send(parcel: Parcel) -> None:
    """Hand it to the mail server. Whose address is refused for good is not written to any more."""
    account = parcel.reader.account
    to = reach.mail_addresses([account.pk]).get(account.pk)
    if to is None:
        raise Refused
    try:
        compose(parcel, to).send()
    except smtplib.SMTPRecipientsRefused as refused:
        _refused(account.pk, to, max(code for code, _text in refused.recipients.values()))
    except smtplib.SMTPDataError as refused:
        _refused(account.pk, to, refused.smtp_code)
    except (smtplib.SMTPException, OSError) as error:
        raise Away(type(error).__name__) from error


def _refused(account_id: int, address: str, code: int) -> None:
    if code < PERMANENT:
        raise Trouble(str(code))
    Reach.objects.update_or_create(account_id=account_id, defaults={"bounced": address})
    now = timezone.now()
    found = looking.Found(
        account=account_id, kind=kinds.BOUNCED, number=int(now.timestamp() * 1000)
    )
    looking.note(None, [found], now)
    raise Refused(str(code))


def compose(parcel: Parcel, to: str) -> EmailMultiAlternatives:
    """The mail. Whoever sends it again sends it under the same Message-ID."""
    account, site = parcel.reader.account, urlsplit(settings.SITE_URL)
    stop = links.address(account.pk, links.STOP) if _is_chosen(parcel) else ""
    subject = " ".join(wording.subject_of(parcel.said).split())
    context = _context(parcel) | {"subject": subject, "stop": stop}
    mail = EmailMultiAlternatives(
        subject=subject,
        body=render_to_string("mails/notices.txt", context).strip() + "\n",
        to=[to],
        headers={
            "Message-ID": f"<{parcel.key}@{site.hostname}>",
            "Auto-Submitted": "auto-generated",
        },
    )
    if stop:
        mail.extra_headers["List-Unsubscribe"] = f"<{stop}>"
        mail.extra_headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.attach_alternative(render_to_string("mails/notices.html", context), "text/html")
    return mail


def _context(parcel: Parcel) -> dict[str, object]:
    reader, now = parcel.reader, parcel.now
    pairs = list(zip(parcel.about, parcel.said, strict=True))
    turns = [(it, said) for it, said in pairs if said.kind in (kinds.TURN, kinds.TIME)]
    tables = {it.match.pk: (it, said) for it, said in reversed(turns) if it.match}
    only = pairs[0] if len(pairs) == 1 else None
    about_one = only is not None and only[0].match is not None
    match = only[0].match if only is not None else None
    is_spoiler = only is not None and _is_spoiler(only[0], reader)
    return {
        "site": settings.SITE_URL,
        "said": parcel.said,
        "only": only[1] if only is not None else None,
        "tables": [
            (
                said,
                wording.when(said.due, reader.wishes, now) if said.due else "",
                _beside(it, said),
            )
            for it, said in reversed(tables.values())
        ],
        "others": [said for _it, said in pairs if said.kind not in (kinds.TURN, kinds.TIME)],
        "lines": wording.since(only[0]) if only is not None and not is_spoiler else [],
        "company": _company(only[0]) if only is not None else "",
        "picture": match is not None and match.is_dealt and match.public and not is_spoiler,
        "match": match,
        "mute": links.address(reader.account.pk, links.MUTE, match.pk)
        if about_one and match
        else "",
        "why": _why(parcel),
        "settings": settings.SITE_URL + reverse("notice_settings"),
        "next": settings.SITE_URL + reverse("next_table"),
    }


def _is_spoiler(it: About, reader: Reader) -> bool:
    """Whether the last lines and the last board would tell how it ended, and the reader would rather
    see for themselves.
    """
    return it.notice.kind == kinds.OVER and reader.account.hide_results


def _beside(it: About, said: wording.Saying) -> str:
    """What stands under a table's name, where its time stands by itself."""
    assert it.match is not None
    return said.text if said.kind == kinds.TIME else wording.last_moved(it.match, it.seats)


def _company(it: About) -> str:
    if it.match is None or it.notice.kind not in (kinds.INVITATION, kinds.REMATCH):
        return ""
    return wording.company(it.match, it.seats)


def _is_chosen(parcel: Parcel) -> bool:
    """Whether it tells of anything that the account may choose not to be told. A link that stops the
    rest would promise too much.
    """
    return any(kinds.choice_of(said.kind) in kinds.CHOICES for said in parcel.said)


def _why(parcel: Parcel) -> str:
    """Which promise of ours this mail keeps."""
    if all(said.kind == kinds.TEST for said in parcel.said):
        return _("You asked for it on the page of your notifications.")
    if not _is_chosen(parcel):
        return _("Mails about your account itself come whatever you have chosen.")
    return wording.rhythm_words(parcel.reader.reach, parcel.reader.wishes)
