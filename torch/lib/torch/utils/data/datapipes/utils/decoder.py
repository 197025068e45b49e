"""What the contents of files become, by the extensions of their names."""
import io
import json
import os.path
import pickle

from torch.utils.data.datapipes.utils.common import StreamWrapper

_TEXT, _NUMBERS, _JSON, _PICKLES = "text txt transcript", "cls cls2 class count index inx id", "json jsn", "pyd pickle"
_VIDEO = "mp4 ogv mjpeg avi mov h264 mpg webm wmv".split()
_AUDIO = ["flac", "mp3", "sox", "wav", "m4a", "ogg", "wma"]
_IMAGES = ["jpg", "jpeg", "png", "ppm", "pgm", "pbm", "pnm"]


def basichandlers(extension, data):
    """Text, whole numbers, JSON and pickles. An extension that is part of one of a group counts as one of it."""
    if extension in _TEXT:
        return data.decode("utf-8")
    if extension in _NUMBERS:
        try:
            return int(data)
        except ValueError:
            return None
    if extension in _JSON:
        return json.loads(data)
    if extension in _PICKLES:
        return pickle.loads(data)
    return None


def handle_extension(extensions, f):
    """A handler that calls f for files with an extension, which may have several parts: the first one that has no more than the file's decides."""
    wanted = [x.split(".") for x in extensions.lower().split()]

    def g(key, data):
        parts = key.lower().split(".")
        for target in wanted:
            if len(target) <= len(parts):
                return f(data) if parts[len(parts) - len(target):] == target else None
        return None

    return g


_MODES = ("l", "rgb", "rgba")
imagespecs = {f"{m}8": ("numpy", "uint8", m) for m in _MODES} | {m: ("numpy", "float", m) for m in _MODES}
imagespecs |= {f"torch{m}8": ("torch", "uint8", m) for m in _MODES} | {f"torch{m}": ("torch", "float", m) for m in _MODES} | {"torch": ("torch", "float", "rgb")}
imagespecs |= {f"pil{m}": ("pil", None, m) for m in _MODES} | {"pil": ("pil", None, "rgb")}


class ImageHandler:
    """Pictures as arrays, tensors or pictures of PIL, by the name of a format."""

    def __init__(self, imagespec):
        if imagespec not in list(imagespecs):
            raise AssertionError(f"unknown image specification: {imagespec}")
        self.imagespec = imagespec.lower()

    def __call__(self, extension, data):
        if extension.lower() not in _IMAGES:
            return None
        raise ModuleNotFoundError("Package `PIL` is required to be installed for default image decoder.Please use `pip install Pillow` to install the package")


def imagehandler(imagespec):
    return ImageHandler(imagespec)


def videohandler(extension, data):
    if extension not in _VIDEO:
        return None
    raise ModuleNotFoundError("Package `torchvision` is required to be installed for default video file loader.Please use `pip install torchvision`to install the package")


def audiohandler(extension, data):
    if extension not in _AUDIO:
        return None
    raise ModuleNotFoundError("Package `torchaudio` is required to be installed for default audio file loader.Please use `pip install torchaudio`to install the package")


class MatHandler:
    def __init__(self, **loadmat_kwargs):
        raise ModuleNotFoundError("Package `scipy` is required to be installed for mat file.Please use `pip install scipy`to install the package")


def mathandler(**loadmat_kwargs):
    return MatHandler(**loadmat_kwargs)


def extension_extract_fn(pathname):
    return os.path.splitext(pathname)[1].removeprefix(".")


class Decoder:
    """Gives each part of a record to its handlers, from the first on, until one has a result."""

    def __init__(self, *handler, key_fn=extension_extract_fn):
        self.handlers, self.key_fn = list(handler) or [], key_fn

    def add_handler(self, *handler):
        if not handler:
            return
        self.handlers = [*self.handlers, *handler]

    @staticmethod
    def _is_stream_handle(data):
        return isinstance(data.file_obj if isinstance(data, StreamWrapper) else data, (io.BufferedIOBase, io.RawIOBase))

    def decode1(self, key, data):
        if not data:
            return data
        if self._is_stream_handle(data):
            stream = data
            data = stream.read()
            stream.close()
        for handler in self.handlers:
            result = handler(key, data)
            if result is not None:
                return result
        return data

    def decode(self, data):
        result = {}
        if isinstance(data, tuple) and len(data) == 2:
            data = [data]
        for key, value in data:
            if key[0] == "_":  # what is said of the record
                result[key] = value.decode("utf-8") if isinstance(value, bytes) else value
                continue
            result[key] = self.decode1(self.key_fn(key), value)
        return result

    def __call__(self, data):
        return self.decode(data)
