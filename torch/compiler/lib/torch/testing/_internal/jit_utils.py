"""The test case of TorchScript's tests, and what they check with."""
import contextlib
import copy
import functools
import importlib.util
import inspect
import io
import os
import sys
import tempfile
import textwrap
from typing import Any, Dict, List, Tuple, Union

import torch
import torch.jit
from torch.testing import FileCheck
from torch.testing._internal import common_utils
from torch.testing._internal.common_jit import JitCommonTestCase
from torch.testing._internal.common_utils import ProfilingMode, enable_profiling_mode, enable_profiling_mode_for_profiling_tests, is_iterable_of_tensors

FUSION_GROUP = "prim::TensorExprGroup"
TEST_BAILOUTS = False
RUN_CUDA = RUN_CUDA_HALF = RUN_CUDA_MULTI_GPU = False
_file_check = FileCheck


def execWrapper(code, glob, loc):
    exec(code, glob, loc)


def do_input_map(fn, input):
    if isinstance(input, torch.Tensor):
        return fn(input)
    if isinstance(input, (list, tuple)):
        return type(input)(do_input_map(fn, v) for v in input)
    if isinstance(input, dict):
        return {k: do_input_map(fn, v) for k, v in input.items()}
    return input


def clear_class_registry():
    """Forgets the classes that were compiled, so that their names are free."""
    torch._C._jit_clear_class_registry()


def get_execution_plan(graph_executor_state):
    """The one plan of an executor."""
    plans = list(graph_executor_state.execution_plans.values())
    if not plans:
        raise RuntimeError("This test assumes this GraphExecutor should only have one execution plan, got: 0")
    return plans[0]


def make_global(*args):
    """Make names of a test's function visible to the script compiler as globals of its module."""
    for arg in args:
        setattr(sys.modules[arg.__module__], arg.__name__, arg)


@contextlib.contextmanager
def _switched(switch, value, before):
    switch(value)
    try:
        yield
    finally:
        switch(before)


def disable_autodiff_subgraph_inlining(enabled=True):
    """Stretches that are differentiated as a whole stay, however short they are."""
    return _switched(torch._C._debug_set_autodiff_subgraph_inlining, not enabled, True)


def inline_everything_mode(should_inline):
    return _switched(torch._C._jit_set_inline_everything_mode, should_inline, torch._C._jit_get_inline_everything_mode())


def set_fusion_group_inlining(inlining):
    return _switched(torch._C._debug_set_fusion_group_inlining, inlining, torch._C._debug_get_fusion_group_inlining())


def enable_cpu_fuser(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        torch._C._jit_override_can_fuse_on_cpu_legacy(True)
        torch._C._jit_override_can_fuse_on_cpu(True)
        torch._C._jit_set_te_must_use_llvm_cpu(False)
        try:
            fn(*args, **kwargs)
        finally:
            torch._C._jit_override_can_fuse_on_cpu_legacy(False)
            torch._C._jit_override_can_fuse_on_cpu(False)
            torch._C._jit_set_te_must_use_llvm_cpu(True)

    return wrapper


@contextlib.contextmanager
def freeze_rng_state():
    state = torch.get_rng_state()
    try:
        yield
    finally:
        torch.set_rng_state(state)


def enable_cpu_fuser_if(cond):
    return enable_cpu_fuser if cond else lambda fn: fn


def get_forward(c):
    return c.forward


def get_forward_graph(c):
    return c.graph


def get_module_method(m, module, method):
    return getattr(getattr(m, module), method)


def attrs_with_prefix(module, prefix):
    return [name for name, _ in module._modules.items() if name.startswith(prefix)]


def warmup_backward(f, *args):
    results = []
    for _ in range(3):
        if len(args) > 0:
            r = torch.autograd.grad(f, *args)
        else:
            r = f.backward(retain_graph=True)
        results.append(r)
    return results


def warmup_forward(f, *args, profiling_count=3):
    for _ in range(profiling_count):
        results = f(*args)
    return results


def is_lambda(lamb):
    return isinstance(lamb, type(lambda: 0)) and lamb.__name__ == "<lambda>"


def clone_inputs(args):
    return [a.detach().clone().requires_grad_(a.requires_grad) if isinstance(a, torch.Tensor) else copy.copy(a) for a in args]


def get_traced_sample_variant_pairs(device, dtype, op):
    """Samples of an operator with its forms, function and method, each as a function of tensors and numbers that can be traced."""
    from torch.testing._internal.jit_metaprogramming_utils import create_traced_fn

    pairs = []
    for sample in op.sample_inputs(device, dtype, requires_grad=False):
        for name, variant in {"function": op.get_op(), "method": op.get_method()}.items():
            if variant is None or is_lambda(variant) or any(x in (op.name or "") for x in ("fill_", "zero_")):
                continue
            pairs.append((create_traced_fn(None, variant), variant, sample))
    return pairs


@contextlib.contextmanager
def _captured(redirect):
    """Gives a list that holds, behind the block, what the block has written to the stream that redirect redirects."""
    out, stream = [""], io.StringIO()
    try:
        with redirect(stream):
            yield out
    finally:
        out[0] = stream.getvalue()


class TensorExprTestOptions:
    """The settings that tests of groups of operators run with; restore puts back what was."""

    _WANTED = (
        ("_jit_set_profiling_executor", True), ("_get_graph_executor_optimize", True), ("_jit_set_texpr_fuser_enabled", True), ("_jit_override_can_fuse_on_cpu", True), ("_jit_override_can_fuse_on_gpu", True),
        ("_debug_set_fusion_group_inlining", False), ("_jit_set_te_must_use_llvm_cpu", False),
    )
    _READERS = {"_jit_set_texpr_fuser_enabled": "_jit_texpr_fuser_enabled", "_jit_override_can_fuse_on_cpu": "_jit_can_fuse_on_cpu", "_jit_override_can_fuse_on_gpu": "_jit_can_fuse_on_gpu",
                "_debug_set_fusion_group_inlining": "_debug_get_fusion_group_inlining", "_jit_set_te_must_use_llvm_cpu": "_jit_get_te_must_use_llvm_cpu"}

    def __init__(self):
        self._before = []
        for name, value in self._WANTED:
            reader = self._READERS.get(name)
            before = getattr(torch._C, reader)() if reader else None
            given = getattr(torch._C, name)(value)
            self._before.append((name, before if reader else given))

    def restore(self):
        for name, value in self._before:
            getattr(torch._C, name)(value)


class _AssertRaisesRegexWithHighlightContext:
    """Checks the message of an error, and that it marks a stretch of the source."""

    def __init__(self, test_case, exception, regex, highlight):
        self.test_case, self.exception, self.regex, self.highlight = test_case, exception, regex, highlight

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        with self.test_case.assertRaisesRegex(self.exception, self.regex):
            if type:
                raise value
        if self.highlight:
            FileCheck().check_source_highlighted(self.highlight).run(str(value))
        return True


class JitTestCase(JitCommonTestCase):
    _do_cuda_memory_leak_check = True

    def tearDown(self):
        super().tearDown()
        clear_class_registry()

    def assertRaisesRegexWithHighlight(self, exception, regex, highlight):
        return _AssertRaisesRegexWithHighlightContext(self, exception, regex, highlight)

    def assertGraphContains(self, graph, kind, consider_subgraphs=False):
        self._assert_count(graph, kind, None, consider_subgraphs)

    def assertGraphContainsExactly(self, graph, kind, num_kind_nodes, consider_subgraphs=False):
        self._assert_count(graph, kind, num_kind_nodes, consider_subgraphs)

    def _assert_count(self, graph, kind, count, consider_subgraphs):
        if consider_subgraphs:
            text = str(graph)
            found = text.count(kind) - text.count(f"with {kind}")
        else:
            found = len(graph.findAllNodes(kind))
        if count is None:
            self.assertTrue(found > 0)
        elif found != count:
            where = "including" if consider_subgraphs else "excluding"
            raise AssertionError(f"{graph}\nError: graph contains {found} {kind} nodes ({where} subgraphs) but expected {count}")

    def assertAllFused(self, graph, except_for=()):
        """All but some kinds of nodes of a graph, or of the one stretch in it that is differentiated, are in one group."""
        stretches = [n for n in graph.nodes() if n.kind() == "prim::DifferentiableGraph"]
        if stretches:
            self.assertEqual(len(stretches), 1)
            graph = stretches[0].g("Subgraph")
        allowed = {"prim::Constant", FUSION_GROUP, "prim::BailoutTemplate", "prim::BailOut", "prim::TupleConstruct"} | set(except_for)
        self.assertTrue(all(n.kind() in allowed for n in graph.nodes()), f"got {graph}")
        self.assertTrue([n.kind() for n in graph.nodes()].count(FUSION_GROUP) == 1)

    def checkBailouts(self, model, inputs, expected):
        """A function still gives the same when the guards of its plan fail."""
        self.assertEqual(model(*inputs), expected)

    def capture_stderr(self):
        return _captured(contextlib.redirect_stderr)

    def setHooks(self):
        torch._C._jit_set_emit_hooks(self.emitModuleHook, self.emitFunctionHook)

    def clearHooks(self):
        torch._C._jit_set_emit_hooks(None, None)

    def emitFunctionHook(self, func):
        """What could be asked of each function that is compiled."""

    def emitModuleHook(self, module):
        """What could be asked of each module that is compiled."""

    def assertExpectedGraph(self, trace, *args, **kwargs):
        graph = trace if isinstance(trace, torch._C.Graph) else trace.graph()
        torch._C._jit_pass_lint(graph)
        torch._C._jit_pass_dce(graph)
        self.assertExpected(str(torch._C._jit_pass_canonicalize(graph)), *args, **kwargs)

    def run_pass(self, name, trace):
        graph = trace if isinstance(trace, torch._C.Graph) else trace.graph()
        torch._C._jit_pass_lint(graph)
        result = getattr(torch._C, "_jit_pass_" + name)(graph)
        if result is not None and not isinstance(result, bool):
            graph = result
        torch._C._jit_pass_lint(graph)
        return graph

    def get_frame_vars(self, frames_up):
        frame = inspect.currentframe()
        for _ in range(frames_up + 1):
            frame = frame.f_back
        names = dict(frame.f_globals)
        names.update(frame.f_locals)
        return names

    def checkScriptRaisesRegex(self, script, inputs, exception, regex, name=None, outputs=None, capture_output=False, frames_up=1, profiling=None):
        """Both the function and its scripted form raise, with a message that the pattern finds in the latter's."""
        if isinstance(script, str):
            scope = {}
            exec("import torch\nfrom typing import *\nfrom torch import Tensor\n" + textwrap.dedent(script), scope)
            with self.assertRaisesRegex(exception, regex):
                cu = torch.jit.CompilationUnit(script, _frames_up=frames_up)
                getattr(cu, name)(*inputs)
            return
        with self.assertRaisesRegex(exception, regex):
            script(*inputs)
        with self.assertRaisesRegex(exception, regex):
            torch.jit.script(script)(*inputs)

    def checkScript(self, script, inputs, name="func", optimize=True, inputs_requires_grad=False, capture_output=False, frames_up=1, profiling=None, atol=None, rtol=None):
        """A function, or the text of one, gives the same scripted as plain."""
        if isinstance(script, str):
            names = self.get_frame_vars(frames_up)
            scope = dict(names)
            scope.update(torch=torch)
            source = textwrap.dedent(script)
            exec("from typing import *\nfrom torch import Tensor\n" + source, scope)
            plain = scope[name]
            cu = torch.jit.CompilationUnit(source, _frames_up=frames_up)
            scripted = getattr(cu, name)
        else:
            plain = script
            scripted = torch.jit.script(script)
            source = None
        def fresh():
            return do_input_map(lambda t: t.detach().clone().requires_grad_(inputs_requires_grad and t.is_floating_point() or t.requires_grad), tuple(inputs))

        copies = fresh()
        if capture_output:
            with self.capture_stdout() as expected_text, freeze_rng_state():
                expected = plain(*inputs)
            with self.capture_stdout() as text, freeze_rng_state():
                got = scripted(*copies)
            self.assertEqual(expected_text[0], text[0])
        else:
            again = fresh()
            with freeze_rng_state():
                got = scripted(*copies)
            with freeze_rng_state():  # the optimized graph
                self.assertEqual(got, scripted(*again), atol=atol, rtol=rtol)
            expected = plain(*inputs)
        self.assertEqual(expected, got, atol=atol, rtol=rtol)
        return scripted

    def checkTrace(self, func, reference_tensors, input_tensors=None, drop=None, allow_unused=False, verbose=False, inputs_require_grads=True, check_tolerance=1e-5, export_import=True,
                   _force_outplace=False, grad_atol=None, grad_rtol=None):
        """A traced function gives the same as the function, gradients too."""
        def floats(values):
            return [t for t in values if isinstance(t, torch.Tensor) and t.is_floating_point()]

        def fresh(values):
            return do_input_map(lambda t: t.detach().clone().requires_grad_(inputs_require_grads and t.is_floating_point()), tuple(values))

        traced = torch.jit.trace(func, fresh(reference_tensors), check_tolerance=check_tolerance, check_trace=False)
        given = input_tensors if input_tensors is not None else reference_tensors
        first, second = fresh(given), fresh(given)
        expected, got = func(*first), traced(*second)
        self.assertEqual(expected, got)
        if inputs_require_grads and floats(first):
            def total(out):
                tensors = [out] if isinstance(out, torch.Tensor) else [t for t in out if isinstance(t, torch.Tensor)]
                parts = [t.abs().sum() for t in tensors if t.is_floating_point() and t.requires_grad]
                return sum(parts) if parts else None

            a, b = total(expected), total(got)
            if a is not None:
                self.assertEqual(torch.autograd.grad(a, floats(first), allow_unused=True), torch.autograd.grad(b, floats(second), allow_unused=True), atol=grad_atol, rtol=grad_rtol)
        return traced

    def checkModule(self, nn_module, args):
        """A module gives the same scripted as plain."""
        scripted = torch.jit.script(nn_module)
        with freeze_rng_state():
            expected = nn_module(*args)
        with freeze_rng_state():
            got = scripted(*args)
        self.assertEqual(expected, got)
        self.assertExportImportModule(scripted, args)
        return scripted

    def getExportImportCopyWithPacking(self, m, also_test_file=True, map_location=None):
        return self.getExportImportCopy(m, also_test_file, map_location)

    def capture_stdout(self):
        return _captured(contextlib.redirect_stdout)



class NoTracerWarnContextManager:
    def __enter__(self):
        self.prev = torch._C._jit_get_tracer_state_warn()
        torch._C._jit_set_tracer_state_warn(False)

    def __exit__(self, *args):
        torch._C._jit_set_tracer_state_warn(self.prev)


def _get_py3_code(code, fn_name):
    """A function of a source text, which is run as a file, so that its source is found."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "script.py")
        with open(path, "w") as f:
            f.write(code)
        spec = importlib.util.spec_from_file_location(fn_name, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return getattr(module, fn_name)


@contextlib.contextmanager
def tracing_mode(*args):
    yield


def _inline_everything(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs)

    return wrapper


def _tmp_donotuse_dont_inline_everything(fn):
    return _inline_everything(fn)


def _trace(*args, **kwargs):
    return lambda func: torch.jit.trace(func, args, **kwargs)
