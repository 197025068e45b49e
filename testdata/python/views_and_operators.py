"""Operators of the views of dicts ask nobody else: what is not iterable is an error, whatever it defines."""


class Reflecting:
    def __ror__(self, other):
        return "reflected"

    __rand__ = __rsub__ = __rxor__ = __ror__


class Left(Reflecting):
    def __or__(self, other):
        return "left"


d = {1: 2, 3: 4}
for view in (d.keys(), d.items()):
    for other in (Reflecting(), Left(), 5, None, [1], {1: 1}.keys(), {1: 1}.values(), {7}):
        for name, f in (("|", lambda: view | other), ("&", lambda: view & other), ("-", lambda: view - other), ("^", lambda: view ^ other), ("reflected |", lambda: other | view),
                        ("<", lambda: view < other), (">=", lambda: view >= other)):
            try:
                print(type(view).__name__, name, type(other).__name__, f())
            except TypeError as e:
                print(type(view).__name__, name, type(other).__name__, e)
