"""All of one's own data as one file."""

from __future__ import annotations

import json

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.moderation import owndata
from games.pages.asking import me, players_only


@never_cache
@require_safe
@players_only
def own_data(request: HttpRequest) -> HttpResponse:
    account = me(request)
    text = json.dumps(
        owndata.of_account(account), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1
    )
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="adit.json"'},
    )
