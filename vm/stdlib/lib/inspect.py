"""Looking at live objects: signatures, members, source."""

from collections import namedtuple
import types

from _inspect.kinds import *

__all__ = ["Parameter", "Signature", "BoundArguments", "signature", "getmembers", "getsource", "getsourcelines", "getdoc", "cleandoc",
           "isclass", "isfunction", "ismethod", "ismodule", "isbuiltin", "isgenerator", "isgeneratorfunction", "iscoroutinefunction", "isroutine",
           "isabstract", "isdatadescriptor", "getmro", "currentframe", "stack", "unwrap", "getfullargspec", "getcallargs", "getfile", "getmodule"]

_object = object  # which is a name of parameters here


def getmembers(object, predicate=None):
    results = []
    names = dir(object)
    for key in names:
        try:
            value = getattr(object, key)
        except AttributeError:
            for base in getattr(object, "__mro__", ()):
                if key in base.__dict__:
                    value = base.__dict__[key]
                    break
            else:
                continue
        if not predicate or predicate(value):
            results.append((key, value))
    results.sort(key=lambda pair: pair[0])
    return results


def getmembers_static(object, predicate=None):
    """Return the members as they are stored: no descriptor is asked."""
    results = []
    for key in dir(object):
        value = getattr_static(object, key, _missing)
        if value is not _missing and (not predicate or predicate(value)):
            results.append((key, value))
    return sorted(results, key=lambda pair: pair[0])


Attribute = namedtuple("Attribute", "name kind defining_class object")


def classify_class_attrs(cls):
    """Return, for each attribute of a class, its name, its kind, the class that defines it and what that class holds."""
    bases = getmro(cls) + tuple(b for b in getmro(type(cls)) if b not in (type, object))
    names = set(dir(cls)) | {name for base in bases for name in base.__dict__ if base is not type}
    result = []
    for name in sorted(names):
        home = next((base for base in bases if name in base.__dict__), None)
        if home is None:
            continue
        value = home.__dict__[name]
        if isinstance(value, (staticmethod, types.BuiltinMethodType)):
            kind = "static method"
        elif isinstance(value, (classmethod, types.ClassMethodDescriptorType)):
            kind = "class method"
        elif isinstance(value, property):
            kind = "property"
        elif isroutine(value):
            kind = "method"
        else:
            kind = "data"
        result.append(Attribute(name, kind, home, value))
    return result


def getclasstree(classes, unique=False):
    """Arrange classes in nested lists: after the pair of a class and its bases, a list of those derived from it."""
    children, roots = {}, []
    for cls in classes:
        for parent in cls.__bases__:
            known = children.setdefault(parent, [])
            if cls not in known:
                known.append(cls)
            if unique and parent in classes:
                break
        if not cls.__bases__ and cls not in roots:
            roots.append(cls)
    roots += [parent for parent in children if parent not in classes]
    return walktree(roots, children, None)


def walktree(classes, children, parent):
    results = []
    for cls in sorted(classes, key=lambda c: (c.__module__, c.__name__)):
        results.append((cls, cls.__bases__))
        if cls in children:
            results.append(walktree(children[cls], children, cls))
    return results


_missing = object()


def getattr_static(obj, attr, default=_missing):
    """Look an attribute up without asking descriptors, __getattr__ or __getattribute__."""
    cls = obj if isinstance(obj, type) else type(obj)
    held = _missing
    if not isinstance(obj, type):
        try:
            held = object.__getattribute__(obj, "__dict__").get(attr, _missing)
        except AttributeError:
            pass
    found = next((base.__dict__[attr] for base in type.__dict__["__mro__"].__get__(cls) if attr in base.__dict__), _missing)
    if held is not _missing:
        # As when attributes are looked up, a data descriptor of the class wins.
        if found is not _missing and hasattr(type(found), "__set__") and hasattr(type(found), "__get__"):
            return found
        return held
    if found is not _missing:
        return found
    if obj is cls:
        for base in type(cls).__mro__:
            if attr in base.__dict__:
                return base.__dict__[attr]
    if default is not _missing:
        return default
    raise AttributeError(attr)


def cleandoc(doc):
    first, *others = doc.expandtabs().split("\n")
    margin = min((len(line) - len(line.lstrip(" ")) for line in others if line.strip(" ")), default=0)
    lines = [first.lstrip(" "), *(line[margin:] for line in others)]
    shown = [number for number, line in enumerate(lines) if line]
    return "\n".join(lines[shown[0]:shown[-1] + 1]) if shown else ""


def getdoc(object):
    doc = getattr(object, "__doc__", None)
    if doc is None and isclass(object):
        for base in object.__mro__[1:]:
            if base is not _object and base.__doc__:
                doc = base.__doc__
                break
    return cleandoc(doc) if isinstance(doc, str) else None


# What is imported when it is first asked for: by part the names.
_LATE = {
    "sources": """getfile getsourcefile getabsfile getcomments getmodule getmodulename findsource EndOfBlock BlockFinder getblock getsourcelines getsource""",
    "frames": """currentframe Traceback FrameInfo getframeinfo getlineno getinnerframes trace Arguments ArgInfo getargs getargvalues formatargvalues
        getouterframes stack getgeneratorstate GEN_CREATED GEN_RUNNING GEN_SUSPENDED GEN_CLOSED getgeneratorlocals ClosureVars getclosurevars""",
    "signatures": """_empty _ParameterKind formatannotation Parameter BoundArguments Signature _signature_of_function signature FullArgSpec getfullargspec
        getcallargs get_annotations""",
}
_PARTS = {name: part for part, names in _LATE.items() for name in names.split()}


def __getattr__(name):
    if name not in _PARTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    package = __import__("_inspect." + _PARTS[name])
    value = globals()[name] = getattr(getattr(package, _PARTS[name]), name)
    return value


def __dir__():
    return sorted({*globals(), *_PARTS})
