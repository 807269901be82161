"""A title's browser tests live with its other tests, so they find the browser here too.

It lives as long as a module: among the others here are some that need a loop of their own.
"""

import pytest

from tests.browser.fixtures import complaints, launched, open_page, served_site, site

__all__ = ["chromium", "complaints", "open_page", "served", "site"]

chromium = pytest.fixture(scope="module", name="chromium")(launched)
served = pytest.fixture(scope="module", name="served")(served_site)
