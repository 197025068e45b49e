"""Patterns as text that makes them again: parts that several others use come first, under names."""

from torch.fx.graph import _Namespace

from .pattern_exprs import ListOf, MultiOutputPattern, Multiple, PatternExpr, _TargetArgsExpr, _TargetExpr


class PatternPrettyPrinter:
    def __init__(self):
        self.namespace = _Namespace()
        self.memoized_objs_names, self.memoized_objs_pp = {}, {}

    @staticmethod
    def run(obj, output_name="output"):
        """A pattern as lines, the last of which gives it the name output_name."""
        printer = PatternPrettyPrinter()
        if not hasattr(obj, "pretty_print") and not isinstance(obj, PatternExpr):
            raise AssertionError(f"expected a pattern, got {type(obj)}")
        text = printer._text_of(obj)
        parts = [f"{name} = {printer.memoized_objs_pp[part]}" for part, name in printer.memoized_objs_names.items()]
        return "\n".join([*parts, f"{output_name} = {text}"])

    def pretty_print(self, obj):
        """A part of a pattern, by its name if others use it too."""
        if isinstance(obj, _TargetExpr) and obj.has_multiple_users():
            return self.memoized_objs_names.get(obj) or self.memoize(obj)
        return self._text_of(obj)

    def memoize(self, obj):
        text, name = self._text_of(obj), obj.fns_repr()
        for prefix in ("aten.", "torch.", "prims."):
            name = name.replace(prefix, "")
        self.memoized_objs_names[obj] = self.namespace.create_name(name, None)
        self.memoized_objs_pp[obj] = text
        return self.memoized_objs_names[obj]

    def _text_of(self, obj):
        if isinstance(obj, _TargetArgsExpr):
            parts = [obj.fns_repr(), *map(self.pretty_print, obj.args), *(f"{name}={self.pretty_print(value)}" for name, value in obj.kwargs.items())]
            if isinstance(obj.users, Multiple):
                parts.append("_users=MULTIPLE")
            elif obj.users > 1:
                parts.append(f"_users={obj.users}")
            return f"{type(obj).__name__}({', '.join(parts)})"
        if isinstance(obj, ListOf):
            return f"ListOf({self.pretty_print(obj.pattern)}, partial={obj.partial})"
        if isinstance(obj, MultiOutputPattern):
            return "MultiOutputPattern([" + ",\n  ".join(map(self.pretty_print, obj.outputs)) + "\n])"
        return "Ignored()" if type(obj).__name__ == "Ignored" else repr(obj)
