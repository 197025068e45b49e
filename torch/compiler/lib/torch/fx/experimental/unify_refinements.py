"""The types of a graph with the same name for sizes that are the same."""

from torch.fx.experimental.graph_gradual_typechecker import Refine
from torch.fx.experimental.unification import Var, unify
from torch.fx.tensor_type import TensorType

__all__ = ["check_for_type_equality", "convert_eq", "infer_symbolic_types", "infer_symbolic_types_single_pass", "substitute_all_types", "substitute_solution_one_type", "unify_eq"]


def infer_symbolic_types_single_pass(traced):
    """Names unknown sizes and puts one name for those that are the same."""
    refiner = Refine(traced)
    refiner.refine()
    substitute_all_types(traced.graph, unify_eq(refiner.constraints))
    return refiner


def infer_symbolic_types(traced):
    """Does so twice, since the first time teaches more of the types, and makes sizes expressions of the names."""
    infer_symbolic_types_single_pass(traced)
    infer_symbolic_types_single_pass(traced).symbolic_relations()


def convert_eq(list_of_eq):
    """Both sides of all equalities."""
    return tuple(eq.lhs for eq in list_of_eq), tuple(eq.rhs for eq in list_of_eq)


def unify_eq(list_of_eq):
    """What names are, for the equalities to hold."""
    return unify(*convert_eq(list_of_eq))


def substitute_solution_one_type(mapping, t):
    """A type with what names are."""
    if isinstance(t, Var):
        return mapping.get(t, t)
    if isinstance(t, TensorType):
        return TensorType(tuple(mapping.get(x, x) if isinstance(x, Var) else x for x in t.__args__))
    if isinstance(t, (list, tuple)):
        return type(t)(substitute_solution_one_type(mapping, x) for x in t)
    return t


def substitute_all_types(graph, mapping):
    """The types of all nodes with what names are; names that are names are followed."""
    for key in mapping:
        while isinstance(mapping[key], Var) and mapping[key] in mapping:
            mapping[key] = mapping[mapping[key]]
    for node in graph.nodes:
        node.type = substitute_solution_one_type(mapping, node.type)


def check_for_type_equality(g1, g2):
    """Whether the nodes of two graphs have the same types."""
    return all(a.type == b.type for a, b in zip(g1.nodes, g2.nodes))
