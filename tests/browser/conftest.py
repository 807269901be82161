from tests.browser.fixtures import chromium, complaints, open_page, served, site

__all__ = ["chromium", "complaints", "open_page", "served", "site"]
