"""Several programs, and further files, in one archive."""

import dataclasses
import io
import os
import zipfile

from torch.export import _archive

__all__ = ["PT2ArchiveContents", "PT2ArchiveReader", "PT2ArchiveWriter", "is_pt2_package", "load_pt2", "package_pt2"]


class PT2ArchiveWriter:
    """Writes members of an archive; leaving the block ends it."""

    def __init__(self, archive_path_or_buffer):
        self._target, self._buffer = archive_path_or_buffer, io.BytesIO()
        self._zip = zipfile.ZipFile(self._buffer, "w", zipfile.ZIP_STORED)
        self._names = set()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if not self.has_record("archive_format"):
            self.write_string("archive_format", "pt2")
            self.write_string("archive_version", "0")
        self.close()

    def has_record(self, name):
        return name in self._names

    def write_bytes(self, name, data):
        assert isinstance(data, bytes), f"Expected bytes but got {type(data)}"
        self._zip.writestr(f"archive/{name}", data)
        self._names.add(name)

    def write_string(self, name, data):
        assert isinstance(data, str), f"Expected string but got {type(data)}"
        self.write_bytes(name, data.encode())

    def write_file(self, name, file_path):
        with open(file_path, "rb") as f:
            self.write_bytes(name, f.read())

    def close(self):
        self._zip.writestr("archive/.data/version", "6\n")
        self._zip.writestr("archive/byteorder", "little")
        self._zip.close()
        if isinstance(self._target, (str, os.PathLike)):
            with open(self._target, "wb") as f:
                f.write(self._buffer.getvalue())
        else:
            self._target.write(self._buffer.getvalue())


class PT2ArchiveReader:
    """Reads members of an archive."""

    def __init__(self, archive_path_or_buffer):
        self._archive = _archive.opened(archive_path_or_buffer)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def read_bytes(self, name):
        return self._archive.read(name)

    def read_string(self, name):
        return self.read_bytes(name).decode()

    def archive_version(self):
        return int(self.read_string("archive_version"))

    def get_file_names(self):
        return [name[len(self._archive.root) + 1:] for name in self._archive.names]


def is_pt2_package(serialized_model):
    """Whether a file, or its bytes, is such an archive."""
    try:
        archive = _archive.opened(io.BytesIO(serialized_model) if isinstance(serialized_model, bytes) else serialized_model)
        return archive.read("archive_format").strip() == b"pt2"
    except (RuntimeError, zipfile.BadZipFile):
        return False


@dataclasses.dataclass
class PT2ArchiveContents:
    """What an archive holds, by name."""

    exported_programs: dict
    aoti_runners: dict
    extra_files: dict


def _programs(programs):
    if programs is None or isinstance(programs, dict):
        return programs or {}
    return {"model": programs}


def package_pt2(f, *, exported_programs=None, aoti_files=None, extra_files=None, opaque_objects=None):
    """Writes programs (one, or several by name) and texts by name to a file; gives the file."""
    assert exported_programs is not None or aoti_files is not None or extra_files is not None, (
        "No value passed in for `exported_programs`, `aoti_files`, and `extra_files`, implying that you do not plan on saving anything.")
    if aoti_files or opaque_objects:
        raise NotImplementedError("torch.export.pt2_archive.package_pt2: magneto writes programs and further files, no compiled code and no opaque objects")
    _archive.write(f, _programs(exported_programs), extra_files)
    return f


def load_pt2(f, *, expected_opset_version=None, run_single_threaded=False, num_runners=1, device_index=-1, load_weights_from_disk=False):
    """What package_pt2 or torch.export.save has written."""
    programs, files = _archive.read(f)
    return PT2ArchiveContents(programs, {}, files)
