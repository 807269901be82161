"""All tests here look at pages: they share one browser and one site of each worker.

Four short modules took 42 seconds of processor time when each started both anew, and 36 like this.
"""

import pytest

from tests.browser.fixtures import complaints, launched, open_page, served_site, site

__all__ = ["chromium", "complaints", "open_page", "served", "site"]

chromium = pytest.fixture(scope="package", name="chromium")(launched)
served = pytest.fixture(scope="package", name="served")(served_site)
