package interp

import (
	"cmp"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/magneto-go/magneto/frontend/compile"
	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/object"
)

var natives = map[string]func(*object.Thread) *object.Module{}

// IsNative tells whether a module is one that RegisterNative was called for.
func IsNative(name string) bool { _, ok := natives[name]; return ok }

// RegisterNative makes a module implemented in Go importable; it is built on first import.
func RegisterNative(name string, build func(*object.Thread) *object.Module) { natives[name] = build } // start: by init functions and Register

// libraries are file systems with modules in Python.
var libraries []library

type library struct {
	files fs.FS
	root  string
	label string
	turn  turn
}

// turn says when a library is searched.
type turn uint8

const (
	turnFirst turn = iota // before the folders of sys.path
	turnUsual             // after those but the ones of installed packages
	turnLast              // after those too
)

// RegisterLibrary adds a file system of Python modules. Files appear in tracebacks under label.
func RegisterLibrary(files fs.FS, root, label string) {
	libraries = append(libraries, library{files, root, label, turnUsual}) // start: by init functions and Register
}

// RegisterPackages is RegisterLibrary for packages that take the place of installed ones, torch and what it needs: they are found
// before those.
func RegisterPackages(files fs.FS, root, label string) {
	libraries = append(libraries, library{files, root, label, turnFirst}) // start: by Register
}

// RegisterSpares is RegisterLibrary for modules that stand in for packages that are not installed.
func RegisterSpares(files fs.FS, root, label string) {
	libraries = append(libraries, library{files, root, label, turnLast}) // start: by Register
}

// wholeRoots are the packages of RegisterWhole.
var wholeRoots = map[string]bool{}

// RegisterWhole makes the modules of an embedded package attributes of the packages that they are in, before they are imported.
func RegisterWhole(root string) { wholeRoots[root] = true } // start: by Register

// submodules finds attributes of an embedded package that are modules.
func submodules(name string) func(th *object.Thread, attr *object.Str) (Value, error) {
	root, _, _ := strings.Cut(name, ".")
	if !wholeRoots[root] {
		return nil
	}
	return func(th *object.Thread, attr *object.Str) (Value, error) {
		full := name + "." + attr.S
		rel := strings.ReplaceAll(full, ".", "/")
		found := IsNative(full)
		for _, lib := range libraries {
			for _, file := range []string{rel + ".py", rel + "/__init__.py"} {
				if _, err := fs.Stat(lib.files, lib.root+"/"+file); err == nil {
					found = true
				}
			}
		}
		if found {
			return ImportModule(th, full)
		}
		for _, stand := range standIns {
			if v, err := stand(th, full, ""); err != nil || !v.IsNull() {
				return v, err
			}
		}
		return object.Null, nil
	}
}

// HasModule tells whether there is a module of that name to import.
func HasModule(th *object.Thread, name string) bool {
	_, found := FindModule(th, name)
	return found
}

// EachEmbedded calls f with every source file of the libraries that are part of the binary.
func EachEmbedded(f func(file string, src []byte) error) error {
	for _, lib := range libraries {
		err := fs.WalkDir(lib.files, lib.root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".py") {
				return err
			}
			src, err := fs.ReadFile(lib.files, path)
			if err != nil {
				return err
			}
			return f(lib.label+strings.TrimPrefix(path, lib.root), src)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// ImportModule imports a module by its dotted name and returns that module.
func ImportModule(th *object.Thread, name string) (Value, error) {
	if m, ok := MachineOf(th).Modules.Lookup(name); ok {
		if m.IsNone() {
			return object.Null, moduleNotFound(th, "import of "+name+" halted; None in sys.modules", name)
		}
		return m, nil
	}
	parent := object.Null
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		p, err := ImportModule(th, name[:i])
		if err != nil {
			return object.Null, err
		}
		parent = p
		if m, ok := MachineOf(th).Modules.Lookup(name); ok {
			return m, nil
		}
		if path, err := object.LookupAttr(th, p, object.Intern("__path__")); err == nil && path.IsNull() {
			if _, native := natives[name]; !native {
				if v, err := stoodIn(th, name); err != nil || !v.IsNull() {
					return v, err
				}
				return object.Null, moduleNotFound(th, "No module named '"+name+"'; '"+name[:i]+"' is not a package", name)
			}
		}
	}
	m, err := loadModule(th, name, parent)
	if err != nil {
		return object.Null, err
	}
	if !parent.IsNull() {
		if err := object.SetAttr(th, parent, name[strings.LastIndexByte(name, '.')+1:], m); err != nil {
			return object.Null, err
		}
	}
	return m, nil
}

func moduleNotFound(th *object.Thread, msg, name string) error {
	e := object.NewException(object.ModuleNotFoundError, msg)
	e.SetAttr(th, "name", object.NewStr(name))
	return e
}

func loadModule(th *object.Thread, name string, parent Value) (Value, error) {
	if make, ok := natives[name]; ok {
		m := build(th, make)
		if m.Name == "" {
			m.Name = name
		}
		if v, ok := MachineOf(th).Modules.Lookup(name); ok {
			return v, nil
		}
		MachineOf(th).Modules.Put(name, m.Ref())
		pkg := name
		if m.Get("__path__").IsNull() {
			pkg = name[:max(strings.LastIndexByte(name, '.'), 0)]
		}
		m.Set("__package__", object.NewStr(pkg))
		return m.Ref(), nil
	}
	if v, err := foundByFinder(th, name, parent); err != nil || !v.IsNull() {
		return v, err
	}
	return findModule(th, name, parent, func(file string, src []byte, dir string, isPackage bool) (Value, error) {
		return execModule(th, name, file, src, dir, isPackage)
	})
}

// foundByFinder asks the finders of sys.meta_path for a module; Null if there are none that know it.
func foundByFinder(th *object.Thread, name string, parent Value) (Value, error) {
	finders := MachineOf(th).Finders
	if finders == nil || len(finders.Items) == 0 || strings.HasPrefix(name, "importlib") {
		return object.Null, nil
	}
	helper, err := ImportModule(th, "importlib._finders")
	if err != nil {
		return object.Null, err
	}
	path := object.None
	if !parent.IsNull() {
		if p, err := object.LookupAttr(th, parent, object.Intern("__path__")); err == nil && !p.IsNull() {
			path = p
		}
	}
	for _, f := range slices.Clone(finders.Items) {
		v, err := object.CallMethod(th, helper, "load", f, object.NewStr(name), path)
		if err != nil || !v.IsNone() {
			return v, err
		}
	}
	return object.Null, nil
}

// build makes a native module. The first machine that does also makes the module's types, which all machines share, so one
// machine builds at a time.
func build(th *object.Thread, make func(*object.Thread) *object.Module) *object.Module {
	m := MachineOf(th)
	if m.building == 0 {
		building.Lock()
	}
	m.building++
	of(th).held++
	defer func() {
		of(th).held--
		if m.building--; m.building == 0 {
			building.Unlock()
		}
	}()
	return make(th)
}

var building sync.Mutex

// findModule hands the source of a module to use; folders without source become namespace packages.
func findModule(th *object.Thread, name string, parent Value, use func(file string, src []byte, dir string, isPackage bool) (Value, error)) (Value, error) {
	rel := strings.ReplaceAll(name, ".", "/")
	tail := name[strings.LastIndexByte(name, '.')+1:]
	dirs := searchPath(th, parent)
	if at, src, ok := locate(th, dirs, rel, tail); ok {
		return use(at.file, src, at.dir, at.isPackage)
	}
	for _, dir := range dirs {
		if st, err := MachineOf(th).Stat(filepath.Join(dir, tail)); err == nil && st.IsDir() && !hasNativeChild(name) { // a namespace package
			m := object.NewModule(name)
			m.Set("__path__", object.StrList([]string{filepath.Join(dir, tail)}))
			m.Set("__package__", object.NewStr(name))
			MachineOf(th).Modules.Put(name, m.Ref())
			return m.Ref(), nil
		}
	}
	if v, err := stoodIn(th, name); err != nil || !v.IsNull() {
		return v, err
	}
	if file := extensionModule(th, dirs, tail); file != "" {
		e := object.NewException(object.ImportError, fmt.Sprintf("%s is an extension module (%s), machine code for CPython, which magneto cannot load: use a package in pure Python in its place", name, filepath.Base(file)))
		e.SetAttr(th, "name", object.NewStr(name))
		e.SetAttr(th, "path", object.NewStr(file))
		return object.Null, e
	}
	return object.Null, moduleNotFound(th, "No module named '"+name+"'", name)
}

// location is the file of a module, and the folder of a package.
type location struct {
	file, dir string
	isPackage bool
}

// stoodIn is what stands for a module that is missing; Null if nothing does.
func stoodIn(th *object.Thread, name string) (Value, error) {
	for _, stand := range standIns {
		if v, err := stand(th, name, ""); err != nil || !v.IsNull() {
			return v, err
		}
	}
	return object.Null, nil
}

// locate looks for the source of a module: among the packages that take the place of installed ones, in folders, in the library,
// in folders of installed packages, and among what stands in for those. It is rel in the libraries and tail in the folders.
func locate(th *object.Thread, dirs []string, rel, tail string) (at location, src []byte, ok bool) {
	inLibraries := func(turn turn) bool {
		for _, lib := range libraries {
			if lib.turn != turn {
				continue
			}
			var err error
			if src, err = fs.ReadFile(lib.files, lib.root+"/"+rel+"/__init__.py"); err == nil {
				at = location{lib.label + "/" + rel + "/__init__.py", lib.label + "/" + rel, true}
				return true
			}
			if src, err = fs.ReadFile(lib.files, lib.root+"/"+rel+".py"); err == nil {
				at = location{lib.label + "/" + rel + ".py", "", false}
				return true
			}
		}
		return false
	}
	inFolders := func(dirs []string) bool {
		if flush := MachineOf(th).FlushFiles; flush != nil && len(dirs) > 0 {
			flush(th)
		}
		for _, dir := range dirs {
			base := filepath.Join(cmp.Or(dir, "."), tail)
			var err error
			if src, err = MachineOf(th).ReadFile(filepath.Join(base, "__init__.py")); err == nil {
				at = location{filepath.Join(base, "__init__.py"), base, true}
				return true
			}
			if src, err = MachineOf(th).ReadFile(base + ".py"); err == nil {
				at = location{base + ".py", base, false}
				return true
			}
		}
		return false
	}
	plain, sites := splitSites(dirs)
	ok = inLibraries(turnFirst) || inFolders(plain) || inLibraries(turnUsual) || inFolders(sites) || inLibraries(turnLast)
	return at, src, ok
}

// splitSites takes folders of installed packages apart, which are searched after the library.
func splitSites(dirs []string) (plain, sites []string) {
	for _, dir := range dirs {
		if name := filepath.Base(dir); name == "site-packages" || name == "dist-packages" {
			sites = append(sites, dir)
		} else {
			plain = append(plain, dir)
		}
	}
	return plain, sites
}

// extensionModule finds the file of a module that is compiled for CPython, "" if there is none.
func extensionModule(th *object.Thread, dirs []string, tail string) string {
	for _, dir := range dirs {
		files, _ := MachineOf(th).ReadDir(cmp.Or(dir, "."))
		for _, f := range files {
			name, rest, _ := strings.Cut(f.Name(), ".")
			if name == tail && (rest == "so" || rest == "pyd" || strings.HasSuffix(rest, ".so") || strings.HasSuffix(rest, ".pyd")) {
				return filepath.Join(dir, f.Name())
			}
		}
	}
	return ""
}

// standIns are the functions of RegisterStandIn.
var standIns []func(th *object.Thread, module, name string) (Value, error)

// RegisterStandIn adds a function that gives a value in place of what an import statement does not find: a module, where name is
// empty, or a name of a module. Null leaves the import to fail. The value tells whoever uses it what is missing.
func RegisterStandIn(f func(th *object.Thread, module, name string) (Value, error)) {
	standIns = append(standIns, f) // start: by Register
}

// searchPath lists the folders in which a module is looked for.
func searchPath(th *object.Thread, parent Value) []string {
	var dirs []string
	if parent.IsNull() {
		for _, p := range MachineOf(th).Path.Items {
			if s, ok := object.Text(p); ok {
				dirs = append(dirs, s)
			}
		}
	} else if path, err := object.LookupAttr(th, parent, object.Intern("__path__")); err == nil && !path.IsNull() {
		items, _ := object.ToSlice(th, path)
		for _, p := range items {
			if s, ok := object.Text(p); ok {
				dirs = append(dirs, s)
			}
		}
	}
	return dirs
}

func hasNativeChild(name string) bool {
	for n := range natives {
		if strings.HasPrefix(n, name+".") {
			return true
		}
	}
	return false
}

// embedded tells whether a file is one of the library that is part of the binary.
func embedded(file string) bool {
	for _, lib := range libraries {
		if strings.HasPrefix(file, lib.label+"/") {
			return true
		}
	}
	return false
}

// compileModule compiles the source of a module; of the library's, functions are compiled on their first use.
func compileModule(th *object.Thread, file string, src []byte) (*object.Code, error) {
	if !embedded(file) {
		return compileText(th, file, src, ModeExec, string(src), compile.Options{})
	}
	tree, err := syntax.Outline(file, src)
	if err != nil {
		return nil, syntaxError(th, err, string(src))
	}
	defer tree.Free()
	return compileTree(th, tree, string(src), compile.Options{})
}

func execModule(th *object.Thread, name, file string, src []byte, dir string, isPackage bool) (Value, error) {
	RememberSource(th, file, string(src))
	code, err := compileModule(th, file, src)
	if err != nil {
		return object.Null, err
	}
	m := object.NewModule(name)
	m.Set("__file__", object.NewStr(file))
	m.Set("__builtins__", MachineOf(th).Builtins.Ref())
	pkg := name[:max(strings.LastIndexByte(name, '.'), 0)]
	if isPackage {
		pkg = name
		m.Set("__path__", object.StrList([]string{dir}))
	}
	m.Set("__package__", object.NewStr(pkg))
	MachineOf(th).Modules.Put(name, m.Ref())
	of(th).held++
	_, err = RunCode(th, code, m.Dict(), object.Null)
	of(th).held--
	if isPackage && embedded(file) && err == nil {
		m.Lazy = submodules(name)
	}
	if err != nil {
		MachineOf(th).Modules.Delete(th, object.NewStr(name))
		return object.Null, err
	}
	if v, ok := MachineOf(th).Modules.Lookup(name); ok {
		return v, nil // a module may replace itself
	}
	return m.Ref(), nil
}

// importName is the import statement: the top package, or with a fromlist the module itself.
func importName(th *object.Thread, f *Frame, name string, fromlist Value, level int) (Value, error) {
	imp, ok := f.builtins.Lookup("__import__")
	if !ok {
		return object.Null, object.Raisef(object.ImportError, "__import__ not found")
	}
	if stock := MachineOf(th).StockImport; imp != stock && !stock.IsNull() {
		return object.Call(th, imp, object.NewStr(name), f.globals.Ref(), f.LocalsDict(), fromlist, object.Int(int64(level)))
	}
	return Import(th, name, f.globals, fromlist, level)
}

// Import is __import__.
func Import(th *object.Thread, name string, globals *object.Dict, fromlist Value, level int) (Value, error) {
	full := name
	if level > 0 {
		base, err := packageOf(globals, level)
		if err != nil {
			return object.Null, err
		}
		full = base
		if name != "" {
			full = base + "." + name
		}
	}
	m, err := ImportModule(th, full)
	if err != nil {
		return object.Null, err
	}
	var names []Value
	if !fromlist.IsNull() && !fromlist.IsNone() {
		if names, err = object.ToSlice(th, fromlist); err != nil {
			return object.Null, err
		}
	}
	if len(names) == 0 {
		if level > 0 && name == "" {
			return m, nil
		}
		if i := strings.IndexByte(name, '.'); i >= 0 {
			return ImportModule(th, full[:len(full)-len(name)+i])
		}
		return m, nil
	}
	if path, err := object.LookupAttr(th, m, object.Intern("__path__")); err == nil && !path.IsNull() {
		for _, n := range names {
			s, _ := object.Text(n)
			if s == "*" {
				continue
			}
			if v, err := object.LookupAttr(th, m, object.Intern(s)); err != nil {
				return object.Null, err
			} else if v.IsNull() {
				if _, err := ImportModule(th, full+"."+s); err != nil {
					e, ok := err.(*object.Exception)
					if ok && e.Matches(object.ModuleNotFoundError) {
						if n, _ := object.Text(e.Attr("name")); n == full+"."+s {
							continue
						}
					}
					return object.Null, err
				}
			}
		}
	}
	return m, nil
}

func packageOf(globals *object.Dict, level int) (string, error) {
	pkg := ""
	if v, ok := globals.Lookup("__package__"); ok {
		pkg, _ = object.Text(v)
	}
	if pkg == "" {
		return "", object.Raisef(object.ImportError, "attempted relative import with no known parent package")
	}
	for ; level > 1; level-- {
		i := strings.LastIndexByte(pkg, '.')
		if i < 0 {
			return "", object.Raisef(object.ImportError, "attempted relative import beyond top-level package")
		}
		pkg = pkg[:i]
	}
	return pkg, nil
}

func importFrom(th *object.Thread, m Value, name *object.Str) (Value, error) {
	v, err := object.LookupAttr(th, m, name)
	if err != nil || !v.IsNull() {
		return v, err
	}
	modName := "<unknown module name>"
	if n, err := object.LookupAttr(th, m, object.Intern("__name__")); err == nil && !n.IsNull() {
		modName, _ = object.Text(n)
		if sub, ok := MachineOf(th).Modules.Lookup(modName + "." + name.S); ok {
			return sub, nil
		}
		for _, stand := range standIns {
			if v, err := stand(th, modName, name.S); err != nil || !v.IsNull() {
				return v, err
			}
		}
	}
	file, path := "unknown location", object.None
	if p, err := object.LookupAttr(th, m, object.Intern("__file__")); err == nil && !p.IsNull() {
		file, _ = object.Text(p)
		path = p
	}
	e := object.NewException(object.ImportError, "cannot import name '"+name.S+"' from '"+modName+"' ("+file+")")
	e.SetAttr(th, "name", object.NewStr(modName))
	e.SetAttr(th, "path", path)
	e.SetAttr(th, "name_from", name.Ref())
	return object.Null, e
}

func importStar(th *object.Thread, f *Frame, m Value) error {
	all, err := object.LookupAttr(th, m, object.Intern("__all__"))
	if err != nil {
		return err
	}
	var names []Value
	if !all.IsNull() {
		if names, err = object.ToSlice(th, all); err != nil {
			return err
		}
	} else if d := m.Dict(); d != nil {
		for _, k := range d.Keys() {
			if s, ok := object.Text(k); ok && !strings.HasPrefix(s, "_") {
				names = append(names, k)
			}
		}
		if native, ok := object.AsModule(m); ok && native.Dir != nil { // whose attributes are made when they are asked for
			for _, name := range native.Dir(th) {
				if !strings.HasPrefix(name, "_") {
					names = append(names, object.NewStr(name))
				}
			}
		}
	}
	for _, n := range names {
		s, _ := object.Text(n)
		v, err := object.GetAttr(th, m, s)
		if err != nil {
			return err
		}
		if err := object.SetItem(th, f.locals, n, v); err != nil {
			return err
		}
	}
	return nil
}

// FindModule tells where a module would be imported from, without importing it.
func FindModule(th *object.Thread, name string) (origin string, ok bool) {
	if _, ok := natives[name]; ok {
		return "built-in", true
	}
	at, _, ok := locate(th, searchPath(th, object.Null), strings.ReplaceAll(name, ".", "/"), strings.ReplaceAll(name, ".", string(filepath.Separator)))
	return at.file, ok
}
