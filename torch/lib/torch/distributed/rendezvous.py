"""How processes meet: by environment variables, by an address, or by a file."""

import os
from datetime import timedelta
from urllib.parse import parse_qs, urlparse

from ._stores import FileStore, TCPStore

__all__ = ["register_rendezvous_handler", "rendezvous"]

_handlers = {}
default_pg_timeout = timedelta(minutes=30)


def register_rendezvous_handler(scheme, handler):
    if scheme in _handlers:
        raise RuntimeError(f"Rendezvous handler for {scheme}:// already registered")
    _handlers[scheme] = handler


def rendezvous(url, rank=-1, world_size=-1, **kwargs):
    if not isinstance(url, (str, bytes)):
        raise RuntimeError(f"`url` must be a string. {type(url)}: {url}")
    scheme = urlparse(url).scheme
    if scheme not in _handlers:
        raise RuntimeError(f"No rendezvous handler for {scheme}://")
    if rank != -1 or world_size != -1:
        parts = urlparse(url)
        query = parse_qs(parts.query)
        if "rank" in query or "world_size" in query:
            raise AssertionError(f"The url: {url} has node-specific arguments(rank, world_size) already.")
        more = [f"{name}={n}" for name, n in (("rank", rank), ("world_size", world_size)) if n != -1]
        url = parts._replace(query="&".join(filter(None, [parts.query, *more]))).geturl()
    return _handlers[scheme](url, **kwargs)


def _error(scheme, text):
    return ValueError(f"Error initializing torch.distributed using {scheme}:// rendezvous: {text}")


def _numbers(scheme, query):
    found = []
    for name, shown in (("rank", "rank"), ("world_size", "world size")):
        if name not in query:
            raise _error(scheme, f"{shown} parameter missing")
        found.append(int(query[name][0]))
    return found


def _by_file(url, **kwargs):
    parts = urlparse(url)
    if not parts.path:
        raise _error("file", "path missing")
    rank, world_size = _numbers("file", parse_qs(parts.query))
    yield FileStore(parts.path, world_size), rank, world_size
    raise RuntimeError("Unable to perform rerendezvous using file:// method")


def _by_address(url, timeout=default_pg_timeout, **kwargs):
    parts = urlparse(url)
    if not parts.port:
        raise _error("tcp", "port number missing")
    rank, world_size = _numbers("tcp", parse_qs(parts.query))
    yield TCPStore(parts.hostname, parts.port, world_size, rank == 0, timeout, wait_for_workers=False), rank, world_size
    raise RuntimeError("Unable to perform re-rendezvous using tcp:// method")


def _by_environment(url, timeout=default_pg_timeout, **kwargs):
    query = parse_qs(urlparse(url).query)

    def read(name, key=None):
        if key is not None and key in query:
            return query[key][0]
        value = os.environ.get(name)
        if not value:
            raise _error("env", f"environment variable {name} expected, but not set")
        return value

    rank, world_size = int(read("RANK", "rank")), int(read("WORLD_SIZE", "world_size"))
    host, port = read("MASTER_ADDR"), int(read("MASTER_PORT"))
    yield TCPStore(host, port, world_size, rank == 0, timeout, wait_for_workers=False), rank, world_size
    raise RuntimeError("Unable to perform re-rendezvous using env:// method")


for _scheme, _handler in (("tcp", _by_address), ("env", _by_environment), ("file", _by_file)):
    register_rendezvous_handler(_scheme, _handler)
