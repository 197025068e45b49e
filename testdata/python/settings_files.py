import configparser as C, io
def t(n,f):
    try: print(n,f())
    except Exception as e: print(n,type(e).__name__,str(e))
T='''[DEFAULT]
base = /x
Debug=no
[a]
path: %(base)s/y
n = 3
f = 1.5
multi = one
  two

  three
# c
; d
e =
[b b]
n=4
on=yes
ref = 50%%
'''
def p(text=T,cls=C.ConfigParser,**k): c=cls(**k); c.read_string(text); return c
c=p()
t('a1',lambda: c.sections()); t('a2',lambda: dict(c['a'])); t('a3',lambda: c.getint('a','n')+c.getfloat('a','f')); t('a4',lambda: c.getboolean('b b','on')); t('a5',lambda: c.get('a','zz')); t('a6',lambda: c.get('zz','a')); t('a7',lambda: c.get('a','zz',fallback=7)); t('a8',lambda: c['zz']); t('a9',lambda: c.items('b b')); t('b1',lambda: c.options('a')); t('b2',lambda: c.has_option('a','DEBUG')); t('b3',lambda: c['a'].getint('n')); t('b4',lambda: c['a'].get('q')); t('b5',lambda: c['a'].getboolean('debug')); t('b6',lambda: c.getboolean('a','n')); t('b7',lambda: repr(c['a'])); t('b8',lambda: list(c)); t('b9',lambda: len(c)); t('c1',lambda: 'a' in c); t('c2',lambda: c.defaults())
def w(): o=io.StringIO(); c.write(o); return o.getvalue()
t('c3',w); t('c4',lambda: p('x=1')); t('c5',lambda: p('[a]\nfoo')); t('c6',lambda: p('[a]\nfoo\nx=1',allow_no_value=True).items('a')); t('c7',lambda: p('[a]\n[a]\n')); t('c8',lambda: p('[a]\nx=1\nX=2\n')); t('c9',lambda: p('[a]\nx=1\nX=2\n',strict=False)['a']['x']); t('d1',lambda: p('[a]\nx=%(y)s\n')['a']['x']); t('d2',lambda: p('[a]\nx=%y\n')['a']['x']); t('d3',lambda: p('[a]\nx=%(x)s\n')['a']['x']); t('d4',lambda: p('[a]\nx=%(x)s\n',interpolation=None)['a']['x']); t('d5',lambda: p('[a]\nx=1\n[b]\ny=${a:x}${z}\nz=$$\n',interpolation=C.ExtendedInterpolation())['b']['y']); t('d6',lambda: p('[a]\nx=${q}\n',interpolation=C.ExtendedInterpolation())['a']['x']); t('d7',lambda: p('[a]\nx=1 ; c\n',inline_comment_prefixes=';')['a']['x']); t('d8',lambda: p('[a]\nx=1 ; c\n')['a']['x'])
def s():
    k=C.ConfigParser(); k['s']={'A':'1','b':2}; k.add_section('t'); k.set('t','x','y'); k['s']['new']='v'; k.remove_option('s','a'); r=k.remove_section('t'),k.remove_section('q'); o=io.StringIO(); k.write(o,False); return r,o.getvalue()
t('e1',s); t('e2',lambda: C.ConfigParser().set('q','a','b')); t('e3',lambda: c.set('a','n',5)); t('e4',lambda: c.add_section('a')); t('e5',lambda: c.add_section('DEFAULT')); t('e6',lambda: c.set('a','n','%x')); t('e7',lambda: C.ConfigParser({'k':'1'})['DEFAULT']['k']); t('e8',lambda: C.RawConfigParser({'k':1}).defaults()); t('e9',lambda: C.ConfigParser(converters={'list':lambda v:v.split(',')}).converters['list']('a,b'))
def cv():
    k=C.ConfigParser(converters={'list':lambda v:v.split(',')}); k.read_string('[a]\nx=1,2'); return k.getlist('a','x'), k['a'].getlist('x'), k['a'].getlist('q',fallback=[])
t('f1',cv); t('f2',lambda: C.ConfigParser().read('/nonexistent')); t('f3',lambda: p('[a]\nx=1\n  bad\n[b]\n')['a']['x']); t('f4',lambda: C.ConfigParser().read_dict({'a':{'x':1,'y':None}})); 
def os():
    k=C.ConfigParser(); k.optionxform=str; k.read_string('[a]\nXy=1'); return list(k['a'])
t('f5',os); t('f6',lambda: p('[a]\nx 1\ny=2\nz 3')); t('f7',lambda: c.popitem()); t('f8',lambda: (c.clear(),list(c))); t('f9',lambda: p('a=1\n[b]\nc=2',allow_unnamed_section=True).get(C.UNNAMED_SECTION,'a')); t('g1',lambda: p('[a]\nx=1\n\n\n y=3\n',empty_lines_in_values=False)['a']['x'] ); t('g2',lambda: c.get('a','n',vars={'n':'9'})); t('g3',lambda: p()['a'].pop('n')); t('g4',lambda: p()['a'] == {'x':1}); t('g5',lambda: p(delimiters=('=',),text='[a]\nx:y=1')['a']['x:y']); t('g6',lambda: sorted(p()['a'].keys())); t('g7',lambda: p('[a]\nb\n  c\n',allow_no_value=True))
