"""Which transform leads from unconstrained numbers into a constraint: biject_to for bijections, transform_to for what is easy to optimise over."""
import functools

from torch.distributions import constraints, transforms

__all__ = ["ConstraintRegistry", "biject_to", "transform_to"]


class ConstraintRegistry:
    """A table of constraint classes with functions that make the transform."""

    def __init__(self):
        self._registry = {}

    def register(self, constraint, factory=None):
        """Adds a class of constraints (or that of an object); without factory, a decorator."""
        if factory is None:
            return functools.partial(self.register, constraint)
        kind = type(constraint) if isinstance(constraint, constraints.Constraint) else constraint
        if not (isinstance(kind, type) and issubclass(kind, constraints.Constraint)):
            raise TypeError(f"Expected constraint to be either a Constraint subclass or instance, but got {kind}")
        self._registry[kind] = factory
        return factory

    def __call__(self, constraint):
        factory = self._registry.get(type(constraint))
        if factory is None:
            raise NotImplementedError(f"Cannot transform {type(constraint).__name__} constraints")
        return factory(constraint)


biject_to = ConstraintRegistry()
transform_to = ConstraintRegistry()


def _simple(transform, *kinds, registries=(biject_to, transform_to)):
    """The same transform for all constraints of a kind."""
    for registry in registries:
        for kind in kinds:
            registry.register(kind, lambda constraint: transform())


_simple(lambda: transforms.identity_transform, constraints.real)
_simple(transforms.ExpTransform, constraints.positive, constraints.nonnegative)
_simple(transforms.CorrCholeskyTransform, constraints.corr_cholesky)
_simple(transforms.StickBreakingTransform, constraints.simplex, registries=[biject_to])
_simple(transforms.SoftmaxTransform, constraints.simplex, registries=[transform_to])
_simple(transforms.LowerCholeskyTransform, constraints.lower_cholesky, registries=[transform_to])
_simple(transforms.PositiveDefiniteTransform, constraints.positive_definite, constraints.positive_semidefinite, registries=[transform_to])


def _half_line(bound, direction):
    return transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(bound, direction)])


def _between(constraint):
    low, high = constraint.lower_bound, constraint.upper_bound
    if all(isinstance(bound, (int, float, bool)) for bound in (low, high)) and (low, high) == (0, 1):
        return transforms.SigmoidTransform()
    return transforms.ComposeTransform([transforms.SigmoidTransform(), transforms.AffineTransform(loc=low, scale=high - low)])


def _register_compound(registry):
    for kind in (constraints.greater_than, constraints.greater_than_eq):
        registry.register(kind, lambda c: _half_line(c.lower_bound, 1))
    registry.register(constraints.less_than, lambda c: _half_line(c.upper_bound, -1))
    for kind in (constraints.interval, constraints.half_open_interval):
        registry.register(kind, _between)
    registry.register(constraints.independent, lambda c: transforms.IndependentTransform(registry(c.base_constraint), c.reinterpreted_batch_ndims))
    registry.register(constraints.cat, lambda c: transforms.CatTransform([registry(part) for part in c.cseq], c.dim, c.lengths))
    registry.register(constraints.stack, lambda c: transforms.StackTransform([registry(part) for part in c.cseq], c.dim))


_register_compound(biject_to)
_register_compound(transform_to)
