"""runpy: files and modules run in namespaces of their own."""
import os
import runpy
import sys
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "a_program.py")
with open(path, "w") as f:
    f.write("""import sys
seen = __name__, __file__ == sys.argv[0], __spec__ is None, __package__, sys.modules.get(__name__) is not None
given = globals().get("given")
""")

r = runpy.run_path(path, {"given": 5}, "named")
print(sorted(r), r["seen"], r["given"])
r = runpy.run_path(path)
print(r["seen"], "named" in sys.modules, sys.argv[0] == path)
sys.path.insert(0, folder)
print(runpy.run_module("a_program")["seen"])
print(runpy.run_module("a_program", run_name="__main__", alter_sys=True)["seen"], "a_program" in sys.modules)
os.mkdir(os.path.join(folder, "a_package"))
for name, text in (("__init__", "x = 1"), ("__main__", "from a_package import x\nmain = __name__, x")):
    with open(os.path.join(folder, "a_package", name + ".py"), "w") as f:
        f.write(text)
print(runpy.run_module("a_package")["main"])
for use in (lambda: runpy.run_module("absent_module"), lambda: runpy.run_path("/absent/file.py"), lambda: runpy.run_module(".a")):
    try:
        use()
    except (ImportError, FileNotFoundError) as error:
        print(type(error).__name__, error)
