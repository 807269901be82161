"""Frames of sockets leave packed, each once for all sockets that are sent it, where daphne serves us.

docs/decisions/0011-what-daphne-leaves-to-us.md says why it needs help, and what that is worth.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

LARGEST_UNPACKED = 2**16  # bytes of what a browser sends: it says a few words, or makes a move
KEPT = 64  # frames: a move is one for each audience, sent to their sockets one after the other


@lru_cache(maxsize=KEPT)  # 0.15 ms for 21 kB, 0.23 for 56; looked up in 0.01 and 0.03
def packed(frame: bytes) -> bytes:
    """A frame as permessage-deflate has it, made from nothing but itself.

    Without what was sent before: what one socket was sent is no use for another, and a window of
    150 kB for every socket would be more than all else that we keep of it. The fastest level makes
    a fifth to a quarter more of it than the usual one, in a quarter to half of the time.
    """
    packing = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    whole = packing.compress(frame) + packing.flush(zlib.Z_SYNC_FLUSH)
    return whole.removesuffix(b"\x00\x00\xff\xff")  # as RFC 7692 (7.2.1) wants it


def pack_frames_of_daphne() -> None:
    """Let it agree to packed frames, and take them from `packed`."""
    server: Any = sys.modules.get("daphne.server")
    compress: Any = sys.modules.get("autobahn.websocket.compress")  # which daphne speaks through
    if server is None or compress is None:
        return

    class PackedOnce(compress.PerMessageDeflate):  # type: ignore[misc]  # it has no types
        """Autobahn's own would pack each frame anew for every socket, at zlib's usual level."""

        def start_compress_message(self) -> None:
            pass

        def compress_message_data(self, data: bytes) -> bytes:
            return packed(data)

        def end_compress_message(self) -> bytes:
            return b""

        def end_decompress_message(self) -> None:
            super().end_decompress_message()
            self._decompressor = None  # not 12 kB for every socket that has ever said a word

    def accepted(offers: Sequence[Any]) -> Any:
        """Whoever wants a smaller window than ours gets frames as they are."""
        for offer in offers:
            if offer.EXTENSION_NAME == "permessage-deflate" and not offer.request_max_window_bits:
                return compress.PerMessageDeflateOfferAccept(
                    offer, request_no_context_takeover=True, max_message_size=LARGEST_UNPACKED
                )
        return None

    class LargeSender(server.WebSocketFactory.protocol):  # type: ignore[misc]  # it has no types
        """Autobahn takes the limit on what is received for one on what is sent, too.

        A whole table is larger where the other side cannot unpack.
        """

        maxMessagePayloadSize: int  # noqa: N815 - Autobahn's name

        def sendMessage(self, *args: Any, **options: Any) -> None:  # noqa: N802 - Autobahn's name
            limit, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
            try:
                super().sendMessage(*args, **options)
            finally:
                self.maxMessagePayloadSize = limit

    class PackingFactory(server.WebSocketFactory):  # type: ignore[misc]  # it has no types
        protocol = LargeSender

        def resetProtocolOptions(self) -> None:  # noqa: N802 - Autobahn's name
            super().resetProtocolOptions()
            self.perMessageCompressionAccept = accepted

        def setProtocolOptions(self, **options: Any) -> None:  # noqa: N802 - Autobahn's name
            """Daphne's own limit is a million bytes."""
            limits = dict.fromkeys(
                ("maxMessagePayloadSize", "maxFramePayloadSize"), LARGEST_UNPACKED
            )
            super().setProtocolOptions(**options | limits)

    extensions = compress.PERMESSAGE_COMPRESSION_EXTENSION
    extensions["permessage-deflate"]["PMCE"] = PackedOnce
    server.WebSocketFactory = PackingFactory
