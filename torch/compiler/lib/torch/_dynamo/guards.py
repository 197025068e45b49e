"""Guards of compiled code."""

import dataclasses
import enum
import functools
import logging
import re
import types
import typing

from torch._dynamo import cache_entries, exc
from torch._dynamo._guard_texts import PyExprCSEPass  # noqa: F401
from torch._guards import CompileId, Guard, GuardSource  # noqa: F401

log = logging.getLogger(__name__)


class GuardBuilder:
    """The kinds of guards by name, for Guard(source, GuardBuilder.KIND). The trees of compiled code are built natively: no builder of a script makes one."""


def _kind(name):
    def create(builder, guard, *args, **kwargs):
        raise NotImplementedError(f"GuardBuilder.{name}: guards of compiled code are not built by scripts")

    create.__name__, create.__qualname__ = name, f"GuardBuilder.{name}"
    setattr(GuardBuilder, name, create)


for _name in """AUTOGRAD_SAVED_TENSORS_HOOKS BOOL_MATCH BUILTIN_MATCH CLASS_MATCH CLOSURE_MATCH CONSTANT_MATCH CONSTANT_SUBCLASS_MATCH COUNT_ITERATOR_MATCH COW_TENSOR_MATCH
    DEFAULT_DEVICE DETERMINISTIC_ALGORITHMS DICT_CONTAINS DICT_KEYS_MATCH DICT_NOT_CONTAINS DICT_VERSION DISPATCH_KEY_SET_MATCH DTENSOR_SPEC_MATCH DUAL_LEVEL DUPLICATE_INPUT
    EMPTY_NN_MODULE_HOOKS_DICT EQUALS_MATCH FAKE_SCRIPT_TYPE_MATCH FSDP_TRAINING_STATE FUNCTION_MATCH FUNCTORCH_STACK_MATCH GLOBAL_STATE GRAD_MODE HASATTR ID_MATCH
    MAPPING_KEYS_CHECK MODULE_MATCH NN_MODULE NONE_MATCH NOT_NONE_MATCH NOT_PRESENT_IN_GENERIC_DICT OPAQUE_OBJ_GUARD_FN_MATCH RANGE_ITERATOR_MATCH SEQUENCE_LENGTH SET_CONTAINS
    SET_NOT_CONTAINS SHAPE_ENV TENSOR_MATCH TENSOR_SUBCLASS_METADATA_MATCH TORCH_FUNCTION_STATE TUPLE_ITERATOR_LEN TYPE_MATCH WEAKREF_ALIVE""".split():
    _kind(_name)


class GuardManagerType(enum.Enum):
    """The kinds of managers that torch._C._dynamo.guards makes."""

    GUARD_MANAGER = 1
    DICT_GUARD_MANAGER = 2


class GuardManagerWrapper(cache_entries.GuardManagerWrapper):
    """The guards of a piece of code that a script gives: those of the tree at root."""

    def __init__(self, root=None):
        from torch._C._dynamo.guards import RootGuardManager

        self.root = RootGuardManager() if root is None else root
        super().__init__("\nTREE_GUARD_MANAGER:\n+- RootGuardManager\n", lambda f_locals, f_globals: None, list)

    def check(self, f_locals):
        return self.root.check(f_locals)

    def check_verbose(self, f_locals):
        return self.root.check_verbose(f_locals)


class GuardFail(typing.NamedTuple):
    """Why an entry did not serve a call."""

    reason: str
    orig_code: object = None


@dataclasses.dataclass
class GuardedCode:
    code: object
    guard_manager: object
    compile_id: object
    trace_annotation: str = "Unknown"


class CacheEntry:
    """One compiled version of a function."""


class CheckFunctionManager:
    """The guards of a trace, or those that a filter keeps of them; with save_guards also as bytes."""

    UNSUPPORTED_SERIALIZATION_GUARD_TYPES = ("DICT_VERSION", "NN_MODULE", "ID_MATCH", "FUNCTION_MATCH", "CLASS_MATCH", "MODULE_MATCH", "CLOSURE_MATCH", "WEAKREF_ALIVE")

    def __init__(self, f_code, output_graph, cache_entry=None, guard_fail_fn=None, guard_filter_fn=None, shape_code_parts=None, runtime_global_scope=None,
                 save_guards=False, strict_error=False, guard_build_local_state=None):
        from torch._dynamo import package

        parts = output_graph.guard_manager._parts() if output_graph.guard_manager else ()
        if guard_filter_fn is not None:
            parts = package.kept_guards(parts, guard_filter_fn, output_graph.local_scope, output_graph.global_scope)
        self.guards_state = None
        if save_guards:
            try:
                package.refuse_local_types(parts, output_graph.local_scope, output_graph.global_scope)
                self.guards_state = package.pickle_guards(parts)
            except exc.PackageError as e:
                if strict_error:
                    raise
                log.warning("Guards are not saved: %s", e)
        self.guard_manager = package.load_guard_manager(parts, f_code, output_graph.global_scope)


def strip_function_call(name):
    """The variable that the text of a guard's value begins at: 'a' of "getattr(a.layers[0], 'b')"."""
    known = {"str", "len", "tuple", "list", "dict", "set", "isinstance", "hasattr", "getattr"}
    for part in re.findall(r"[^\d\W]\w*|[(\[\].,]|\d+", name.split("'")[0] if name.startswith("'") else name):
        if part.isidentifier() and part not in known and not part.startswith("___"):
            return part
    return name


# What sets up the state of a whole frame, and what a closure is compared by, has no types of its own.
_WITHOUT_TYPES = {"CLOSURE_MATCH", "DETERMINISTIC_ALGORITHMS", "GLOBAL_STATE", "GRAD_MODE", "SHAPE_ENV", "TORCH_FUNCTION_STATE"}


class _ExportedSource:
    """The source of a guard that guard_export_fn gets: a name and a kind."""

    def __init__(self, name, guard_source):
        self.name, self.guard_source = name, guard_source


def _exported_guard(guard):
    """What guard_export_fn gets of one guard."""
    name, kind, code, source = guard
    create = getattr(GuardBuilder, kind)
    if kind == "TENSOR_MATCH":
        create = functools.partial(create)
    source = _ExportedSource(name, GuardSource[source.upper()])
    return Guard(source, create, guard_types=None if kind in _WITHOUT_TYPES else [kind], code_list=code)
