"""What dimensions are called: as the variables that they are assigned to."""

import ast
import functools
import linecache
import sys

__all__ = ["assigned_names"]


@functools.lru_cache(maxsize=64)
def _targets(text):
    """What the values of the assignments in a source go to, by where these stand."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return {}
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Assign) and len(node.targets) == 1)
    return {(v.lineno, v.end_lineno, v.col_offset, v.end_col_offset): node.targets[0] for node in found for v in [node.value]}


def assigned_names(up):
    """The names, None for what has none, that what the frame so far up calls is assigned to, and whether it is taken apart; None where it is not assigned."""
    frame = sys._getframe(up + 1)
    text = "".join(linecache.getlines(frame.f_code.co_filename))
    target = _targets(text).get(list(frame.f_code.co_positions())[frame.f_lasti // 2])
    if target is None:
        return None
    if isinstance(target, (ast.Tuple, ast.List)):
        return [getattr(t, "id", None) for t in target.elts], True
    return [getattr(target, "id", None)], False
