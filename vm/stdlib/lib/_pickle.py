"""The part of pickle that CPython has in C: the names by which errors of pickling are known in files and tracebacks."""
from pickle import PickleError, Pickler, PicklingError, Unpickler, UnpicklingError, dump, dumps, load, loads
