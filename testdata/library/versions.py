"""Versions by PEP 440 and conditions on them: packaging.version, packaging.specifiers, and the version of torch."""
from packaging import version
from packaging.version import Version, parse, InvalidVersion
import torch
for s in ("1.0", "2.14.1+debian", "1.0rc1", "1.0.post2", "1.0.dev3", "1!2.0", "1.0a2.dev1", "v1.2", "1.0-1", "1.0.0", "01.2", "1.0b", "1.0+abc.1-2"):
    v = parse(s); print(s, repr(v), str(v), v.release, v.major, v.minor, v.micro, v.pre, v.post, v.dev, v.local, v.epoch, v.is_prerelease, v.is_postrelease, v.is_devrelease, v.base_version, v.public)
vs = ["1.0", "1.0.dev1", "1.0a1", "1.0b2", "1.0rc1", "1.0.post1", "1.0+local", "1.0.1", "1!0.1", "0.9", "1.0.post1.dev2", "1.0a1.dev3", "1.0+local.2", "1.0+2", "1.0+10"]
print([str(v) for v in sorted(map(Version, vs))])
print(parse("1.0") == parse("1.0.0"), hash(parse("1.0")) == hash(parse("1.0.0")), parse("2.0") > parse("1.13.1"), Version("1.0") < Version("1.0.1"))
try: Version("foo")
except InvalidVersion as e: print(type(e).__name__, e, isinstance(e, ValueError))
print(version.parse(torch.__version__) >= version.parse("2.0.0"))
from packaging.specifiers import SpecifierSet, Specifier, InvalidSpecifier
s = SpecifierSet(">=1.0,<2.0,!=1.5"); print(s, "1.2" in s, "2.0" in s, "1.5" in s, Version("1.9") in s, list(s.filter(["0.9", "1.1", "1.5"])), s.contains("1.3rc1"), s.contains("1.3rc1", prereleases=True))
for sp, v in (("~=1.4.2", "1.4.5"), ("~=1.4.2", "1.5"), ("==1.*", "1.7"), ("===1.0", "1.0"), (">1.0", "1.0.post1"), ("<=1.0", "1.0+x"), ("~=1.4", "1.9"), ("==1.0", "1.0+x"), ("!=1.0.*", "1.0.3")):
    print(sp, v, Specifier(sp).contains(v))
try: Specifier("=1")
except InvalidSpecifier as e: print(e)
print(Version("1.0") == "1.0")
try: Version("1.0") < "2.0"
except TypeError as e: print(e)
v = torch.torch_version.TorchVersion("1.10.0a"); print(v > "1.9", v < (1, 10), v == "1.10.0a0", torch.__version__ >= (2,0), torch.__version__ > "2.0.0", torch.torch_version.TorchVersion("2.0") == (2,0,0), v != "1.10.0a", isinstance(v,str), v)
try: print(v < "foo")
except Exception as e: print(type(e).__name__, e)
try: print(v < 3)
except Exception as e: print(type(e).__name__, e)
