"""Lists as bytes that grow at the end: a checksum, a version and the elements one after the other."""
import base64
import zlib

_ENCODING_VERSION = 1
CHECKSUM_DIGEST_SIZE = 4


def _checksum(data):
    return zlib.crc32(data).to_bytes(CHECKSUM_DIGEST_SIZE, byteorder="big", signed=False)


class BytesWriter:
    """Collects numbers, texts and bytes; the checksum is put in front of them at the end."""

    def __init__(self):
        self._data = bytearray(CHECKSUM_DIGEST_SIZE)

    def write_uint64(self, i):
        self._data.extend(i.to_bytes(8, byteorder="big", signed=False))

    def write_str(self, s):
        self.write_bytes(base64.b64encode(s.encode("utf-8")))

    def write_bytes(self, b):
        self.write_uint64(len(b))
        self._data.extend(b)

    def to_bytes(self):
        self._data[:CHECKSUM_DIGEST_SIZE] = _checksum(self._data[CHECKSUM_DIGEST_SIZE:])
        return bytes(self._data)


class BytesReader:
    """Reads what a BytesWriter has collected, in the same order."""

    def __init__(self, data):
        if len(data) < CHECKSUM_DIGEST_SIZE:
            raise AssertionError("Input data is too short to contain checksum")
        self._data = data
        self._i = CHECKSUM_DIGEST_SIZE
        expected, got = data[:CHECKSUM_DIGEST_SIZE], _checksum(data[CHECKSUM_DIGEST_SIZE:])
        if expected != got:
            raise RuntimeError(f"Bytes object is corrupted, checksum does not match. Expected: {expected!r}, Got: {got!r}")

    def _take(self, size):
        taken = self._data[self._i:self._i + size]
        self._i += size
        return taken

    def is_finished(self):
        return len(self._data) == self._i

    def read_uint64(self):
        return int.from_bytes(self._take(8), byteorder="big", signed=False)

    def read_str(self):
        return base64.b64decode(self.read_bytes()).decode("utf-8")

    def read_bytes(self):
        return self._take(self.read_uint64())


class AppendingByteSerializer:
    """A list of elements as bytes, each written by serialize_fn; to_list reads them again."""

    def __init__(self, *, serialize_fn):
        self._serialize_fn = serialize_fn
        self.clear()

    def clear(self):
        self._writer = BytesWriter()
        self._writer.write_uint64(_ENCODING_VERSION)

    def append(self, data):
        self._serialize_fn(self._writer, data)

    def extend(self, elems):
        for elem in elems:
            self.append(elem)

    def to_bytes(self):
        return self._writer.to_bytes()

    @staticmethod
    def to_list(data, *, deserialize_fn):
        reader = BytesReader(data)
        if reader.read_uint64() != _ENCODING_VERSION:
            raise AssertionError("Encoding version mismatch in AppendingByteSerializer")
        result = []
        while not reader.is_finished():
            result.append(deserialize_fn(reader))
        return result
