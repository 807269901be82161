"""A title's browser tests live with its other tests, so they find the browser here too."""

from tests.browser.fixtures import chromium, complaints, open_page, served, site

__all__ = ["chromium", "complaints", "open_page", "served", "site"]
