import pytest
from channels.testing import HttpCommunicator

from config.asgi import application


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_the_site_answers_through_asgi() -> None:
    communicator = HttpCommunicator(application, "GET", "/", headers=[(b"host", b"localhost")])
    response = await communicator.get_response(timeout=30)
    await communicator.wait(timeout=30)
    assert response["status"] == 200
    assert b"<title>Adit" in response["body"]
