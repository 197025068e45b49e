"""Packages that were unpacked into a folder."""

import os

import torch


class DirectoryReader:
    """Reads the files of a folder as those of an archive."""

    def __init__(self, directory):
        self.directory = directory

    def _path(self, name):
        return os.path.join(self.directory, name)

    def read(self, name):
        with open(self._path(name), "rb") as f:
            return f.read()

    get_record = read

    def has(self, name):
        return os.path.isfile(self._path(name))

    has_record = has

    def names(self):
        found = []
        for folder, _, files in os.walk(self.directory):
            found += [os.path.relpath(os.path.join(folder, file), self.directory) for file in files]
        return found

    get_all_records = names

    def serialization_id(self):
        return self.read(".data/serialization_id") if self.has(".data/serialization_id") else ""

    def get_storage_from_record(self, name, numel, dtype):
        return torch.frombuffer(bytearray(self.read(name)), dtype=dtype, count=numel)
