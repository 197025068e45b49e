"""Guards of compiled code."""

import dataclasses
import enum
import re
import types
import typing

from torch._dynamo.eval_frame import Guard
from torch._dynamo.source import GuardSource


class GuardManagerType(enum.Enum):
    """The kinds of managers that torch._C._dynamo.guards makes."""

    GUARD_MANAGER = 1
    DICT_GUARD_MANAGER = 2


class GuardFail(typing.NamedTuple):
    """Why an entry did not serve a call."""

    reason: str
    orig_code: object = None


@dataclasses.dataclass
class GuardedCode:
    code: object
    guard_manager: object = None
    compile_id: object = None


class CacheEntry:
    """One compiled version of a function."""


def strip_function_call(name):
    """The variable that the text of a guard's value begins at: 'a' of "getattr(a.layers[0], 'b')"."""
    known = {"G", "L", "str", "len", "tuple", "list", "dict", "set", "isinstance", "hasattr", "getattr"}
    for part in re.findall(r"[^\d\W]\w*|[(\[\].,]|\d+", name.split("'")[0] if name.startswith("'") else name):
        if part.isidentifier() and part not in known and not part.startswith("___"):
            return part
    return name


def _exported_guard(guard):
    """What guard_export_fn gets of one guard."""
    name, kind, code, source = guard
    return types.SimpleNamespace(name=name, guard_type=kind, guard_types=[kind], code_list=code, source=source)
