"""Requests and WebSocket frames as bytes on a socket, so that a test can also send what no browser would."""

import base64
import hashlib
import http.client
import os
import socket
import struct
from contextlib import ExitStack, closing, contextmanager

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def connect(port, room=None):
    """Connects with so small a room for what is sent back as is asked for."""
    end = socket.socket()
    end.settimeout(10)
    if room:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    end.connect(("127.0.0.1", port))
    return end


def request(line, *headers):
    return "\r\n".join([f"{line} HTTP/1.1", *headers, "", ""]).encode()


def handshake(port, *headers):
    """A key, and the request that asks for a WebSocket with it."""
    key = base64.b64encode(os.urandom(16)).decode()
    return key, request("GET /__cellist/socket", f"Host: localhost:{port}", "Connection: Upgrade", "Upgrade: websocket",
                        "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", *headers)


def answer(end, method="GET"):
    """The next answer on a connection, with its body as `content`; None where the connection is closed instead."""
    response = http.client.HTTPResponse(end, method=method)
    try:
        response.begin()
        response.content = response.read()
        return response
    except (http.client.BadStatusLine, http.client.IncompleteRead, ConnectionError):
        return None
    finally:
        response.close()


def ask(port, data, method="GET"):
    """Sends bytes, as far as they are taken, and reads the answer."""
    with connect(port) as end:
        try:
            end.sendall(data)
        except ConnectionError:
            pass
        return answer(end, method)


def frame(code, data=b"", is_masked=True, length=None):
    """A frame, which may say that it is longer than it is."""
    length = len(data) if length is None else length
    mask = 0x80 if is_masked else 0
    if length < 126:
        head = struct.pack(">BB", 0x80 | code, mask | length)
    elif length < 1 << 16:
        head = struct.pack(">BBH", 0x80 | code, mask | 126, length)
    else:
        head = struct.pack(">BBQ", 0x80 | code, mask | 127, length)
    if not is_masked:
        return head + data
    key = os.urandom(4)
    return head + key + bytes(byte ^ key[place % 4] for place, byte in enumerate(data))


class OpenPage:
    """What the server sees of a page that is open."""

    def __init__(self, port, room=None):
        self.socket = connect(port, room)
        self.rest = b""
        key, data = handshake(port, f"Origin: http://localhost:{port}")
        self.socket.sendall(data)
        while b"\r\n\r\n" not in self.rest:
            self.fill()
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        accepted = base64.b64encode(hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest())
        assert head.startswith(b"HTTP/1.1 101 ") and accepted in head, head

    def fill(self):
        part = self.socket.recv(1 << 16)
        if not part:
            raise EOFError
        self.rest += part

    def take(self, size):
        while len(self.rest) < size:
            self.fill()
        taken, self.rest = self.rest[:size], self.rest[size:]
        return taken

    def receive(self):
        """The next frame as its code and data; None where the connection is closed instead."""
        try:
            first, length = self.take(2)
            if length == 126:
                length, = struct.unpack(">H", self.take(2))
            elif length == 127:
                length, = struct.unpack(">Q", self.take(8))
            return first & 15, self.take(length)
        except (EOFError, ConnectionError):
            return None

    def receive_until(self, code):
        """The data of the next frame of a kind; None where the connection is closed instead."""
        while (received := self.receive()) is not None and received[0] != code:
            pass
        return received and received[1]

    def unread(self):
        """How many frames have come that were not read yet."""
        self.socket.settimeout(0.5)
        try:
            for count in range(1_000_000):
                assert self.receive() is not None
        except TimeoutError:
            self.socket.settimeout(10)
            return count

    def send(self, code, data=b"", **how):
        self.socket.sendall(frame(code, data, **how))

    def reset(self):
        """Goes without a farewell, as when a cable is pulled."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    def close(self):
        self.socket.close()


@contextmanager
def open_pages(port, count, room=None):
    with ExitStack() as stack:
        yield [stack.enter_context(closing(OpenPage(port, room))) for _ in range(count)]


def own_address():
    """The address at which others would find this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        try:
            end.connect(("192.0.2.1", 9))
            return end.getsockname()[0]
        except OSError:
            return "127.0.0.2"
