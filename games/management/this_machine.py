"""Which addresses are this machine's own. The settings ask too, before anything else is loaded."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address


def is_this_machine(address: str) -> bool:
    """Of an address to bind to, a visitor's address, or a host that is allowed."""
    if address == "localhost":
        return True
    try:
        found = ip_address(address.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped.is_loopback
    return found.is_loopback
