"""Static files out of the same process, under WSGI and ASGI alike."""

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise streams a file piece by piece, which Django warns of under ASGI.

    Ours are small, so there they are answered whole.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        response = WhiteNoiseMiddleware.serve(static_file, request)
        if not isinstance(request, ASGIRequest):
            return response
        whole = HttpResponse(response.getvalue(), status=response.status_code)
        response.close()
        whole.headers = response.headers
        return whole
