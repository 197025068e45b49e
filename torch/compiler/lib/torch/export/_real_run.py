"""A run of a module on the values of its example inputs, for draft_export: what numbers that depend on data were, and how kernels differ from what stands for them."""

import collections
import copy
import traceback

import torch
from torch._library.fake_profile import MissingOpProfile, OpProfile, TensorMetadata
from torch._ops import OpOverload
from torch._subclasses.fake_tensor import FakeTensorMode, UnsupportedOperatorException
from torch.fx.experimental.symbolic_shapes import ShapeEnv
from torch.utils import _pytree as pytree
from torch.utils._python_dispatch import TorchDispatchMode

# operators whose results are as long as they find elements, by name, with which dimension of which result that is
_COUNTING = {"nonzero": 0, "masked_select": 0, "_unique2": 0, "unique_consecutive": 0, "unique_dim": 0, "bincount": 0, "repeat_interleave.Tensor": 0}
_BUILT_IN = ("aten", "prims", "prim", "quantized", "higher_order")


class RealRun(TorchDispatchMode):
    """Watches a run; numbers are what each kind of operator gave, in order."""

    def __init__(self):
        super().__init__()
        self.numbers = collections.defaultdict(list)
        self.profiles = collections.defaultdict(set)
        self.missing, self.mismatched = {}, {}  # operators and, of those with a kernel that is wrong, why
        self.replay = None

    def replayed(self):
        """A recording that begins; the former ones count no longer."""
        self.replay = Replay(self)
        return self.replay

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        custom = isinstance(func, OpOverload) and func.namespace not in _BUILT_IN
        fake = self._fake(func, args, kwargs) if custom else None
        out = func(*args, **kwargs)
        if custom:
            self._compare(func, args, kwargs, out, fake)
        elif func is torch.ops.aten._local_scalar_dense.default:
            self.numbers["item"].append((None, out))
        else:
            name = str(func).removeprefix("aten.").removesuffix(".default")
            if name in _COUNTING:
                first = out if isinstance(out, torch.Tensor) else out[0]
                self.numbers[name].append((None, first.shape[_COUNTING[name]]))
            elif name.startswith("index.Tensor") and any(i is not None and i.dtype in (torch.bool, torch.uint8) for i in args[1]):
                mask = next(i for i in args[1] if i is not None and i.dtype in (torch.bool, torch.uint8))
                self.numbers["nonzero"].append((None, int(mask.count_nonzero())))
        return out

    def _fake(self, func, args, kwargs):
        """What the fake kernel gives, None where there is none for these arguments."""
        mode = FakeTensorMode(shape_env=ShapeEnv(), static_shapes=True, allow_non_fake_inputs=True)
        try:
            with mode:
                return func(*pytree.tree_map_only(torch.Tensor, mode.from_tensor, args), **pytree.tree_map_only(torch.Tensor, mode.from_tensor, kwargs))
        except (MissingOpProfile, UnsupportedOperatorException):
            return None
        except (RuntimeError, NotImplementedError) as e:
            if "fake impl" not in str(e):
                raise
            return None

    def _compare(self, func, args, kwargs, out, fake):
        name, leaves = str(func), pytree.tree_leaves(out)
        if fake is not None:
            why = next(filter(None, map(_difference, pytree.tree_leaves(fake), leaves)), None)
            if why is None:
                self._lengths(pytree.tree_leaves(fake), leaves)
                return
            self.mismatched.setdefault(name, why)
        else:
            self.missing.setdefault(name)
            for t in leaves:
                if not isinstance(t, torch.Tensor):
                    raise RuntimeError(f"propagate_real_tensors: we don't support operators that return non-Tensors. Got {func._schema}")
                if not torch._prims_common.is_non_overlapping_and_dense(t):
                    raise RuntimeError(f"propagate_real_tensors: we cannot infer a Fake kernel (meta kernel) for operator {func._schema.name} because a return was not dense in memory "
                                       f"(sizes {t.shape} strides {t.stride()}). Please use torch.library.register_fake to add a Fake kernel.")
        given = tuple(map(TensorMetadata.maybe_from_tensor, pytree.tree_leaves((args, kwargs))))
        made = tuple(map(TensorMetadata.maybe_from_tensor, leaves))
        self.profiles[name].add(OpProfile(given, made[0] if isinstance(out, torch.Tensor) else made))
        self.numbers["new_dynamic_size"] += ((name, n) for t in leaves for n in t.shape)

    def _lengths(self, fakes, leaves):
        """The sizes that a fake kernel leaves open, in the order in which it made them."""
        found = {}
        for f, t in zip(fakes, leaves):
            for size, real in zip(getattr(f, "shape", ()), getattr(t, "shape", ())):
                if isinstance(size, torch.SymInt) and str(size).startswith("u"):
                    found.setdefault(int(str(size)[1:]), real)
        self.numbers["new_dynamic_size"] += ((None, found[i]) for i in sorted(found))


def _difference(fake, real):
    """Why a tensor is not what its fake promised, None where it is."""
    if not isinstance(fake, torch.Tensor) or not isinstance(real, torch.Tensor):
        return None
    if fake.dtype != real.dtype:
        return f"Dtypes {real.dtype} and {fake.dtype} are not equal!"
    return next((f"mismatch between fake value {f} and real value {r} " for f, r in zip(fake.shape, real.shape) if isinstance(f, int) and f != r), None)


class Replay:
    """What a recording has asked of a run: the numbers in their order; each condition that needed them is kept with its place."""

    def __init__(self, run):
        self.run, self.left = run, {why: collections.deque(values) for why, values in run.numbers.items()}
        self.met_operators, self.conditions = [], {}
        self.order = []

    def value(self, why):
        if not self.left.get(why):
            return None
        operator, number = self.left[why].popleft()
        if operator is not None:
            self.meet(operator)
        return number

    def meet(self, operator):
        if operator not in self.met_operators:
            self.met_operators.append(operator)
            self.order.append(operator)

    def met(self, expr, answer):
        frames = [f for f in traceback.extract_stack()[:-1] if not f.filename.startswith("<")]
        at = frames[-1] if frames else None
        key = (at.filename, at.lineno) if at else expr
        if key not in self.conditions:
            self.conditions[key] = {"expr": expr, "result": str(answer), "frames": _of_forward(frames), "occurrences": 0}
            self.order.append(key)
        self.conditions[key]["occurrences"] += 1


def _of_forward(frames):
    """The frames of the program: those from the last forward that nothing of the program has called."""
    first = next((i for i, f in enumerate(frames) if f.name == "forward"), len(frames) - 1)
    return frames[first:]


def watched(mod, args, kwargs):
    """The run of a copy of a module on copies of arguments; random numbers go on as if it had not been."""
    mod, (args, kwargs) = copy.deepcopy(mod), pytree.tree_map_only(torch.Tensor, lambda t: t.detach().clone(), (args, kwargs or {}))
    run, state = RealRun(), torch.get_rng_state()
    try:
        with torch.no_grad(), run:
            mod(*args, **kwargs)
    finally:
        torch.set_rng_state(state)
    return run
