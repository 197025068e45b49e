"""Module doc.

>>> 1 + 1
2
"""
import doctest
def good(x):
    """
    >>> good(2)
    4
    >>> for i in range(2):
    ...     print(i)
    0
    1
    >>> good("a")
    'aa'
    >>> good(None)
    Traceback (most recent call last):
        ...
    TypeError: unsupported operand type(s) for *: 'NoneType' and 'int'
    """
    return x * 2
def bad(x):
    """
    >>> bad(1)
    2
    >>> bad(2)
    2
    >>> bad(0)
    0
    """
    return x if x else 1 / x
class C:
    """
    >>> C().m()
    [0, 1, ..., 9]
    >>> C().m() # doctest: +ELLIPSIS
    [0, 1, ..., 9]
    >>> print("a   b") # doctest: +NORMALIZE_WHITESPACE
    a b
    >>> 1/0 # doctest: +SKIP
    >>> print("x\\n\\ny")
    x
    <BLANKLINE>
    y
    """
    def m(self):
        """
        >>> c = C(); c.m()[0]
        0
        """
        return list(range(10))
import sys, io
def run(*a, **k):
    out = io.StringIO(); old = sys.stdout; sys.stdout = out
    try: r = doctest.testmod(*a, **k)
    finally: sys.stdout = old
    print(out.getvalue().replace(__file__, "F")); print(r)
run()
run(verbose=True)
doctest.run_docstring_examples(good, globals()); 
print(doctest.ELLIPSIS, [ (e.source, e.want, e.lineno) for e in doctest.DocTestParser().get_examples(">>> x = 1\n>>> x\n1\n")])
