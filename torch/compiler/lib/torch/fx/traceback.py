"""What is noted of nodes while a graph is traced: where they come from."""

import contextlib
import copy
import enum

__all__ = ["NodeSource", "NodeSourceAction", "annotate", "annotate_fn", "format_stack", "get_current_meta", "get_graph_provenance_json", "has_preserved_node_meta", "preserve_node_meta", "set_current_meta"]


class NodeSourceAction(enum.Enum):
    CREATE = "create"
    REPLACE = "replace"


class NodeSource:
    """The node that another one was made of, by which pass; from_node leads on to where that one came from."""

    class NodeInfo:
        """What is kept of the node itself."""

        def __init__(self, name, target, graph_id):
            self.name, self.target, self.graph_id = name, target, graph_id

    def __init__(self, node, pass_name="", action=None):
        self.pass_name = pass_name
        self.action = [] if action is None else list(action) if isinstance(action, (list, tuple)) else [action]
        for item in self.action:
            if not isinstance(item, NodeSourceAction):
                raise AssertionError(f"Expected NodeSourceAction, got {type(item)}")
        self.node_info = None if node is None else self.NodeInfo(node.name, str(node.target), id(node.graph))
        self.from_node = [] if node is None else copy.copy(node.meta.get("from_node", []))

    name = property(lambda self: self.node_info.name if self.node_info else "")
    target = property(lambda self: self.node_info.target if self.node_info else "")
    graph_id = property(lambda self: self.node_info.graph_id if self.node_info else -1)

    def _get_action_string(self):
        return "+".join(a.name.lower() for a in self.action)

    def __repr__(self):
        return self.print_readable()

    def print_readable(self, indent=0):
        text = f"{'    ' * indent}(name={self.name}, pass_name={self.pass_name}, action={self._get_action_string()}, graph_id={self.graph_id})\n"
        return text + "".join(item.print_readable(indent + 1) for item in self.from_node)

    def to_dict(self):
        return {
            "name": self.name, "target": self.target, "graph_id": self.graph_id, "pass_name": self.pass_name, "action": self._get_action_string(),
            "from_node": [item.to_dict() for item in self.from_node],
        }

    @classmethod
    def _from_dict(cls, d):
        """The source that to_dict has written, None for None."""
        if d is None:
            return None
        if not isinstance(d, dict):
            raise AssertionError(f"Expected a dict, got {type(d)}")
        made = cls(None, d.get("pass_name", ""), [NodeSourceAction[word.upper()] for word in d.get("action", "").split("+") if word])
        if d.get("name"):
            made.node_info = cls.NodeInfo(d["name"], d.get("target", ""), d.get("graph_id", -1))
        made.from_node = [cls._from_dict(item) for item in d.get("from_node", ())]
        return made

    def __eq__(self, other):
        return isinstance(other, NodeSource) and self.to_dict() == other.to_dict()

    def __hash__(self):
        return hash((self.name, self.target, self.graph_id, self.pass_name))


class _Current:
    """What is being noted."""

    meta, keeps, replayed, region = {}, False, None, None


@contextlib.contextmanager
def preserve_node_meta(enable=True):
    """Nodes that are made inside get what set_current_meta and annotate say."""
    before = _Current.keeps, _Current.meta
    _Current.keeps, _Current.meta = enable, dict(_Current.meta)
    try:
        yield
    finally:
        _Current.keeps, _Current.meta = before


def has_preserved_node_meta():
    return _Current.keeps


@contextlib.contextmanager
def set_current_meta(node, pass_name=""):
    """Nodes that are made inside take over what is known of a node."""
    if not _Current.keeps or not node.meta:
        yield
        return
    before = _Current.meta
    _Current.meta = copy.copy(node.meta)
    _Current.meta["from_node"] = [NodeSource(node, pass_name, NodeSourceAction.CREATE)]
    try:
        yield
    finally:
        _Current.meta = before


def get_current_meta():
    return _Current.meta


# What is said of a node that holds of those that are made in its place.
COPY_META_FIELDS = [
    "nn_module_stack", "torch_fn", "source_fn_stack", "original_aten", "recompute", "ac_graph_id", "has_backward_hook", "from_node", "quantization_tag", "_numeric_debug_handle",
    "custom", "partitioner_tag", "arg_kwarg_vals",
]


def take_current_meta(node):
    """Gives a node that is made what is known of the one in whose place it is."""
    known = _Current.meta
    node.meta.update((key, copy.copy(known[key])) for key in ("stack_trace", *COPY_META_FIELDS) if known.get(key))


class annotate:
    """Nodes that are made inside get entries in their meta["custom"]; as a decorator, those of calls of a function."""

    def __init__(self, annotation_dict):
        self._entries = annotation_dict

    def __enter__(self):
        self._before = _Current.meta
        custom = dict(self._before.get("custom", {}))
        custom.update(self._entries)
        _Current.meta = {**self._before, "custom": custom}

    def __exit__(self, *_):
        _Current.meta = self._before

    def __call__(self, fn):
        return annotate_fn(self._entries)(fn)


def annotate_fn(annotation_dict):
    """annotate for calls of a function."""
    import functools

    def decorator(fn):
        @functools.wraps(fn)
        def inner(*args, **kwargs):
            with annotate(annotation_dict):
                return fn(*args, **kwargs)

        return inner

    return decorator


@contextlib.contextmanager
def _set_regional_inductor_subgraph_name(name):
    """The part of a graph that is being compiled by itself."""
    before, _Current.region = _Current.region, name
    try:
        yield
    finally:
        _Current.region = before


def _get_regional_inductor_subgraph_name():
    return _Current.region


def format_stack():
    """The stack of calls as a list of texts."""
    import traceback

    if _Current.keeps:
        return [_Current.meta.get("stack_trace", "")]
    return traceback.format_list(traceback.extract_stack()[:-1])


def _get_custom_metadata(gm):
    """What annotations say of the nodes of a graph, a line each; of a graph that it calls there is a list in one line."""
    from torch.fx import GraphModule

    def said(module):
        for node in module.graph.nodes:
            if custom := node.meta.get("custom"):
                yield node.op, node.name, custom
            if node.op == "get_attr" and isinstance(body := getattr(module, node.target), GraphModule):
                yield list(said(body))

    if not isinstance(gm, GraphModule):
        raise AssertionError(f"Expected GraphModule, got {type(gm)}")
    return "\n".join(map(str, said(gm)))


def __getattr__(name):
    if name == "current_meta":
        return _Current.meta
    if name == "should_preserve_node_meta":
        return _Current.keeps
    if name == "current_replay_node":
        return _Current.replayed
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def set_stack_trace(stack):
    """The place that nodes which are made from now on come from."""
    if _Current.keeps and stack:
        _Current.meta["stack_trace"] = "".join(stack)


def set_grad_fn_seq_nr(seq_nr):
    """The number of the step of a backward pass that nodes which are made from now on belong to."""
    if _Current.keeps:
        _Current.meta["grad_fn_seq_nr"] = [*_Current.meta.get("grad_fn_seq_nr", []), seq_nr]
        _Current.meta["in_grad_fn"] = _Current.meta.get("in_grad_fn", 0) + 1


def reset_grad_fn_seq_nr():
    if _Current.keeps and (level := _Current.meta.get("in_grad_fn", 0)):
        if level == 1:
            del _Current.meta["in_grad_fn"], _Current.meta["grad_fn_seq_nr"]
        else:
            _Current.meta["in_grad_fn"] = level - 1
            _Current.meta["grad_fn_seq_nr"] = _Current.meta["grad_fn_seq_nr"][:-1]


@contextlib.contextmanager
def set_current_replay_node(node):
    """A node that is run again within."""
    before, _Current.replayed = _Current.replayed, node
    try:
        yield
    finally:
        _Current.replayed = before


def get_current_replay_node():
    return _Current.replayed


def get_graph_provenance_json(graph):
    """Where the nodes of a graph come from, by their names."""
    return {node.name: [source.to_dict() for source in node.meta.get("from_node", [])] for node in graph.nodes if node.op == "call_function"}


GRADIENT_ACC_SPECIAL_STACK = "Gradient addition node due to multiple use of tensor around:"
MEMORY_BUDGET_ANNOTATION_KEY = "_region_activation_memory_budget"
