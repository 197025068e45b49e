"""Versions by PEP 440 and conditions on them: packaging.version, packaging.specifiers, and the version of torch."""
import torch
from packaging import version
from packaging.specifiers import InvalidSpecifier, Specifier, SpecifierSet
from packaging.version import InvalidVersion, Version, parse
from torch.torch_version import TorchVersion


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for text in ("1.0", "2.14.1+debian", "1.0rc1", "1.0.post2", "1.0.dev3", "1!2.0", "1.0a2.dev1", "v1.2", "1.0-1", "1.0.0", "01.2", "1.0b", "1.0+abc.1-2"):
    v = parse(text)
    print(text, repr(v), v.release, v.major, v.minor, v.micro, v.pre, v.post, v.dev, v.local, v.epoch, v.base_version, v.public)
    print(v.is_prerelease, v.is_postrelease, v.is_devrelease)
texts = ["1.0", "1.0.dev1", "1.0a1", "1.0b2", "1.0rc1", "1.0.post1", "1.0+local", "1.0.1", "1!0.1", "0.9", "1.0.post1.dev2", "1.0a1.dev3", "1.0+local.2", "1.0+2", "1.0+10"]
print([str(v) for v in sorted(map(Version, texts))])
print(parse("1.0") == parse("1.0.0"), hash(parse("1.0")) == hash(parse("1.0.0")), parse("2.0") > parse("1.13.1"), Version("1.0") == "1.0")
attempt(lambda: Version("foo"))
attempt(lambda: Version("1.0") < "2.0")
print(issubclass(InvalidVersion, ValueError), issubclass(InvalidSpecifier, ValueError))

some = SpecifierSet(">=1.0,<2.0,!=1.5")
print(some, "1.2" in some, "2.0" in some, "1.5" in some, Version("1.9") in some, list(some.filter(["0.9", "1.1", "1.5"])))
print(some.contains("1.3rc1"), some.contains("1.3rc1", prereleases=True))
for condition, text in (("~=1.4.2", "1.4.5"), ("~=1.4.2", "1.5"), ("==1.*", "1.7"), ("===1.0", "1.0"), (">1.0", "1.0.post1"), ("<=1.0", "1.0+x"), ("~=1.4", "1.9"),
                        ("==1.0", "1.0+x"), ("!=1.0.*", "1.0.3")):
    print(condition, text, Specifier(condition).contains(text))
attempt(lambda: Specifier("=1"))

v = TorchVersion("1.10.0a")
print(v > "1.9", v < (1, 10), v == "1.10.0a0", v != "1.10.0a", isinstance(v, str), v)
print(version.parse(torch.__version__) >= version.parse("2.0.0"), torch.__version__ >= (2, 0), torch.__version__ > "2.0.0", TorchVersion("2.0") == (2, 0, 0))
attempt(lambda: v < "foo")
attempt(lambda: v < 3)
