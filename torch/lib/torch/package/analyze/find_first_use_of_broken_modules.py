"""How modules that could not be packaged came in."""

from torch.package.package_exporter import PackagingError

__all__ = ["find_first_use_of_broken_modules"]


def find_first_use_of_broken_modules(exc):
    """For each module with an error, the path by which it was first needed."""
    if not isinstance(exc, PackagingError):
        raise AssertionError(f"exception must be a PackagingError, got {type(exc).__name__}")
    graph = exc.dependency_graph
    return {name: graph.first_path(name) for name, attributes in graph.nodes.items() if attributes.get("error")}
