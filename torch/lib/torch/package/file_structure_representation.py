"""The files of a package as a tree."""

from torch.package.glob_group import GlobGroup

__all__ = ["Directory"]


class Directory:
    """A folder with what is in it, or a file."""

    def __init__(self, name, is_dir):
        self.name, self.is_dir, self.children = name, is_dir, {}

    def _add_file(self, file_path):
        at = self
        *folders, last = file_path.split("/")
        for folder in folders:
            at = at.children.setdefault(folder, Directory(folder, True))
        at.children[last] = Directory(last, False)

    def has_file(self, filename):
        """Whether there is a file, or a folder, of a path."""
        first, _, rest = filename.partition("/")
        child = self.children.get(first)
        return child is not None and (not rest or child.has_file(rest))

    def __str__(self):
        return "".join(self._lines("", "─── "))

    def _lines(self, indent, mark):
        yield f"{indent}{mark}{self.name}\n"
        indent += "│   " if mark == "├── " else "    "
        sides = [sorted((c for c in self.children.values() if c.is_dir is kind), key=lambda c: c.name) for kind in (True, False)]
        inside = sides[0] + sides[1]
        for child in inside:
            yield from child._lines(indent, "└── " if child is inside[-1] else "├── ")


def _create_directory_from_file_list(filename, file_list, include="**", exclude=()):
    wanted, top = GlobGroup(include, exclude=exclude, separator="/"), Directory(filename, True)
    for file in file_list:
        if wanted.matches(file):
            top._add_file(file)
    return top
