"""What an account leaves behind when it comes here: which browser it used, and from which address.

Two accounts that leave the same traces may be one person. Nothing follows from that by itself: the
staff are shown it, and nobody of them opens the secrets of a match beside somebody they share with.

Neither a browser's mark nor an address is kept, but a keyed hash of it: equal ones are found to be
equal, and without the site's secret key nothing else is. Each is forgotten ninety days after it was
last met.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address

from allauth.account.adapter import get_adapter
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Trace, User

KEPT_FOR = timedelta(days=90)
# An address of more accounts than this is a school's or a carrier's, and tells nothing.
CROWD = 12
STAMP = "addresses"  # in a session: the hashes of those that were noted last
REMEMBERED = 4  # a phone goes to and fro between a few
HOUSEHOLD = 64  # bits of an IPv6 address that all devices behind one line share


@dataclass(frozen=True, slots=True)
class CommonTraces:
    """What two accounts have in common."""

    device: bool = False
    address: bool = False


def hashed(kind: Trace.Kind, value: str) -> str:
    """By a key of its own for each kind, made from the site's secret key."""
    return salted_hmac(f"accounts.traces.{kind}", value, algorithm="sha256").hexdigest()


def note_login(request: HttpRequest, user: User, *, browser: str) -> None:
    """This browser has just logged in as this account."""
    address = hashed(Trace.Kind.ADDRESS, address_of(request))
    _note(user, Trace.Kind.DEVICE, hashed(Trace.Kind.DEVICE, browser))
    _note(user, Trace.Kind.ADDRESS, address)
    request.session[STAMP] = [address]


def follow(request: HttpRequest, user: User) -> None:
    """Note the address if it is none of those that this session has had lately."""
    noted = request.session.get(STAMP)
    if noted is None:
        return
    address = hashed(Trace.Kind.ADDRESS, address_of(request))
    if address not in noted:
        _note(user, Trace.Kind.ADDRESS, address)
        request.session[STAMP] = [address, *noted][:REMEMBERED]


def address_of(request: HttpRequest) -> str:
    """The address that a request comes from; of IPv6 the part that a household has."""
    address = ip_address(get_adapter(request).get_client_ip(request))
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return f"{int(address) >> (128 - HOUSEHOLD):x}"
    return str(address)


def _note(user: User, kind: Trace.Kind, digest: str) -> None:
    now = timezone.now()
    Trace.objects.update_or_create(
        account=user,
        kind=kind,
        digest=digest,
        defaults={"met_at": now},
        create_defaults={"first_at": now, "met_at": now},
    )


def shared_among(accounts: Collection[int]) -> Mapping[tuple[int, int], CommonTraces]:
    """Which two of these accounts share what, by their numbers, the smaller one first."""
    holders: dict[tuple[str, str], list[int]] = {}
    rows = _fresh().filter(account__in=accounts).order_by("account_id")
    for account, kind, digest in rows.values_list("account_id", "kind", "digest"):
        holders.setdefault((kind, digest), []).append(account)
    together = {trace: held for trace, held in holders.items() if len(held) > 1}
    crowded = _crowded(digest for _kind, digest in together)
    found: dict[tuple[int, int], CommonTraces] = {}
    for (kind, digest), held in together.items():
        if kind == Trace.Kind.ADDRESS and digest in crowded:
            continue
        for one in held:
            for other in held:
                if one < other:
                    before = found.get((one, other), CommonTraces())
                    found[one, other] = CommonTraces(
                        before.device or kind == Trace.Kind.DEVICE,
                        before.address or kind == Trace.Kind.ADDRESS,
                    )
    return found


def _crowded(digests: Iterable[str]) -> set[str]:
    """Those that more accounts have than could be told apart by them."""
    asked = list(digests)
    if not asked:
        return set()
    counted: dict[str, int] = {}
    for digest in _fresh().filter(digest__in=asked).values_list("digest", flat=True):
        counted[digest] = counted.get(digest, 0) + 1
    return {digest for digest, count in counted.items() if count > CROWD}


def shares_with(account: User, others: Collection[int]) -> bool:
    """Whether an account has a trace in common with any of the others, however many have it."""
    own = _fresh().filter(account=account).values("digest")
    return _fresh().filter(account__in=others, digest__in=own).exclude(account=account).exists()


def forget_old(now: datetime) -> None:
    Trace.objects.filter(met_at__lte=now - KEPT_FOR).delete()


def _fresh() -> QuerySet[Trace]:
    """Whatever the sweep has not come to yet is not used any more."""
    return Trace.objects.filter(met_at__gt=timezone.now() - KEPT_FOR)
