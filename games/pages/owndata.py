"""All of one's own data as one file."""

from __future__ import annotations

import json
from threading import Lock

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.moderation import owndata
from games.pages.asking import me, players_only

# All that somebody has ever played is read for it, in one of the few threads of a process.
_making = Lock()


@never_cache
@require_safe
@players_only
def own_data(request: HttpRequest) -> HttpResponse:
    if not _making.acquire(blocking=False):
        words = _("Somebody else’s is being made. Try again in a moment.")
        return HttpResponse(words, status=503, headers={"Retry-After": "10"})
    try:
        found = owndata.of_account(me(request))
        text = json.dumps(found, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    finally:
        _making.release()
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="adit.json"'},
    )
