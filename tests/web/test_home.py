from django.test import Client

from games.engine.registry import titles


def test_the_first_page_names_every_title_found(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "toy" in titles()
    assert all(f"<h3>{title.name}</h3>" in page for title in titles().values())


def test_the_first_page_is_for_reading_only(client: Client) -> None:
    assert client.post("/").status_code == 405
