"""Texts about graphs and code for logs, as torch._dynamo.utils names them."""

import datetime
import functools
import os

import torch
from torch._dynamo import config


def format_func_info(code):
    return f"'{code.co_name}' ({code.co_filename}:{code.co_firstlineno})"


def format_bytecode(prefix, name, filename, line_no, code):
    import dis

    return f"{prefix} {name} {filename} line {line_no} \n{dis.Bytecode(code).dis()}\n"


def lazy_format_graph_code(name, gm, maybe_id=None, **kwargs):
    """The code of a graph, written when a log asks for it."""
    def text():
        return f"TRACED GRAPH\n ===== {name if maybe_id is None else f'{name} {maybe_id}'} =====\n{gm.print_readable(print_output=False, **kwargs)}\n"

    return torch._logging.LazyString(text)


def lazy_format_graph_tabular(fn_name, gm):
    """The nodes of a graph as a table, or as code where the package that makes tables is missing."""
    def text():
        try:
            from tabulate import tabulate
        except ImportError:
            return "Tabulate module missing, please install tabulate to log the graph in tabular format, logging code instead:\n" + str(lazy_format_graph_code(fn_name, gm))
        rows = [[n.op, n.name, n.target, n.args, n.kwargs] for n in gm.graph.nodes]
        return f"TRACED GRAPH\n {fn_name}\n{tabulate(rows, headers=['opcode', 'name', 'target', 'args', 'kwargs'])}\n"

    return torch._logging.LazyString(text)


def count_calls(g):
    return sum("call" in node.op for node in g.nodes)


def is_node_meta_valid(node):
    return node is None or "example_value" in node.meta or "val" in node.meta


def set_example_value(node, example_value):
    node.meta["example_value"] = example_value


@functools.cache
def print_once(*args):
    print(*args)


@functools.cache
def _run_name():
    return "run_" + datetime.datetime.now().strftime("%Y_%m_%d_%H_%M_%S_%f") + "-pid_" + str(os.getpid())


def get_debug_dir():
    """The folder of this run among what is written for debugging."""
    return os.path.join(config.debug_dir_root, _run_name())
