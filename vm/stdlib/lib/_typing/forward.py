"""References to names that are not defined yet."""

import sys
import types

Union = type(int | str)

__name__ = "typing"  # whose classes and functions these are


def _convert(arg):
    if arg is None:
        return type(None)
    if isinstance(arg, str):
        return ForwardRef(arg)
    return arg


class ForwardRef:
    """An annotation that is not evaluated yet: one in quotes, or with a name that is not defined."""

    _scope = (None, None, {}, {})  # globals, the text to evaluate, what its made-up names stand for, cells of functions around

    def __init__(self, arg, *, is_argument=True, module=None, owner=None, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f"Forward reference must be a string -- got {arg!r}")
        self._fill(arg, module, is_argument, owner, is_class)

    def _fill(self, arg, module, is_argument, owner, is_class):
        self.__forward_arg__ = arg
        self.__forward_module__ = module
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__owner__ = owner

    def __init_subclass__(cls, /, *args, **kwds):
        raise TypeError("Cannot subclass ForwardRef")

    def evaluate(self, *, globals=None, locals=None, type_params=None, owner=None, format=1):
        """Return the value; in the format FORWARDREF what cannot be evaluated stays as it is, STRING gives the text."""
        if format == 4:
            return self.__forward_arg__
        try:
            return self._value(globals, locals, type_params, self.__owner__ if owner is None else owner)
        except Exception:
            if format != 3:
                raise
            return self

    def _value(self, globals, locals, type_params, owner):
        own_globals, source, extra, cells = self._scope
        source = source or self.__forward_arg__
        if globals is None:
            globals = own_globals
        if globals is None and self.__forward_module__ is not None:
            module = self.__forward_module__
            globals = getattr(sys.modules.get(module) if isinstance(module, str) else module, "__dict__", None)
        if globals is None:
            if isinstance(owner, type):
                globals = getattr(sys.modules.get(owner.__module__), "__dict__", None)
            elif isinstance(owner, types.ModuleType):
                globals = vars(owner)
            else:
                globals = getattr(owner, "__globals__", None)
        if globals is None:
            globals = {}
        if type_params is None:
            type_params = getattr(owner, "__type_params__", ())
        scope = {p.__name__: p for p in type_params}
        for name, cell in cells.items():
            try:
                scope[name] = cell.cell_contents
            except ValueError:
                pass
        if locals is not None:
            scope.update(locals)
        elif isinstance(owner, type):
            scope.update(vars(owner))
        scope.update(extra)
        if source.isidentifier():
            import builtins
            for namespace in (scope, globals, vars(builtins)):
                if source in namespace:
                    return namespace[source]
            raise NameError(f"name '{source}' is not defined", name=source)
        try:
            code = compile("(" + source + ")", "<string>", "eval")
        except SyntaxError:
            raise SyntaxError(f"Forward reference must be an expression -- got {source!r}") from None
        return eval(code, globals, scope)

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        return (self.__forward_arg__ == other.__forward_arg__ and self.__forward_module__ == other.__forward_module__
                and self.__forward_is_class__ == other.__forward_is_class__ and self._scope[0] is other._scope[0]
                and self.__owner__ == other.__owner__)

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        extra = ""
        if self.__forward_module__ is not None:
            extra += f", module={self.__forward_module__!r}"
        if self.__forward_is_class__:
            extra += ", is_class=True"
        if self.__owner__ is not None:
            extra += f", owner={self.__owner__!r}"
        return f"ForwardRef({self.__forward_arg__!r}{extra})"


ForwardRef.__module__ = "annotationlib"
