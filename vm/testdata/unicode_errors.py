# The three Unicode errors: their arguments, attributes and texts.
def attempt(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
for s,e,o in [(-5,-3,0),(-1,0,3),(0,1,0),(0,5,3),(2,1,4),(5,2,3),(3,4,3),(0,2,3)]:
    x='a'*o
    attempt(lambda: str(UnicodeEncodeError('utf-8', x, s, e, 'r')))
    attempt(lambda: str(UnicodeDecodeError('utf-8', x.encode(), s, e, 'r')))
    attempt(lambda: str(UnicodeTranslateError(x, s, e, 'r')))
    q=UnicodeEncodeError('utf-8', x, s, e, 'r')
    print(q.start,q.end,q.object,q.reason,q.encoding,q.args)
attempt(lambda: UnicodeEncodeError('a'))
attempt(lambda: UnicodeEncodeError('a',b'x',0,1,'r'))
attempt(lambda: UnicodeEncodeError('a','x','0',1,'r'))
attempt(lambda: UnicodeDecodeError('a','x',0,1,'r'))
attempt(lambda: UnicodeTranslateError('x',0,1))
attempt(lambda: UnicodeTranslateError('x',0,1, 5))
q=UnicodeEncodeError('utf-8', 'abc', 0,1, 'r')
q.start=1;q.end=2;q.object='xyz';q.reason='because';q.encoding='foo'
print(q, q.args)
def f(): q.start='a'
attempt(f)
def f(): q.object=1
attempt(f)
attempt(lambda: str(q))
def f(): del q.object
attempt(f)
attempt(lambda: str(q))
attempt(lambda: q.object)
attempt(lambda: str(UnicodeEncodeError.__new__(UnicodeEncodeError)))
attempt(lambda: UnicodeEncodeError.__new__(UnicodeEncodeError).start)
attempt(lambda: str(UnicodeError('a',1)))
attempt(lambda: str(UnicodeTranslateError('\u1234',0,1,'r')))
attempt(lambda: str(UnicodeTranslateError('\U00012345',0,1,'r')))
attempt(lambda: str(UnicodeDecodeError('a',bytearray(b'xy'),0,1,'r')))
attempt(lambda: (UnicodeDecodeError('a',bytearray(b'xy'),0,1,'r')).object)
