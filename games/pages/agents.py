"""What to call a browser, so that its owner knows it again in a list."""

from __future__ import annotations

from django.utils.translation import gettext as _

# By what stands in its name for itself. Many claim to be others, too: whose word comes first is it.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "Chrom": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def browser_name(agent: str) -> str:
    browser = next((name for word, name in BROWSERS.items() if word in agent), _("A browser"))
    system = next((name for word, name in SYSTEMS.items() if word in agent), "")
    return _("{browser} on {system}").format(browser=browser, system=system) if system else browser
