"""Arrays in files: .npy and .npz, text, raw memory."""
import ast
import io
import os
import struct
import numpy as np

_MAGIC = b"\x93NUMPY"
_LONGEST_HEADER = 10000


def _exactly(f, n, what):
    out = b""
    while len(out) < n:
        part = f.read(n - len(out))
        if not part:
            break
        out += part
    if len(out) != n:
        raise ValueError(f"EOF: reading {what}, expected {n} bytes got {len(out)}")
    return out


def _read_header(f, max_header_size=_LONGEST_HEADER):
    magic = _exactly(f, 8, "magic string")
    if magic[:6] != _MAGIC:
        raise ValueError(f"the magic string is not correct; expected {_MAGIC!r}, got {magic[:6]!r}")
    major, minor = magic[6], magic[7]
    if (major, minor) not in ((1, 0), (2, 0), (3, 0)):
        raise ValueError(f"we only support format version (1,0), (2,0), and (3,0), not {(major, minor)}")
    form = "<H" if major == 1 else "<I"
    length = struct.unpack(form, _exactly(f, struct.calcsize(form), "array header length"))[0]
    if length > max_header_size:
        raise ValueError(f"Header info length ({length}) is large and may not be safe to load securely.\n"
                         "To allow loading, adjust `max_header_size` or fully trust the `.npy` file using `allow_pickle=True`.\n"
                         "For safety against large resource use or crashes, sandboxing may be necessary.")
    text = _exactly(f, length, "array header").decode("utf8" if major == 3 else "latin1")
    try:
        d = ast.literal_eval(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ValueError(f"Cannot parse header: {text!r}") from None
    if not isinstance(d, dict):
        raise ValueError(f"Header is not a dictionary: {d!r}")
    if sorted(map(str, d)) != ["descr", "fortran_order", "shape"]:
        raise ValueError(f"Header does not contain the correct keys: {sorted(map(str, d))!r}")
    shape, fortran, descr = d["shape"], d["fortran_order"], d["descr"]
    if not isinstance(shape, tuple) or not all(isinstance(n, int) and not isinstance(n, bool) for n in shape) or any(n < 0 for n in shape):
        raise ValueError(f"shape is not valid: {shape!r}")
    if not isinstance(fortran, bool):
        raise ValueError(f"fortran_order is not a valid bool: {fortran!r}")
    if not isinstance(descr, str):
        raise NotImplementedError("magneto's numpy does not have structured data types")
    swapped = descr.startswith(">")
    try:
        dtype = np.dtype(descr.replace(">", "<"))
    except TypeError:
        raise ValueError(f"descr is not a valid dtype descriptor: {descr!r}") from None
    return shape, fortran, dtype, swapped


def _read_array(f, allow_pickle=False, max_header_size=_LONGEST_HEADER):
    shape, fortran, dtype, swapped = _read_header(f, max_header_size)
    count = 1
    for n in shape:
        count *= n
    if dtype.hasobject:
        if not allow_pickle:
            raise ValueError("Object arrays cannot be loaded when allow_pickle=False")
        import pickle
        a = pickle.load(f)
    else:
        data = _read_data(f, count * dtype.itemsize)
        a = np._frombytes(dtype, data) if dtype.itemsize else np.zeros(count, dtype)
        if swapped:
            a = a.byteswap()
    if fortran:
        return a.reshape(shape[::-1]).transpose()
    return a.reshape(shape)


def _read_data(f, n):
    """n bytes, read in parts so that a header that lies costs nothing."""
    parts, left = [], n
    while left:
        part = f.read(min(left, 1 << 24))
        if not part:
            raise ValueError(f"EOF: reading array data, expected {min(n, 262144)} bytes got {n - left}")
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _write_array(f, a, allow_pickle=True):
    a = np.asanyarray(a)
    fortran = a.flags.f_contiguous and not a.flags.c_contiguous
    header = "{'descr': %r, 'fortran_order': %r, 'shape': %r, }" % (a.dtype.str, fortran, a.shape)
    version, form = (1, "<H")
    size = len(_MAGIC) + 2 + 2 + len(header) + 1
    header += " " * (-size % 64) + "\n"
    f.write(_MAGIC + bytes([version, 0]) + struct.pack(form, len(header)) + header.encode("latin1"))
    if a.dtype.hasobject:
        if not allow_pickle:
            raise ValueError("Object arrays cannot be saved when allow_pickle=False")
        import pickle
        pickle.dump(a, f, protocol=4)
        return
    f.write((a.T if fortran else a).tobytes())


def save(file, arr, allow_pickle=True):
    if hasattr(file, "write"):
        return _write_array(file, arr, allow_pickle)
    name = os.fspath(file)
    if not name.endswith(".npy"):
        name += ".npy"
    with open(name, "wb") as f:
        _write_array(f, arr, allow_pickle)


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII", *, max_header_size=_LONGEST_HEADER):
    if allow_pickle:
        max_header_size = 2 ** 31
    own = not hasattr(file, "read")
    f = open(os.fspath(file), "rb") if own else file
    keep = False
    try:
        start = f.tell() if f.seekable() else 0
        magic = f.read(6)
        if not magic:
            raise EOFError("No data left in file")
        f.seek(start)
        if magic[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
            keep = True
            return NpzFile(f, own_fid=own, allow_pickle=allow_pickle, max_header_size=max_header_size)
        if magic == _MAGIC:
            if mmap_mode:
                shape, fortran, dtype, swapped = _read_header(f, max_header_size)
                return memmap(file, dtype=dtype, mode=mmap_mode, offset=f.tell(), shape=shape, order="F" if fortran else "C")
            return _read_array(f, allow_pickle, max_header_size)
        if not allow_pickle:
            raise ValueError("This file contains pickled (object) data. If you trust the file you can load it unsafely using the `allow_pickle=` keyword argument or `pickle.load()`."
                             if magic[:1] == b"\x80" else "Cannot load file containing pickled data when allow_pickle=False")
        import pickle
        return pickle.load(f)
    finally:
        if own and not keep:
            f.close()


class NpzFile:
    """A zip file of arrays, read when they are asked for."""

    def __init__(self, fid, own_fid=False, allow_pickle=False, pickle_kwargs=None, *, max_header_size=_LONGEST_HEADER):
        import zipfile
        self.zip = zipfile.ZipFile(fid)
        self.fid = fid if own_fid else None
        self.allow_pickle, self.max_header_size = allow_pickle, max_header_size
        self._files = self.zip.namelist()
        self.files = [n[:-4] if n.endswith(".npy") else n for n in self._files]

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def close(self):
        if self.zip is not None:
            self.zip.close()
            self.zip = None
        if self.fid is not None:
            self.fid.close()
            self.fid = None

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def __contains__(self, key):
        return key in self._files or key in self.files

    def keys(self):
        return list(self.files)

    def values(self):
        return [self[k] for k in self.files]

    def items(self):
        return [(k, self[k]) for k in self.files]

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __getitem__(self, key):
        name = key if key in self._files else key + ".npy" if key in self.files else None
        if name is None:
            raise KeyError(f"{key} is not a file in the archive")
        with self.zip.open(name) as member:
            data = member.read()
        if data[:6] == _MAGIC:
            return _read_array(io.BytesIO(data), self.allow_pickle, self.max_header_size)
        return data

    def __repr__(self):
        name = getattr(self.zip.fp if self.zip else None, "name", None) or "object"
        shown = ", ".join(self.files[:5]) + ("..." if len(self.files) > 5 else "")
        return f"NpzFile {name!r} with keys: {shown}"


def _savez(file, args, kwds, compress):
    import zipfile
    named = dict(kwds)
    for i, a in enumerate(args):
        key = f"arr_{i}"
        if key in named:
            raise ValueError(f"Cannot use un-named variables and keyword {key}")
        named[key] = a
    if not hasattr(file, "write"):
        file = os.fspath(file)
        if not file.endswith(".npz"):
            file += ".npz"
    with zipfile.ZipFile(file, mode="w", compression=zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED) as z:
        for key, a in named.items():
            buffer = io.BytesIO()
            _write_array(buffer, a)
            z.writestr(key + ".npy", buffer.getvalue())


def savez(file, *args, allow_pickle=True, **kwds):
    _savez(file, args, kwds, False)


def savez_compressed(file, *args, allow_pickle=True, **kwds):
    _savez(file, args, kwds, True)


def fromfile(file, dtype=float, count=-1, sep="", offset=0, *, like=None):
    own = not hasattr(file, "read")
    f = open(os.fspath(file), "rb") if own else file
    try:
        if offset:
            f.seek(offset, 1)
        dtype = np.dtype(dtype)
        if sep:
            return fromstring(f.read().decode(), dtype, count, sep=sep)
        data = f.read() if count < 0 else f.read(count * dtype.itemsize)
        return np._frombytes(dtype, data[:len(data) // dtype.itemsize * dtype.itemsize])
    finally:
        if own:
            f.close()


def fromstring(string, dtype=float, count=-1, *, sep, like=None):
    if sep == "":
        raise ValueError("The binary mode of fromstring is removed, use frombuffer instead")
    words = string.split() if sep.isspace() else [w for w in string.split(sep) if w.strip()]
    return np.array(words if count < 0 else words[:count]).astype(dtype) if words else np.array([], dtype)


class memmap(np.ndarray):
    """An array over a file. Reading takes a copy of the file's part; flush() writes changes back."""

    def __new__(cls, filename, dtype=np.uint8, mode="r+", offset=0, shape=None, order="C"):
        modes = {"readonly": "r", "copyonwrite": "c", "readwrite": "r+", "write": "w+"}
        mode = modes.get(mode, mode)
        if mode not in ("r", "c", "r+", "w+"):
            raise ValueError("mode must be one of ['r', 'c', 'r+', 'w+', 'readonly', 'copyonwrite', 'readwrite', 'write'] (got %r)" % mode)
        if mode == "w+" and shape is None:
            raise ValueError("shape must be given if mode == 'w+'")
        dtype = np.dtype(dtype)
        path = os.fspath(filename) if not hasattr(filename, "read") else filename.name
        if shape is not None:
            shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(int(n) for n in shape)
            total = dtype.itemsize
            for n in shape:
                total *= n
        if mode == "w+":
            with open(path, "wb") as f:
                f.truncate(offset + total)
        length = os.path.getsize(path)
        if shape is None:
            if (length - offset) % dtype.itemsize:
                raise ValueError("Size of available data is not a multiple of the data-type size.")
            shape = ((length - offset) // dtype.itemsize,)
            total = length - offset
        if length < offset + total:
            if mode == "r+":
                with open(path, "r+b") as f:
                    f.truncate(offset + total)
            else:
                raise ValueError("mmap length is greater than file size")
        if total == 0 and length == 0:
            raise ValueError("cannot mmap an empty file")
        base = np._map_file(path, dtype, offset, total // dtype.itemsize if dtype.itemsize else 0, mode)
        self = (base.reshape(shape[::-1]).T if order == "F" else base.reshape(shape)).view(cls)
        self.filename, self.offset, self.mode = os.path.abspath(path), offset, mode
        return self

    def flush(self):
        base = self
        while isinstance(base, np.ndarray) and getattr(base, "base", None) is not None and isinstance(base.base, np.ndarray):
            base = base.base
        if getattr(self, "mode", "r") in ("r+", "w+"):
            np._flush_map(base)


# Text.

def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None):
    X = np.asarray(X)
    if X.ndim == 0 or X.ndim > 2:
        raise ValueError("Expected 1D or 2D array, got %dD array instead" % X.ndim)
    if X.ndim == 1:
        X = X[:, None]
    columns = X.shape[1]
    if isinstance(fmt, (list, tuple)):
        if len(fmt) != columns:
            raise AttributeError(f"fmt has wrong shape.  {fmt!s}")
        form = delimiter.join(fmt)
    elif fmt.count("%") == 1:
        form = delimiter.join([fmt] * columns)
    elif fmt.count("%") == columns:
        form = fmt
    else:
        raise ValueError(f"fmt has wrong number of % formats:  {fmt}")
    lines = []
    if header:
        lines.append(comments + header.replace("\n", "\n" + comments))
    for row in X.tolist():
        if X.dtype.kind == "c":
            lines.append(delimiter.join((" (%s%+.18ej)" % (fmt % z.real, z.imag)) for z in row))
        else:
            lines.append(form % tuple(row))
    if footer:
        lines.append(comments + footer.replace("\n", "\n" + comments))
    text = "".join(line + newline for line in lines)
    if hasattr(fname, "write"):
        try:
            fname.write(text)
        except TypeError:
            fname.write(text.encode("latin1"))
        return
    if str(fname).endswith(".gz"):
        import gzip
        with gzip.open(fname, "wb") as f:
            f.write(text.encode("latin1"))
        return
    with open(fname, "w", encoding=encoding or "latin1") as f:
        f.write(text)


def _lines(fname, encoding):
    if isinstance(fname, (str, os.PathLike)):
        name = os.fspath(fname)
        if name.endswith(".gz"):
            import gzip
            with gzip.open(name, "rb") as f:
                return f.read().decode(encoding or "latin1").splitlines()
        if not os.path.exists(name):
            raise FileNotFoundError(f"{name} not found.")
        with open(name, encoding=encoding or "latin1") as f:
            return f.read().splitlines()
    return [line.decode("latin1") if isinstance(line, bytes) else line for line in fname]


def loadtxt(fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False, ndmin=0, encoding=None, max_rows=None, *, quotechar=None, like=None):
    comments = [comments] if isinstance(comments, str) else list(comments or [])
    if usecols is not None and isinstance(usecols, (int, np.integer)):
        usecols = [usecols]
    rows, width = [], None
    for number, line in enumerate(_lines(fname, encoding)):
        if number < skiprows:
            continue
        if max_rows is not None and len(rows) >= max_rows:
            break
        for c in comments:
            line = line.split(c, 1)[0]
        line = line.rstrip("\r\n")
        if not line.strip():
            continue
        words = line.split(delimiter) if delimiter is not None else line.split()
        if width is None:
            width = len(words)
        elif len(words) != width and usecols is None:
            raise ValueError(f"the number of columns changed from {width} to {len(words)} at row {len(rows) + 1}; use `usecols` to select a subset and avoid this error")
        if usecols is not None:
            words = [words[i] for i in usecols]
        if converters is not None:
            words = [(converters if callable(converters) else converters.get(i, lambda s: s))(w) for i, w in enumerate(words)]
        rows.append([w.strip() if isinstance(w, str) else w for w in words])
    dtype = np.dtype(dtype)
    if not rows:
        import warnings
        warnings.warn(f'loadtxt: input contained no data: "{fname}"', UserWarning, stacklevel=2)
        out = np.zeros((0,), dtype)
    elif dtype.kind in "USO":
        out = np.array(rows, dtype=dtype)
    else:
        out = np.empty((len(rows), len(rows[0])), dtype)
        for i, row in enumerate(rows):
            for j, w in enumerate(row):
                try:
                    out[i, j] = w
                except ValueError:
                    raise ValueError(f"could not convert string {w!r} to {dtype.name} at row {i}, column {j + 1}.") from None
    if out.ndim == 2 and ndmin < 2:
        if out.shape[1] == 1:
            out = out[:, 0]
        elif out.shape[0] == 1:
            out = out[0]
        if ndmin == 0 and out.shape == (1,):
            out = out.reshape(())
    return out.T if unpack else out


def genfromtxt(fname, dtype=float, comments="#", delimiter=None, skip_header=0, skip_footer=0, converters=None, missing_values=None, filling_values=None, usecols=None, names=None,
               unpack=False, encoding=None, max_rows=None, invalid_raise=True, autostrip=False, ndmin=0, **kwargs):
    if names or dtype is None and names is not None:
        raise NotImplementedError("magneto's numpy has no structured arrays, so genfromtxt takes no names")
    if isinstance(usecols, (int, np.integer)):
        usecols = [usecols]
    lines = [line.split(comments, 1)[0] if comments else line for line in _lines(fname, encoding)[skip_header:]]
    rows = [[w.strip() for w in (line.rstrip("\r\n").split(delimiter) if delimiter is not None else line.split())] for line in lines if line.strip()]
    if skip_footer:
        rows = rows[:-skip_footer]
    if max_rows is not None:
        rows = rows[:max_rows]
    width = len(rows[0]) if rows else 0
    for i, row in enumerate(rows):
        if len(row) != width:
            raise ValueError(f"Some errors were detected !\n    Line #{i + 1 + skip_header} (got {len(row)} columns instead of {width})")
    if usecols is not None:
        rows = [[row[i] for i in usecols] for row in rows]
    kind = np.dtype(float if dtype is None else dtype)
    missing = np.nan if filling_values is None else filling_values
    if kind.kind in "US":
        out = np.array(rows, dtype=kind)
    else:
        def number(w):
            try:
                return float(w) if kind.kind == "f" else int(w) if kind.kind in "iu" else complex(w)
            except ValueError:
                return missing if kind.kind in "fc" else -1 if filling_values is None else filling_values
        out = np.array([[number(w) for w in row] for row in rows], dtype=kind)
    if dtype is None and out.size and np.all(out == np.floor(out)) and all("." not in w for row in rows for w in row):
        out = out.astype(int)
    if out.ndim == 2 and ndmin < 2 and 1 in out.shape:
        out = out.squeeze()
    return out.T if unpack else out
