# Warnings of the compiler: escapes, literals that are called, subscripted or compared by identity, finally.
import warnings

SOURCES = r"""
'\d' ;; b'\q' ;; '\400' ;; f'\w{x}' ;; r'\d' ;; '\N{BULLET}' ;; '''\z'''
'a'(1) ;; f'{x}'(2) ;; b''(1) ;; (1, 2)(3) ;; [i for i in y](1) ;; {1}(1) ;; {1: 2}(1) ;; (i for i in y)(1) ;; (lambda: 1)(1)
None(1) ;; ...(1) ;; 5(1) ;; 5.0(1) ;; True(1) ;; 1j(1) ;; None[1] ;; 5[1] ;; {1}[0] ;; (i for i in y)[0] ;; (lambda: 1)[0]
'a'['x'] ;; 'a'[1.5] ;; (1, 2)['a'] ;; [1, 2][1, 2] ;; [1][None] ;; 'a'[1] ;; 'a'[1:2] ;; [1][[1]] ;; [1][lambda: 1] ;; {1: 2}['a'] ;; [1][y] ;; [1][True]
x is 'a' ;; x is not 5 ;; 5 is x ;; x is () ;; x is (1, y) ;; x is [] ;; x is b'' ;; x is 1j ;; x is None ;; x is ... ;; x is -1 ;; 'a' is 'b' is c
assert (1,) ;; assert () ;; assert (x, 'm'), 'y' ;; assert x, (1, 2)
"""
for line in SOURCES.strip().splitlines():
    for source in line.split(" ;; "):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            compile(source, "f.py", "exec")
        print(source, [(str(w.message), w.category.__name__, w.filename, w.lineno) for w in caught])

FINALLY = """
def f():
    for i in x:
        try: pass
        finally:
            {0}
def g():
    try: pass
    finally:
        for i in x:
            {0}
def h():
    while 1:
        try: {0}
        finally:
            def k():
                while 1: {0}
"""
for statement in ("return 1", "break", "continue"):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        compile(FINALLY.format(statement), "f.py", "exec")
    print(statement, [(str(w.message), w.lineno) for w in caught])

warnings.simplefilter("error")
for source in ("x is 5", "'ab\\d'", "'''\n\\400'''", "assert (1, 2)", "def f():\n try: pass\n finally:\n  return 1"):
    try:
        compile(source, "f.py", "exec")
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset, repr(e.text))
