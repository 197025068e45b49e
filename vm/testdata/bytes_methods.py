# bytes and bytearray: every method, with the messages for wrong arguments.
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
for B in (bytes, bytearray):
    b = B(b"Hello, World")
    print(b.find(b'o'), b.rfind(b'o'), b.find(111), b.find(b'o', 5), b.find(b'', 20), b.count(b'l'), b.count(b''), b.index(b'W'), b.rindex(108), b.find(b'o', -3, None))
    t(lambda: b.find('o')); t(lambda: b.find(300)); t(lambda: b.index(b'z')); t(lambda: b.count()); t(lambda: b.find(b'o', 'x')); t(lambda: b.rindex(b'q')); t(lambda: b.find(1.5))
    print(b.startswith(b'He'), b.startswith((b'x', b'H')), b.endswith(b'ld', 3), b.startswith(b'', 50)); t(lambda: b.startswith('H')); t(lambda: b.endswith(('H',))); t(lambda: b.startswith(3))
    print(b.split(), b.split(b','), b.split(b'l', 1), b.rsplit(b'l', 1), b.rsplit(None, 1), B(b' a  b ').split(None, 1), B(b' a  b ').rsplit(None, 1), B(b'').split(), B(b'').split(b','), b.partition(b', '), b.rpartition(b'zz'), B(b'a\r\nb\nc\rd').splitlines(), B(b'a\n').splitlines(True)); t(lambda: b.split('x')); t(lambda: b.split(b'')); t(lambda: b.partition(b'')); t(lambda: b.partition('x')); t(lambda: b.split(sep=b',', maxsplit=1))
    print(B(b' x ').strip(), B(b'xxaxx').strip(b'x'), B(b'xya').lstrip(b'yx'), B(b'a\t\n').rstrip()); t(lambda: b.strip('x'))
    print(b.upper(), b.lower(), b.swapcase(), b.title(), B(b'hELLO wORLD').capitalize(), b.center(20, b'*'), B(b'abc').center(6), B(b'ab').center(5), b.ljust(14), b.rjust(14, b'.'), B(b'-42').zfill(6), B(b'42').zfill(1)); t(lambda: b.center(20, 'x')); t(lambda: b.center(20, b'xx')); t(lambda: b.ljust('x'))
    print(B(b'abc').isalpha(), B(b'a1').isalnum(), B(b'12').isdigit(), B(b' ').isspace(), B(b'').isspace(), B(b'').isascii(), B(b'AB1').isupper(), B(b'ab').islower(), B(b'Ab Cd').istitle(), B(b'\xff').isascii(), B(b'\xe9').isalpha())
    print(b.replace(b'l', b'L'), b.replace(b'l', b'', 2), B(b'ab').replace(b'', b'-'), B(b'ab').replace(b'', b'-', 1), B(b'').replace(b'', b'x')); t(lambda: b.replace('l', b'')); t(lambda: b.replace(b'l'))
    print(b.removeprefix(b'Hello'), b.removesuffix(b'x'), B(b'a\tb').expandtabs(4), b.hex(), b.hex('-'), b.hex('-', 4), b.hex('-', -4), b.hex(b':', 2)); t(lambda: b.hex('xx')); t(lambda: b.hex('é'))
    tb = B.maketrans(b'lo', b'01'); print(type(tb), b.translate(tb), b.translate(None, b'l'), b.translate(tb, delete=b'H')); t(lambda: b.translate(b'x')); t(lambda: B.maketrans(b'a', b'bc')); t(lambda: b.translate('x'))
    print(B(b',').join([b'a', bytearray(b'b')]), B(b'').join([])); t(lambda: b.join(['a'])); t(lambda: b.join(3)); t(lambda: b.join([b'a', 3]))
    t(lambda: b + 'x'); t(lambda: b + 3); t(lambda: 'x' + b); t(lambda: b * 'x'); t(lambda: b * 2); t(lambda: 2 * b); t(lambda: 'a' in b); t(lambda: 300 in b); t(lambda: 72 in b); t(lambda: b'lo' in b); t(lambda: b['a']); t(lambda: b[99]); t(lambda: b[1.5]); t(lambda: b < 'x'); t(lambda: b == 'x'); t(lambda: b + bytearray(b'!')); t(lambda: bytearray(b'!') + b)
    t(lambda: B('abc')); t(lambda: B('abc', 'ascii')); t(lambda: B(-1)); t(lambda: B([1, 2])); t(lambda: B([256])); t(lambda: B(['a'])); t(lambda: B(1.5)); t(lambda: B(None)); t(lambda: B(3)); t(lambda: B(b'x', 'ascii')); t(lambda: B('é', 'ascii')); t(lambda: B(5, 'ascii')); t(lambda: B(encoding='x')); t(lambda: B(source=b'q')); t(lambda: B('é', 'latin-1', 'strict')); t(lambda: B('x', errors='strict')); t(lambda: B(object())); t(lambda: B({1: 2})); t(lambda: B('a', 3)); t(lambda: B(x=3)); t(lambda: B(10**20))
    t(lambda: b.decode()); t(lambda: b.decode('utf-8', 3)); t(lambda: b.decode(encoding='ascii')); t(lambda: B(b'\xff').decode()); t(lambda: B(b'\xff').decode('ascii')); t(lambda: B(b'%d %s %b %a %c %x') % (1, b'x', b'y', 'z', 65, 255)); t(lambda: B(b'%s') % 'x'); t(lambda: B(b'%d') % 'x'); t(lambda: hash(b) == hash(bytes(b))); t(lambda: repr(B(b"'\"\\\x00\x7f\xff\n")))
a = bytearray(b'abc')
a.append(100); a.extend([101, 102]); a.extend(b'gh'); a.insert(1, 65); a.insert(-100, 66); print(a, a.pop(), a.pop(0), a.remove(65), a); a[1:3] = b'XYZ'; a[::2] = b'1234'; del a[0]; del a[1:3]; print(a); a += b'!!'; a *= 2; print(a, a.copy() is a); a.reverse(); print(a); a.clear(); print(a)
t(lambda: a.append(256)); t(lambda: a.append('x')); t(lambda: a.extend('x')); t(lambda: a.extend(3)); t(lambda: a.extend(['x'])); t(lambda: a.pop()); t(lambda: a.remove(1)); a += b'abc'; t(lambda: a.pop(9)); t(lambda: a.__setitem__(0, 'x')); t(lambda: a.__setitem__(0, 256)); t(lambda: a.__setitem__(9, 1)); t(lambda: a.__setitem__(slice(0, 3, 2), b'abc')); t(lambda: a.__setitem__(slice(0, 2), 'x')); t(lambda: a.__setitem__(slice(0, 2), 5)); t(lambda: a.__delitem__(9)); a[0:2] = [1, 2]; print(a); t(lambda: a.resize(5)); print(a); t(lambda: a.__iadd__('x')); t(lambda: hash(a)); t(lambda: a.insert(0)); t(lambda: a.resize(-1))
class S(bytes): pass
class A(bytearray): pass
print(S(b'x'), A(b'x'), type(S(b'x') + b'y'), type(A(b'x').upper()), S(b'x') == b'x', repr(S.fromhex('41')), type(S.fromhex('41')), b'x'.__bytes__(), bytes(S(b'q')), bytes(bytearray(b'z')))
class C:
    def __bytes__(self): return b'via'
    def __index__(self): return 2
print(bytes(C()), bytearray(C()) if False else '', b'abc'[C()]); C.__bytes__ = lambda s: 3; t(lambda: bytes(C()))
