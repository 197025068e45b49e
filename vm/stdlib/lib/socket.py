"""Names of this machine. Connections are not there: the interpreter does not speak to the network."""

import os as _os

AF_UNSPEC, AF_UNIX, AF_INET, AF_INET6 = 0, 1, 2, 10
SOCK_STREAM, SOCK_DGRAM, SOCK_RAW = 1, 2, 3
SOL_SOCKET, SO_REUSEADDR, SO_KEEPALIVE, SO_BROADCAST, SO_REUSEPORT = 1, 2, 9, 6, 15
IPPROTO_IP, IPPROTO_TCP, IPPROTO_UDP, TCP_NODELAY = 0, 6, 17, 1
SHUT_RD, SHUT_WR, SHUT_RDWR, SOMAXCONN = 0, 1, 2, 4096
INADDR_ANY, INADDR_LOOPBACK = 0, 0x7f000001
has_ipv6 = False

error = OSError
timeout = TimeoutError


class herror(OSError):
    pass


class gaierror(OSError):
    pass


def gethostname():
    return _os.uname().nodename


def getfqdn(name=""):
    return name.strip() if name.strip() not in ("", "0.0.0.0", "::") else gethostname()


def gethostbyname(hostname):
    """Return the address of this machine, or an address as it is."""
    if hostname in ("localhost", gethostname()):
        return "127.0.0.1"
    parts = hostname.split(".")
    if len(parts) == 4 and all(part.isdecimal() and int(part) < 256 for part in parts):
        return hostname
    if hostname == "":
        return "0.0.0.0"
    raise gaierror(-3, "Temporary failure in name resolution")


def inet_aton(ip_string, /):
    parts = ip_string.split(".")
    if len(parts) != 4 or not all(part.isdecimal() and int(part) < 256 for part in parts):
        raise OSError("illegal IP address string passed to inet_aton")
    return bytes(map(int, parts))


def inet_ntoa(packed_ip, /):
    if len(packed_ip) != 4:
        raise OSError("packed IP wrong length")
    return ".".join(map(str, packed_ip))


def htons(x, /):
    return int.from_bytes(x.to_bytes(2, "little"), "big")


def htonl(x, /):
    return int.from_bytes(x.to_bytes(4, "little"), "big")


ntohs, ntohl = htons, htonl


def getdefaulttimeout():
    return None


class socket:
    def __init__(self, family=-1, type=-1, proto=-1, fileno=None):
        raise NotImplementedError("sockets are not supported")


SocketType = socket


def create_connection(address, timeout=None, source_address=None, *, all_errors=False):
    return socket()


def create_server(address, **options):
    return socket()


def socketpair(family=None, type=SOCK_STREAM, proto=0):
    return socket(), socket()


def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    raise gaierror(-3, "Temporary failure in name resolution")
