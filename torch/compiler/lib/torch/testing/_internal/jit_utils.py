"""The test case of TorchScript's tests, and what they check with."""
import contextlib
import functools
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
from torch.testing._internal.common_utils import TestCase

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
    return None


def get_execution_plan(graph_executor_state):
    raise RuntimeError("magneto: the executor keeps no plans")


def make_global(*args):
    """Make names of a test's function visible to the script compiler as globals of its module."""
    for arg in args:
        setattr(sys.modules[arg.__module__], arg.__name__, arg)


@contextlib.contextmanager
def disable_autodiff_subgraph_inlining(enabled=True):
    yield


@contextlib.contextmanager
def inline_everything_mode(should_inline):
    yield


@contextlib.contextmanager
def set_fusion_group_inlining(inlining):
    yield


@contextlib.contextmanager
def enable_cpu_fuser(*args):
    yield


@contextlib.contextmanager
def freeze_rng_state():
    state = torch.get_rng_state()
    try:
        yield
    finally:
        torch.set_rng_state(state)


def enable_cpu_fuser_if(cond):
    return lambda fn: fn


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


class JitTestCase(TestCase):
    _do_cuda_memory_leak_check = True

    def assertRaisesRegexWithHighlight(self, exception, regex, highlight):
        return _AssertRaisesRegexWithHighlightContext(self, exception, regex, highlight)

    def assertGraphContains(self, graph, kind, consider_subgraphs=False):
        self._assert_count(graph, kind, None, consider_subgraphs)

    def assertGraphContainsExactly(self, graph, kind, num_kind_nodes, consider_subgraphs=False):
        self._assert_count(graph, kind, num_kind_nodes, consider_subgraphs)

    def _assert_count(self, graph, kind, count, consider_subgraphs):
        found = len([n for n in graph.findAllNodes(kind)])
        if count is None:
            self.assertTrue(found > 0, f"{kind} is not in {graph}")
        else:
            self.assertEqual(found, count, f"{graph} has {found} nodes of kind {kind}")

    def assertAllFused(self, graph, except_for=()):
        raise RuntimeError("magneto: scripted graphs are not fused into groups")

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
        copies = do_input_map(lambda t: t.detach().clone().requires_grad_(inputs_requires_grad and t.is_floating_point() or t.requires_grad), tuple(inputs))
        if capture_output:
            with self.capture_stdout() as expected_text:
                expected = plain(*inputs)
            with self.capture_stdout() as text:
                got = scripted(*copies)
            self.assertEqual(expected_text[0], text[0])
        else:
            expected = plain(*inputs)
            got = scripted(*copies)
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

    def assertExportImport(self, trace, inputs):
        function = torch._C._create_function_from_graph("forward", trace)
        self.assertExportImportModule(function, inputs)

    def assertExportImportModule(self, m, inputs):
        copied = self.getExportImportCopy(m)
        with freeze_rng_state():
            a = m(*inputs)
        with freeze_rng_state():
            b = copied(*inputs)
        self.assertEqual(a, b)

    def runAndSaveRNG(self, func, inputs, kwargs=None):
        with freeze_rng_state():
            return func(*inputs, **(kwargs or {}))

    def getExportImportCopy(self, m, also_test_file=True, map_location=None):
        buffer = io.BytesIO()
        torch.jit.save(m, buffer)
        buffer.seek(0)
        imported = torch.jit.load(buffer, map_location=map_location)
        if not also_test_file:
            return imported
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "module.pt")
            torch.jit.save(imported, path)
            return torch.jit.load(path, map_location=map_location)

    def getExportImportCopyWithPacking(self, m, also_test_file=True, map_location=None):
        return self.getExportImportCopy(m, also_test_file, map_location)

    @contextlib.contextmanager
    def capture_stdout(self):
        out = [""]
        before, sys.stdout = sys.stdout, io.StringIO()
        try:
            yield out
        finally:
            out[0] = sys.stdout.getvalue()
            sys.stdout = before

    def createFunctionFromGraph(self, trace):
        graph = trace if isinstance(trace, torch._C.Graph) else trace.graph()
        return torch._C._create_function_from_graph("forward", graph)


class NoTracerWarnContextManager:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None


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
