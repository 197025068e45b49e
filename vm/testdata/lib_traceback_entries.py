# Entries of tracebacks, reports of exceptions and suggestions.
import traceback
def attempt(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
def deep():
    def g(): 1/0
    g()
try: deep()
except ZeroDivisionError as e: tb = e.__traceback__; ex = e
S = traceback.extract_tb(tb)
print(S[0] == (S[0].filename, S[0].lineno, S[0].name, S[0].line), len(S), S[-1].name, S[-1].line, list(S[0])[2], S[0][2], len(S[0]))
fs = traceback.FrameSummary('f', 1, 'n', lookup_line=False, line='  hello ', locals={'a': 1}); print(fs, fs.line, fs.locals, tuple(fs), fs == fs, fs == 5)
print(traceback.StackSummary.from_list([('f', 1, 'n', 'l')]).format())
te = traceback.TracebackException.from_exception(ex); print(te.exc_type_str, list(te.format_exception_only()), te == te, len(te.stack), str(te))
print(traceback.format_exception_only(ValueError('a\nb')), traceback.format_exception_only(None), traceback.format_exception_only(SyntaxError('x', ('f', 1, 2, 'abc'))))
print(''.join(traceback.format_list([('f', 1, 'n', 'l'), ('g', 2, 'm', None)])))
attempt(lambda: traceback.print_exception(5)); attempt(lambda: traceback.format_exc()); attempt(lambda: traceback.walk_tb(tb).__class__.__name__); attempt(lambda: [l for f, l in traceback.walk_tb(tb)][1:]); traceback.clear_frames(tb)
class A:
    bluch = 1; _hidden = 2
attempt(lambda: A().blech)
for name in ('blech', 'hidden', 'blucch'):
    try: getattr(A(), name)
    except AttributeError as e: print(traceback.format_exception_only(e))
try: A().blech
except AttributeError as e: print(traceback.format_exception_only(e))
