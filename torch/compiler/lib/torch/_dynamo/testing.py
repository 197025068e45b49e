"""Backends that count and record, and what tests of the compiler share."""

import contextlib
import functools
import re
import sys
import types
import unittest
from unittest.mock import patch

import torch
from torch import fx
from torch._dynamo import config, eval_frame, optimize_assert, reset
from torch._dynamo.utils import same
from torch._dynamo.eval_frame import unsupported

three = 3


def clone_me(x):
    """A leaf of the same values."""
    if x is None:
        return None
    return x.detach().clone().requires_grad_(x.requires_grad)


def remove_optimized_module_prefix(name):
    return re.sub(r"^_orig_mod[.]", "", name)


def extract_graph_and_tracker(fn, *args, **kwargs):
    """The graph of fn, and what tells its identical regions (with config.track_nodes_for_deduplication)."""
    from torch._dynamo.graph_region_tracker import GraphRegionTracker

    graphs = []

    def backend(gm, example_inputs):
        graphs.append((gm.graph, GraphRegionTracker._of(gm.graph)))
        return gm

    torch.compile(backend=backend, fullgraph=True)(fn)(*args, **kwargs)
    return graphs[-1]


def extract_graph(fn, *args, **kwargs):
    """What fn gives, the graphs of its capture, and those captured ahead of time, forward and backward."""
    backend = AotEagerAndRecordGraphs()
    result = torch.compile(backend=backend)(fn)(*args, **kwargs)
    return result, backend.graphs, backend.fw_graphs, backend.bw_graphs


def collect_results(model, prediction, loss, example_inputs):
    """The prediction, the loss and all gradients."""
    results = [prediction, loss]
    grads, params = {}, {}
    for name, param in model.named_parameters():
        if isinstance(model, eval_frame.OptimizedModule):
            name = remove_optimized_module_prefix(name)
        param_copy = param
        grads[name + ".grad"] = param.grad if param.grad is not None else torch.zeros_like(param)
        params[name] = param_copy
    results += [grads, params]
    for name, buffer in model.named_buffers():
        results[-1][remove_optimized_module_prefix(name)] = buffer
    for example in example_inputs:
        for inp in example if isinstance(example, (tuple, list)) else [example]:
            if isinstance(inp, torch.Tensor):
                results.append(inp.grad)
    return results


def requires_bwd_pass(out):
    """Tells whether a result has something with a gradient."""
    if isinstance(out, torch.Tensor):
        return out.requires_grad
    if isinstance(out, (list, tuple)):
        return any(requires_bwd_pass(x) for x in out)
    if out is None or isinstance(out, int):
        return False
    raise NotImplementedError("Don't know how to reduce", type(out))


def reduce_to_scalar_loss(out):
    """One number of any result, for backward."""
    if isinstance(out, torch.Tensor):
        return out.sum() / out.numel()
    if isinstance(out, (list, tuple)):
        return sum(reduce_to_scalar_loss(x) for x in out) / len(out)
    if type(out).__name__ in ("MaskedLMOutput", "Seq2SeqLMOutput", "CausalLMOutputWithCrossAttentions"):
        return reduce_to_scalar_loss(out.logits)
    if type(out).__name__ == "SquashedNormal":
        return out.mean.sum()
    if isinstance(out, dict):
        return sum(reduce_to_scalar_loss(v) for v in out.values()) / len(out)
    raise NotImplementedError("Don't know how to reduce", type(out))


def _count(counter, gm):
    counter.frame_count += 1
    for node in gm.graph.nodes:
        if "call" in node.op:
            counter.op_count += 1


class CompileCounterInt(int):
    pass


class CompileCounter:
    """Runs graphs as they are; counts them and their operations."""

    def __init__(self):
        self.frame_count = 0
        self.op_count = 0

    def __call__(self, gm, example_inputs):
        _count(self, gm)
        return gm.forward

    def clear(self):
        self.frame_count = 0
        self.op_count = 0


class CompileCounterWithBackend:
    """Counts graphs and hands them to another backend."""

    def __init__(self, backend):
        self.frame_count = 0
        self.op_count = 0
        self.backend = backend
        self.graphs = []

    def __call__(self, gm, example_inputs):
        from .backends.registry import lookup_backend

        _count(self, gm)
        self.graphs.append(gm)
        return lookup_backend(self.backend)(gm, example_inputs)

    def clear(self):
        self.frame_count = 0
        self.op_count = 0
        self.graphs = []


class EagerAndRecordGraphs:
    """Keeps graphs and runs them as they are."""

    def __init__(self):
        self.graphs = []
        self.example_inputs = []

    def __call__(self, gm, example_inputs):
        self.graphs.append(gm)
        self.example_inputs.append(example_inputs)
        return gm.forward


class AotEagerAndRecordGraphs:
    """Runs graphs as they are; keeps those of the tracer and the captured ones of forward and backward."""

    def __init__(self):
        self.graphs = []
        self.fw_graphs = []
        self.bw_graphs = []

    def __call__(self, gm, example_inputs):
        from torch._functorch.aot_autograd import aot_module_simplified
        from torch._functorch.partitioners import min_cut_rematerialization_partition

        def keep(list):
            def compiler(gm, example_inputs):
                list.append(gm)
                return gm.forward

            return compiler

        self.graphs.append(gm)
        return aot_module_simplified(
            gm, example_inputs, fw_compiler=keep(self.fw_graphs), bw_compiler=keep(self.bw_graphs),
            partition_fn=min_cut_rematerialization_partition, keep_inference_input_mutations=True)


class InductorAndRecordGraphs:
    """Keeps the tracer's graphs and hands them to the default backend."""

    def __init__(self):
        self.graphs = []
        self.inductor_graphs = []

    def __call__(self, gm, example_inputs):
        from .backends.registry import lookup_backend

        self.graphs.append(gm)
        return lookup_backend("inductor")(gm, example_inputs)


def aot_eager(gm, example_inputs):
    from .backends.registry import lookup_backend

    return lookup_backend("aot_eager")(gm, example_inputs)


def dummy_fx_compile(gm, example_inputs):
    return gm.forward


def strip_comment(code):
    return re.sub(r"(?m)^ *#.*\n?", "", str(code))


def remove_trailing_space(code):
    return "\n".join(line.rstrip() for line in code.split("\n"))


def _squash_blank_lines(code):
    lines = code.split("\n")
    return "\n".join(line for i, line in enumerate(lines) if line or i == 0 or lines[i - 1])


def empty_line_normalizer(code):
    """Text without empty lines, to compare generated code."""
    if isinstance(code, str):
        return re.sub(r"[\r\n]+", "\n", code)
    return code


def normalize_gm(gm_str):
    """Graph text without comments and trailing blanks, with single empty lines."""
    return _squash_blank_lines(remove_trailing_space(strip_comment(gm_str)))


def standard_test(self, fn, nargs, expected_ops=None, expected_ops_dynamic=None, expected_frame_count=1):
    """Calls fn plainly and compiled with the same random arguments: results, graphs and operations must be as expected."""
    counter = CompileCounter()
    calls = [[torch.randn(10, 10) for _ in range(nargs)] for _ in range(2)]
    plain = [fn(*args) for args in calls]
    reset()
    compiled = optimize_assert(counter)(fn)
    rounds = [[compiled(*args) for args in calls] for _ in range(2)]
    reset()
    for results in rounds:
        for got, want in zip(results, plain):
            self.assertTrue(same(got, want))
    self.assertEqual(counter.frame_count, expected_frame_count)
    dynamic = expected_ops_dynamic is not None and not config.assume_static_by_default
    operations = expected_ops_dynamic if dynamic else expected_ops
    if operations is not None:
        self.assertEqual(counter.op_count, operations)


def format_speedup(speedup, pvalue, is_correct=True, pvalue_threshold=0.1):
    if not is_correct:
        return "ERROR"
    if pvalue > pvalue_threshold:
        return f"{speedup:.3f}x SAME"
    return f"{speedup:.3f}x p={pvalue:.2f}"


def rand_strided(size, stride, dtype=torch.float32, device="cpu", extra_size=0):
    """A random tensor of a given layout."""
    needed = sum((shape - 1) * stride for shape, stride in zip(size, stride)) + 1 + extra_size
    if dtype.is_floating_point or dtype.is_complex:
        buffer = torch.randn(needed, dtype=dtype)
    else:
        buffer = torch.zeros(size=[needed], dtype=dtype)
    return torch.as_strided(buffer, size, stride)


def check_dynamic_shape_capture():
    """Tells whether sizes are symbolic from the first call on."""
    return not config.assume_static_by_default


def _make_fn_with_patches(fn, *patches):
    @functools.wraps(fn)
    def wrapped(*args, **kwargs):
        with contextlib.ExitStack() as stack:
            for module, attr, value in patches:
                stack.enter_context(patch.object(module, attr, value))
            return fn(*args, **kwargs)

    return wrapped


def make_test_cls_with_patches(cls, cls_prefix, fn_suffix, *patches, xfail_prop=None, decorator=lambda x: x):
    """A copy of a test class each of whose tests runs with settings of its own."""
    members = {}
    for name in list(cls.__dict__):
        value = getattr(cls, name)
        if callable(value) and name.startswith("test_"):
            new_name = f"{name}{fn_suffix}"
            new_fn = _make_fn_with_patches(value, *patches)
            new_fn.__name__ = new_name
            if xfail_prop is not None and hasattr(value, xfail_prop):
                new_fn = unittest.expectedFailure(new_fn)
            members[new_name] = decorator(new_fn)
        elif not callable(value) and name not in ("__dict__", "__weakref__", "__module__", "__doc__"):
            members[name] = cls.__dict__[name]
        elif isinstance(cls.__dict__[name], (staticmethod, classmethod)) or callable(value) and not name.startswith("__"):
            members[name] = cls.__dict__[name]
    made = type(f"{cls_prefix}{cls.__name__}", cls.__bases__, members)
    made.__module__ = cls.__module__
    return made


def skipIfNotPy311(fn):
    return fn


skipIfNotPy312 = skipIfNotPy311
xfailIfS390X = skipIfNotPy311


def skipIfPy312(fn):
    return unittest.skip("Not supported in Python 3.12+")(fn)


skipIfOnlyNotPy312 = skipIfNotPy311
requiresPy310 = skipIfNotPy311


def xfailIfPy312(fn):
    return unittest.expectedFailure(fn)


def expectedFailureDynamic(fn):
    fn._expected_failure_dynamic = True
    return fn


def expectedFailureCodegenDynamic(fn):
    fn._expected_failure_codegen_dynamic = True
    return fn


def expectedFailureDynamicWrapper(fn):
    fn._expected_failure_dynamic_wrapper = True
    return fn


def reset_rng_state(use_xla=False):
    torch.manual_seed(1337)
    import random

    random.seed(1337)


def is_generator(code):
    return bool(code.co_flags & 0x20)


def debug_checks(code):
    return None


def debug_dir():
    return contextlib.nullcontext()


def load_test_module(name):
    import importlib
    import os

    spec = importlib.util.spec_from_file_location(os.path.basename(name), name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _skipped_function_for_test_reconstruct(f, *args, **kwargs):
    return f(*args, **kwargs)


def debug_insert_nops(frame, cache_size, hooks, _, *, skip=0):
    """Rewrites the instructions of a frame with others among them that do nothing: as they are, since nothing tells the difference."""
    return frame.f_code
