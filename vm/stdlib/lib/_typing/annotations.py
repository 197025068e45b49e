"""The annotations of classes, with references to names that are not defined yet."""

from .forward import ForwardRef, _convert

__name__ = "typing"  # whose classes and functions these are


def _namespace_annotations(ns):
    """Return the annotations of a class body, with references to names that are not defined yet."""
    if "__annotations__" in ns:
        return dict(ns["__annotations__"])
    annotate = ns.get("__annotate_func__") or ns.get("__annotate__")
    if annotate is None:
        return {}
    try:
        return dict(annotate(1))
    except NameError:
        import annotationlib
        return annotationlib.call_annotate_function(annotate, annotationlib.Format.FORWARDREF)


def _annotations_now(cls):
    """Return the annotations of a class, with references to names that are not defined yet."""
    try:
        return getattr(cls, "__annotations__", {})
    except NameError:
        import annotationlib
        return annotationlib.get_annotations(cls, format=annotationlib.Format.FORWARDREF)


def _set_annotations(cls, ns, annotations, inherited=()):
    """Give a class the annotations of its body, lazily where there are names that are not defined yet."""
    annotate = ns.get("__annotate_func__") or ns.get("__annotate__")
    if annotate is None or "__annotations__" in ns or not any(map(_undefined_names, annotations.values())):
        cls.__annotations__ = annotations
        return

    def __annotate__(format, /):
        import annotationlib
        result = {}
        for base in inherited:
            result.update(annotationlib.get_annotations(base, format=format))
        own = annotationlib.call_annotate_function(annotate, format, owner=cls)
        result.update(own if format == 4 else {name: _convert(t) for name, t in own.items()})
        return result

    cls.__annotate__ = __annotate__


def _undefined_names(t):
    """Tell whether there are references to names that were not defined in an annotation."""
    if isinstance(t, ForwardRef):
        return t._scope[0] is not None
    return any(map(_undefined_names, getattr(t, "__args__", None) or ()))
