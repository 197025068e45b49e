# References in configparser: both interpolations, and every way to write them wrong.
import configparser as c
def t(cls, text, *gets, **k):
    p=c.ConfigParser(interpolation=cls(), **k); p.read_string(text)
    for g in gets:
        try: print(g, repr(p.get(*g)))
        except Exception as e: print(g, type(e).__name__, repr(str(e)))
    for v in ("a%","100%%","%(x)s","${a}","$","$$"):
        try: p.set("a","new",v); print("set",v)
        except Exception as e: print(type(e).__name__, e)
B="[DEFAULT]\nd=def\n[a]\nx=1\ny=%(x)s-%(d)s %%\nz=%(y)s!%(Y)s\nbad=%(none)s\nsyn=%x\nopen=%(x\nloop=%(loop)s\nl1=%(l2)s\nl2=%(l1)s\n"
t(c.BasicInterpolation,B,*[("a",k) for k in "y z bad syn open loop l1".split()])
E="[DEFAULT]\nd=def\n[a]\nx=1\ny=${x}-${d} $$\nz=${b:q}\nbad=${none}\nbad2=${c:x}\nbad3=${b:none}\nsyn=$x\nopen=${x\nmany=${a:b:c}\nloop=${loop}\n[b]\nq=${r}+${a:x}\nr=R${d}\n"
t(c.ExtendedInterpolation,E,*[("a",k) for k in "y z bad bad2 bad3 syn open many loop".split()])
