"""The function that a line of a file lies in."""

import tokenize

cache = {}


def clearcache():
    """Forgets the files that were read."""
    cache.clear()


def get_funcname(filename, lineno):
    """The dotted name of the innermost function or class around a line, "" at the top of the file; None outside of it."""
    if filename not in cache:
        cache[filename] = _names_of(filename)
    names = cache[filename]
    return names[lineno] if 0 <= lineno < len(names) else None


def _names_of(filename):
    """The names for all lines of a file, by number; none of a file that cannot be read."""
    try:
        with tokenize.open(filename) as file:
            tokens = list(tokenize.generate_tokens(file.readline))
    except (OSError, SyntaxError, tokenize.TokenError):
        return []
    names, around, depth = [None], [], 0  # around: the depth of the body and the name of each definition that is open
    for token, following in zip(tokens, tokens[1:]):
        depth += (token.type == tokenize.INDENT) - (token.type == tokenize.DEDENT)
        if token.type == tokenize.DEDENT:
            del names[token.start[0]:]  # comments and empty lines before it stay with the body
            around = [(inner, name) for inner, name in around if inner <= depth]
        elif token.type == tokenize.NAME and token.string in ("def", "class") and following.type == tokenize.NAME:
            around = [(inner, name) for inner, name in around if inner <= depth]
            around.append((depth + 1, following.string))
        names += [".".join(name for _, name in around)] * (token.end[0] + 1 - len(names)) if token.type != tokenize.NAME or token.string != "async" else []
    return names
