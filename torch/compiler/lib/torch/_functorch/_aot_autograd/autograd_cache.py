"""The cache of graphs that were captured ahead of time, as far as programs can see it: what PyTorch would have found, counted. Graphs are captured anew each time."""

import contextlib

import torch
from torch._C import _fx
from torch._functorch import config
from torch._inductor import codecache
from torch.compiler._cache import _record
from torch.fx import graph_module


class BypassAOTAutogradCache(Exception):
    """A graph cannot be found again."""


class FXGraphCacheMiss(BypassAOTAutogradCache):
    """What compiled graphs are made of is known, and they are not."""


class AOTAutogradCache:
    """The keys of graphs that were captured, with those of their compiled graphs."""

    _known = {}

    @staticmethod
    def clear():
        AOTAutogradCache._known.clear()


def should_use_local_autograd_cache():
    return config.enable_autograd_cache and not codecache.config.force_disable_caches


def should_use_remote_autograd_cache():
    return bool(config.enable_remote_autograd_cache)


def should_bundle_autograd_cache():
    return config.bundled_autograd_cache or torch._dynamo.config.caching_precompile


_SAFE_MODULES = ("torch", "_operator", "operator", "math", "builtins")
_SAFE_HIGHER_ORDER = ("invoke_subgraph", "cond", "while_loop", "wrap_with_set_grad_enabled", "tag_activation_checkpoint", "inductor_compiled_code", "triton_kernel_wrapper_mutation",
                      "hints_wrapper", "wrap", "map_impl", "scan", "associative_scan", "flex_attention", "flex_attention_backward")


def check_node_safe(node):
    """Raises BypassAOTAutogradCache for a node whose function may be another one next time."""
    target = node.target
    if node.op == "call_module":
        raise BypassAOTAutogradCache(f"Unsupported node op {node.op}")
    if node.op != "call_function":
        return
    if isinstance(target, torch._ops.HigherOrderOperator):
        name = getattr(target, "_name", None) or target.__name__
        if name not in _SAFE_HIGHER_ORDER:
            raise BypassAOTAutogradCache(f"Unsupported call_function target {target}. \n Function module: {target.__module__}, \nFunction name: {name}")
        return
    module = getattr(target, "__module__", None) or ""
    if module.split(".")[0] not in _SAFE_MODULES:
        raise BypassAOTAutogradCache(f"Unsupported call_function target {target}. \n Function module: {module}, \nFunction name: {getattr(target, '__name__', target)}")


def check_cacheable(gm):
    """Raises BypassAOTAutogradCache for a graph, or a body in it, that cannot be found again."""
    for node in gm.graph.nodes:
        check_node_safe(node)
        if node.op == "get_attr" and isinstance(body := getattr(gm, node.target, None), torch.fx.GraphModule):
            check_cacheable(body)


@contextlib.contextmanager
def sanitize_gm_for_cache(gm):
    yield


def _key(gm, graphs):
    cast = (torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"))
    text = f"{gm.code}\n{graphs}\n{torch.is_grad_enabled()} {cast} {codecache._settings()} {torch._dynamo.utils._functorch_config_for_logging()}"
    return "a" + codecache.sha256_hash(text.encode("utf-8"))


def _layouts(gm):
    values = (n.meta.get("example_value") for n in gm.graph.nodes if n.op == "placeholder")
    return [(v.dtype, v.shape, v.stride(), v.requires_grad) for v in values if isinstance(v, torch.Tensor)]


class _Compiled:
    """One graph that was captured, for what is counted when its backward pass is compiled."""

    def __init__(self, key, graphs):
        self.key, self.graphs = key, graphs

    def backward(self):
        compiled = codecache._graph_key(self.graphs[1])
        if codecache._is_on():
            codecache.FxGraphCache._note(compiled)
        self._save()

    def _save(self):
        if self.key is None:
            return
        from torch._dynamo.utils import counters

        counters["aot_autograd"]["autograd_cache_saved"] += 1
        compiled = AOTAutogradCache._known[self.key] = [codecache._graph_key(g) for g in self.graphs]
        _record("aot_autograd", self.key, compiled)


def _compiled(gm, graphs):
    """Counts for a captured graph what the caches would have had: graphs are the texts of the forward and the backward pass. Gives what is told
    of the compilation of the backward pass, None where that would have been found."""
    from torch._dynamo.utils import counters

    aot, key = counters["aot_autograd"], None
    if isinstance(gm, _fx.NativeModule):
        gm = graph_module._from_native(gm)
    graphs = [f"{gm.code}\n{_layouts(gm)}\n{graph}" for graph in graphs]  # the code has the numbers of constants
    unnamed = codecache._is_on() and codecache._has_unnamed_passes()
    if unnamed:
        counters["inductor"]["fxgraph_cache_bypass"] += 1
    if should_use_local_autograd_cache():
        try:
            if not codecache._is_on():
                raise BypassAOTAutogradCache("FX graph cache is not enabled")
            if unnamed:
                raise BypassAOTAutogradCache("A custom pass has no uuid")
            check_cacheable(gm)
            key = _key(gm, graphs)
        except BypassAOTAutogradCache:
            if config.strict_autograd_cache:
                raise
            aot["autograd_cache_bypass"] += 1
    if key is not None:
        known = AOTAutogradCache._known.get(key)
        if known is not None:
            if all(k in codecache.FxGraphCache._known for k in known):
                aot["autograd_cache_hit"] += 1
                for k in known:
                    codecache.FxGraphCache._note(k)
                _record("aot_autograd", key, known)
                return None
            counters["inductor"]["fxgraph_cache_miss"] += 1
        aot["autograd_cache_miss"] += 1
    if unnamed:
        return None
    if codecache._is_on():
        codecache.FxGraphCache._note(codecache._graph_key(graphs[0]))
    made = _Compiled(key, graphs)
    if len(graphs) == 1:
        made._save()
        return None
    return made
