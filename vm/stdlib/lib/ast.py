"""Literals from text. (Trees are not available.)"""

from _source import literal as _literal


def literal_eval(node_or_string):
    if not isinstance(node_or_string, str):
        raise TypeError("literal_eval() takes text")
    return _literal(node_or_string.strip(" \t"))
