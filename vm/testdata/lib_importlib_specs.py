# Modules made of files: specs, loaders, programs run from within.
import importlib
import importlib.machinery
import importlib.util
import os
import sys
import tempfile

folder = tempfile.mkdtemp()


def write(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)
    return path


def attempt(f):
    try:
        print(repr(f()).replace(folder, "FOLDER"))
    except Exception as e:
        print(type(e).__name__, str(e).replace(folder, "FOLDER"))


path = write("settings.py", "import sys\nvalue = 42\nname, spec = __name__, __spec__\n")
spec = importlib.util.spec_from_file_location("my.settings", path)
print(spec.name, spec.parent, spec.has_location, spec.submodule_search_locations, type(spec.loader).__name__, spec.origin == path)
module = importlib.util.module_from_spec(spec)
print(module.__name__, module.__package__, module.__file__ == path, hasattr(module, "value"), module.__spec__ is spec)
sys.modules[spec.name] = module
spec.loader.exec_module(module)
print(module.value, module.name, module.spec is spec, spec.loader.get_source("my.settings").count("\n"))
write("pkg/__init__.py", "from . import sub\n")
write("pkg/sub.py", "w = __package__\n")
write("pkg/__main__.py", "result = __name__, __package__\n")
spec = importlib.util.spec_from_file_location("fresh", os.path.join(folder, "pkg", "__init__.py"))
package = importlib.util.module_from_spec(spec)
sys.modules["fresh"] = package
spec.loader.exec_module(package)
print(package.__path__ == [os.path.join(folder, "pkg")], package.sub.w, sys.modules["fresh.sub"].__name__)
sys.path.insert(0, folder)
found = importlib.util.find_spec("pkg")
print(found.name, found.submodule_search_locations == [os.path.join(folder, "pkg")], "pkg" in sys.modules)
print(importlib.util.find_spec("pkg.sub").parent, "pkg" in sys.modules, importlib.util.find_spec("no_such_module"), importlib.util.find_spec("math").origin)
attempt(lambda: importlib.util.spec_from_file_location("x", "x.txt"))
attempt(lambda: importlib.util.resolve_name("..a", "b.c"))
attempt(lambda: importlib.util.resolve_name("..a", "b"))
attempt(lambda: importlib.util.find_spec("pkg.sub.deeper"))
attempt(lambda: importlib.machinery.ModuleSpec("a.b", None, origin="o", is_package=True))
attempt(lambda: importlib.machinery.SourceFileLoader("s", path).load_module("t"))
attempt(lambda: importlib.machinery.SourceFileLoader("s", path).load_module().value)
module = importlib.import_module("settings")
module.extra, module.value = 1, 0
print(importlib.reload(module) is module, module.value, module.extra)
