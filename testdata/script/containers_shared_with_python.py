# torch.jit.script of a list or dict: scripts and Python change the same one, with elements of one type.
from typing import Dict, List

import torch


def attempt(f):
    try:
        print(f())
    except (TypeError, KeyError, IndexError, ValueError, RuntimeError, torch.jit.Error) as e:
        print(type(e).__name__, e)


@torch.jit.script
def change(x: List[int], y: Dict[str, int]):
    x.append(5)
    y["new"] = len(x)
    return x


numbers = torch.jit.script([1, 2, 3])
names = torch.jit.script({"a": 1, "b": 2})
print(type(numbers), type(names), numbers, names, len(numbers), bool(names))
print(change(numbers, names), numbers, names, change([1], {"a": 1}))
attempt(lambda: numbers[10])
attempt(lambda: numbers.append("a"))
attempt(lambda: numbers.extend([6, 7]))
attempt(lambda: numbers.insert(0, 9))
attempt(lambda: (numbers.pop(), numbers.pop(0), numbers.count(3), numbers[1:3], numbers[-1]))
attempt(lambda: numbers.remove(2))
attempt(lambda: numbers.remove(77))
attempt(lambda: numbers.__setitem__(0, 7))
attempt(lambda: numbers.__setitem__(slice(0, 2), [8, 9]))
attempt(lambda: numbers.__delitem__(0))
attempt(lambda: numbers.__setitem__(0, "a"))
print([n * 2 for n in numbers], sorted(numbers), 9 in numbers, numbers == [9], isinstance(numbers, list))
attempt(lambda: names["z"])
attempt(lambda: names[3])
attempt(lambda: names.__setitem__("c", 3))
attempt(lambda: names.__setitem__("c", "x"))
attempt(lambda: names.__setitem__(3, 1))
attempt(lambda: names.__delitem__("a"))
print(list(names), list(names.keys()), list(names.items()), "a" in names, names)
attempt(lambda: torch.jit.script([1, "a"]))
nested = torch.jit.script([[1], [2]])
nested[0].append(5)
print(nested, nested[0], torch.jit.script([]), torch.jit.script({}), torch.jit.script(["x", "y"]))
