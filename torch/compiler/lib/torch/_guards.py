"""Identities of compilations, and what guards and the sources of values are made of."""

import contextlib
import dataclasses
import enum
import re
import traceback
import typing

from torch._C._dynamo import eval_frame


class GuardSource(enum.Enum):
    """The kinds of places that values come from."""

    LOCAL = 0
    GLOBAL = 1
    LOCAL_SPECIALIZED_NN_MODULE = 2
    GLOBAL_SPECIALIZED_NN_MODULE = 3
    CONSTANT = 4
    RANDOM_VALUE = 5
    SHAPE_ENV = 6
    LOCAL_FSDP_MODULE = 7
    GLOBAL_FSDP_MODULE = 8
    BACKWARD_STATE = 9
    EPHEMERAL = 10
    SYNTHETIC_LOCAL = 11
    LOCAL_UNSPECIALIZED_NN_MODULE = 12
    GLOBAL_UNSPECIALIZED_NN_MODULE = 13
    LOCAL_UNSPECIALIZED_BUILTIN_NN_MODULE = 14
    GLOBAL_UNSPECIALIZED_BUILTIN_NN_MODULE = 15
    TEMP_LOCAL = 16

    def is_local(self):
        return self.name.startswith("LOCAL")

    def is_fsdp_module(self):
        return self.name.endswith("FSDP_MODULE")

    def is_specialized_nn_module(self):
        return self.name.endswith("_SPECIALIZED_NN_MODULE")

    def is_unspecialized_nn_module(self):
        return "_UNSPECIALIZED_" in self.name

    def is_unspecialized_builtin_nn_module(self):
        return self.name.endswith("_BUILTIN_NN_MODULE")


@dataclasses.dataclass(frozen=True)
class Source:
    """How code reaches a value; subclasses have the name and the kind."""

    @property
    def guard_source(self):
        raise NotImplementedError

    @property
    def name(self):
        raise NotImplementedError

    def is_dict_key(self):
        return False

    def is_ephemeral(self):
        return False

    def is_specialized_nn_module(self):
        return self.guard_source.is_specialized_nn_module()

    def make_guard(self, fn):
        return Guard(self, fn)


@dataclasses.dataclass(frozen=True)
class ChainedSource(Source):
    """One step behind another source."""

    base: Source

    @property
    def guard_source(self):
        return self.base.guard_source

    def is_dict_key(self):
        return self.base.is_dict_key()

    def is_ephemeral(self):
        return self.base.is_ephemeral()

    def get_base(self):
        current = self
        while isinstance(current, ChainedSource):
            current = current.base
        return current


@dataclasses.dataclass
class Guard:
    """A condition on a source; create_fn(builder, guard) puts its check into the tree of a builder."""

    originating_source: Source
    create_fn: object
    guard_types: list = None
    code_list: list = None

    def __hash__(self):
        return hash((self.name, self.source, id(self.create_fn)))

    @property
    def name(self):
        return self.originating_source.name

    @property
    def source(self):
        return self.originating_source.guard_source

    def inner_create_fn(self):
        fn = self.create_fn
        return fn.func if hasattr(fn, "func") else fn

    def create_fn_name(self):
        return self.inner_create_fn().__name__

    def create(self, builder):
        return self.create_fn(builder, self)

    def is_local(self):
        return self.source.is_local()

    def is_fsdp_module(self):
        return self.source.is_fsdp_module()

    def is_specialized_nn_module(self):
        return self.source.is_specialized_nn_module()

    def sort_key(self):
        """Guards of duplicated inputs last, else by kind of source, length of name, and name."""
        line = getattr(getattr(self.inner_create_fn(), "__code__", None), "co_firstlineno", 0)
        return self.create_fn_name() == "DUPLICATE_INPUT", self.source.value, len(self.name), self.name, line


class GuardsSet:
    """The guards of a trace."""

    def __init__(self, inner=None):
        self.inner = set() if inner is None else inner

    def __iter__(self):
        return iter(self.inner)

    def __len__(self):
        return len(self.inner)

    def __bool__(self):
        return bool(self.inner)

    def __sub__(self, other):
        return GuardsSet(self.inner - other.inner)

    def add(self, guard, *, collect_debug_stack=True, skip=0):
        self.inner.add(guard)

    def update(self, *others):
        for guards in others:
            for guard in guards:
                self.add(guard)

    def clear(self):
        self.inner.clear()

    def get_guards_for_source(self, source):
        return {guard for guard in self.inner if guard.originating_source == source}

    def remove_guards_with_source(self, source):
        self.inner = {guard for guard in self.inner if guard.originating_source != source}


@dataclasses.dataclass(frozen=True, kw_only=True)
class CompileId:
    """One compilation: its function, which of the compilations of that it is, and the graph of compiled autograd around it."""

    frame_id: int = None
    frame_compile_id: int = None
    compiled_autograd_id: int = None

    def __str__(self):
        if self.compiled_autograd_id is None:
            return f"{self.frame_id}/{self.frame_compile_id}"
        frame = "" if self.frame_id is None else f"/{self.frame_id}/{self.frame_compile_id}"
        return f"!{self.compiled_autograd_id}{frame}"

    @classmethod
    def from_string(cls, text):
        if text is None:
            return None
        found = re.fullmatch(r"(?:!(\d+))?(?:(?(1)/|)(\d+)/(\d+))?", text)
        if not text or found is None:
            raise ValueError(f"Invalid compile_id '{text}'")
        graph, frame, compile = (None if part is None else int(part) for part in found.groups())
        return cls(compiled_autograd_id=graph, frame_id=frame, frame_compile_id=compile)


class TraceId(typing.NamedTuple):
    """One attempt of a compilation."""

    compile_id: CompileId
    attempt: int

    def __str__(self):
        return f"{self.compile_id}_{self.attempt}" if self.attempt else str(self.compile_id)


class CompileContext:
    """The compilation that runs; there is one while a backend is called."""

    def __init__(self, compile_id):
        self.compile_id = compile_id
        self.attempt = 0

    @staticmethod
    def get():
        context = CompileContext.try_get()
        if context is None:
            raise AssertionError("compile_context is not set")
        return context

    @staticmethod
    def try_get():
        if _compiling:
            return _compiling[-1]
        token = eval_frame.tracing_context()
        if token is None:
            return None
        context = CompileContext(CompileId.from_string(token[1]))
        context.attempt = token[2]
        return context

    @staticmethod
    def current_compile_id():
        context = CompileContext.try_get()
        return None if context is None else context.compile_id

    @staticmethod
    def current_trace_id():
        context = CompileContext.try_get()
        return None if context is None or context.compile_id is None else TraceId(context.compile_id, context.attempt)


_compiling = []  # by compile_context()


@contextlib.contextmanager
def compile_context(context):
    _compiling.append(context)
    try:
        yield context
    finally:
        _compiling.pop()


class TracingContext:
    """What a trace knows, while a backend compiles its graph."""

    def __init__(self, fake_mode=None):
        self.fake_mode = fake_mode
        self.guards_context = self.module_context = self.global_context = None
        self.params_flat = self.fw_metadata = self.output_strides = None

    @staticmethod
    def extract_stack():
        """The lines of the program that are being traced; code of scripts runs when none is."""
        return traceback.StackSummary()

    @staticmethod
    def get_traced_code():
        """The code objects that the trace went through; None while none is there."""
        return eval_frame.traced_code()

    @staticmethod
    def get():
        context = TracingContext.try_get()
        if context is None:
            raise RuntimeError("TracingContext.get() must be called within an ongoing trace.")
        return context

    @staticmethod
    def try_get():
        if _tracing:
            return _tracing[-1]
        token = eval_frame.tracing_context()
        if token is None:
            return None
        if token not in _contexts:
            from torch._subclasses.fake_tensor import FakeTensorMode
            from torch.fx.experimental.symbolic_shapes import ShapeEnv
            _contexts.clear()
            _contexts[token] = TracingContext(FakeTensorMode(shape_env=eval_frame.tracing_sizes() or ShapeEnv()))
        return _contexts[token]


_tracing, _contexts = [], {}  # by tracing(); by the number of the compilation, the last one


@contextlib.contextmanager
def tracing(context):
    _tracing.append(context)
    try:
        yield context
    finally:
        _tracing.pop()


def detect_fake_mode(inputs=None):
    """The one FakeTensorMode of the trace, of the block around, and of the tensors given; None if there is none."""
    from torch._subclasses import fake_tensor
    from torch.utils import _pytree as pytree

    context = TracingContext.try_get()
    if context is not None and context.fake_mode is not None:
        return context.fake_mode
    active = fake_tensor.active_fake_mode()
    modes = [] if active is None else [active]
    modes += [x.fake_mode for x in pytree.tree_leaves(inputs) if isinstance(x, fake_tensor.FakeTensor)]
    for mode in modes[1:]:
        if mode is not modes[0]:
            raise AssertionError(f"fake mode ({modes[0]}) from active fake mode 0 doesn't match mode ({mode}) from fake tensor input 0")
    return modes[0] if modes else None


def active_fake_mode():
    from torch._subclasses import fake_tensor

    return fake_tensor.active_fake_mode()
