// Package guards decides whether code compiled for one call may serve another.
//
// A Source says where a value comes from, as an access path from the frame:
// `L['self'].layers[0].weight`. A Guard is a condition on the value at a
// source. The guards of one compiled entry form a tree along the sources,
// which is flattened into a program that runs over the raw slots of a frame
// and allocates nothing. Symbolic sizes belong to a ShapeEnv, whose guards are
// expressions that run last. The entries of a code object lie in a Cache.
//
// Names, texts and order follow torch._dynamo.guards of PyTorch 2.14.
//
// It is a part of this module; package magneto is for use from outside.
package guards

import (
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// Access is the last step of a source.
type Access uint8

// The kinds of access. Base is the source that the step starts from.
const (
	Local         Access = iota // slot Index of the frame: L['x']
	Free                        // contents of closure cell Index: L['x']
	Global                      // G['x']
	Builtin                     // a name found among the builtins
	Constant                    // a fixed object, printed as Name (imported modules)
	Attr                        // Base.Name through attribute access
	Dict                        // Base.__dict__
	DictItem                    // Base[Key] of a dict
	ListItem                    // Base[Index] of a list, tuple or deque
	ListItemEnd                 // like ListItem; kept apart for subclasses that override __getitem__
	DictKey                     // the Index-th key of a dict
	Type                        // type(Base)
	TypeDict                    // namespace of the Index-th class of type(Base).__mro__
	TypeMRO                     // Base.__mro__[Index]
	Defaults                    // Base.__defaults__[Index]
	KwDefaults                  // Base.__kwdefaults__[Key]
	Code                        // Base.__code__
	Closure                     // Base.__closure__[Index].cell_contents
	CellValue                   // Base.cell_contents
	Grad                        // Base.grad of a tensor
	Call0                       // Base()
	MappingDict                 // the dict that the mapping proxy Base shows
	FromNumpy                   // the tensor over the memory of the array Base: Key(Base)
	IteratorItem                // the Index-th value that a tuple iterator will give
	IteratorList                // the list that a list iterator walks
	ModeStackItem               // Base(Index) of the function that reads the stack of function modes
	Synthetic                   // what the new code has made, by its name; cannot be guarded
	Ephemeral                   // a value of tracing only; cannot be guarded
)

// Owner refines the class of a source: what PyTorch's GuardSource enumerates.
type Owner uint8

// The owners, with the numbers of PyTorch's GuardSource.
const (
	OwnerLocal         Owner = 0
	OwnerGlobal        Owner = 1
	OwnerConstant      Owner = 4
	OwnerShapeEnv      Owner = 6
	OwnerEphemeral     Owner = 10
	OwnerLocalModule   Owner = 12
	OwnerGlobalModule  Owner = 13
	OwnerLocalBuiltin  Owner = 14
	OwnerGlobalBuiltin Owner = 15
)

// Source is an access path. Sources are immutable; make them with the functions below.
type Source struct {
	Access Access
	Base   *Source
	Name   string
	Index  int
	Key    object.Value
	Owner  Owner
	Direct bool // of an instance attribute or an item: new code must not ask the object's class for it
	text   string
}

// NewLocal is the argument or local in slot index.
func NewLocal(name string, index int) *Source {
	return &Source{Access: Local, Name: name, Index: index, text: "L[" + quote(name) + "]"}
}

// NewFree is the closure variable in cell index.
func NewFree(name string, index int) *Source {
	return &Source{Access: Free, Name: name, Index: index, text: "L[" + quote(name) + "]"}
}

// NewGlobal is a global of the frame.
func NewGlobal(name string) *Source {
	return &Source{Access: Global, Name: name, Owner: OwnerGlobal, text: "G[" + quote(name) + "]"}
}

// NewBuiltin is a name that the frame finds among its builtins; dict is the name that the frame's globals give these.
func NewBuiltin(dict, name string) *Source {
	return &Source{Access: Builtin, Name: name, Owner: OwnerGlobal, text: "G[" + quote(dict) + "][" + quote(name) + "]"}
}

// NewConstant is a fixed object such as an imported module.
func NewConstant(text string, value object.Value) *Source {
	return &Source{Access: Constant, Name: text, Key: value, Owner: OwnerGlobal, text: text}
}

// NewSynthetic is an object that the new code makes in front of the graph.
func NewSynthetic(name string) *Source {
	return &Source{Access: Synthetic, Name: name, Owner: OwnerEphemeral, text: "SYNTHETIC_LOCAL[" + quote(name) + "]"}
}

func (s *Source) chain(access Access, name string, index int, key object.Value, text string) *Source {
	return &Source{Access: access, Base: s, Name: name, Index: index, Key: key, Owner: s.Owner, text: text}
}

// Attr is s.name.
func (s *Source) Attr(name string) *Source {
	text := s.text + "." + name
	if !isIdentifier(name) {
		text = "getattr(" + s.text + ", " + quote(name) + ")"
	}
	return s.chain(Attr, name, 0, object.Null, text)
}

// Dict is s.__dict__.
func (s *Source) Dict() *Source { return s.chain(Dict, "", 0, object.Null, s.text+".__dict__") }

// DictAttr is the instance attribute s.__dict__['name'], which prints as s.name.
func (s *Source) DictAttr(name string) *Source {
	d := s.Dict()
	return d.chain(DictItem, name, 0, object.NewStr(name), s.text+"."+name)
}

// Directly is the source of an instance attribute or item of an object whose class runs code when these are read.
func (s *Source) Directly() *Source {
	direct := *s
	direct.Direct = true
	return &direct
}

// DictItem is s[key] of a dict.
func (s *Source) DictItem(key object.Value, keyText string) *Source {
	return s.chain(DictItem, "", 0, key, s.text+"["+keyText+"]")
}

// Item is s[index] of a list or tuple.
func (s *Source) Item(index int) *Source {
	return s.chain(ListItem, "", index, object.Null, s.text+"["+strconv.Itoa(index)+"]")
}

// Field is the index-th item of the tuple s, whose class names it.
func (s *Source) Field(index int, name string) *Source {
	return s.chain(ListItem, name, index, object.Null, s.text+"."+name)
}

// DictKey is the index-th key of the dict s.
func (s *Source) DictKey(index int) *Source {
	return s.chain(DictKey, "", index, object.Null, "list(dict.keys("+s.text+"))["+strconv.Itoa(index)+"]")
}

// Type is type(s).
func (s *Source) Type() *Source { return s.chain(Type, "", 0, object.Null, "type("+s.text+")") }

// ClassAttr is the entry name in the namespace of the class at position mro of s's class.
func (s *Source) ClassAttr(mro int, name string) *Source { return s.Type().OwnAttr(mro, name) }

// OwnAttr is the entry name in the namespace of the class at position mro of the __mro__ of the class s.
func (s *Source) OwnAttr(mro int, name string) *Source {
	owner := s.text
	if mro > 0 {
		owner += ".__mro__[" + strconv.Itoa(mro) + "]"
	}
	namespace := s.chain(TypeDict, "", mro, object.Null, "dict("+owner+".__dict__)")
	return namespace.chain(DictItem, name, 0, object.NewStr(name), namespace.text+"["+quote(name)+"]")
}

// MRO is the class at position mro of the __mro__ of the class s.
func (s *Source) MRO(mro int) *Source {
	return s.chain(TypeMRO, "", mro, object.Null, s.text+".__mro__["+strconv.Itoa(mro)+"]")
}

// NewImport is a module that the code of the frame imports.
func NewImport(name string, module object.Value) *Source {
	return NewConstant("G['__import_"+strings.ReplaceAll(name, ".", "_dot_")+"']", module)
}

// NewImportDict is the namespace of a module whose functions are inlined: another object than the module itself, which code may import, too.
func NewImportDict(name string, dict object.Value) *Source {
	module := NewImport(name, dict)
	module.text += ".__dict__"
	return module
}

// Default is s.__defaults__[index].
func (s *Source) Default(index int) *Source {
	return s.chain(Defaults, "", index, object.Null, s.text+".__defaults__["+strconv.Itoa(index)+"]")
}

// KwDefault is s.__kwdefaults__[name].
func (s *Source) KwDefault(name string) *Source {
	return s.chain(KwDefaults, name, 0, object.NewStr(name), s.text+".__kwdefaults__["+quote(name)+"]")
}

// Code is s.__code__.
func (s *Source) Code() *Source { return s.chain(Code, "", 0, object.Null, s.text+".__code__") }

// Closure is the contents of the closure cell index of the function s.
func (s *Source) Closure(index int, name string) *Source {
	return s.chain(Closure, name, index, object.Null, s.text+".__closure__["+strconv.Itoa(index)+"].cell_contents")
}

// CellContents is s.cell_contents.
func (s *Source) CellContents() *Source {
	return s.chain(CellValue, "", 0, object.Null, s.text+".cell_contents")
}

// Grad is s.grad.
func (s *Source) Grad() *Source { return s.chain(Grad, "grad", 0, object.Null, s.text+".grad") }

// Call0 is s().
func (s *Source) Call0() *Source { return s.chain(Call0, "", 0, object.Null, s.text+"()") }

// MappingDict is the dict that the mapping proxy s shows.
func (s *Source) MappingDict() *Source { return s.chain(MappingDict, "", 0, object.Null, s.text) }

// FromNumpy is the tensor over the memory of the array s, which the function convert makes.
func (s *Source) FromNumpy(convert object.Value) *Source {
	return s.chain(FromNumpy, "", 0, convert, "___from_numpy("+s.text+")")
}

// NewModeStackItem is the index-th TorchFunctionMode around the frame, the outermost first; read is the function that gives it.
func NewModeStackItem(read object.Value, index int) *Source {
	const name = "___get_torch_function_mode_stack_at"
	return NewConstant(name, read).chain(ModeStackItem, "", index, object.Null, name+"("+strconv.Itoa(index)+")")
}

// IteratorItem is the index-th value that the tuple iterator s will give.
func (s *Source) IteratorItem(index int) *Source {
	return s.chain(IteratorItem, "", index, object.Null, "___tuple_iterator_getitem("+s.text+", "+strconv.Itoa(index)+")")
}

// IteratorList is the list that the list iterator s walks.
func (s *Source) IteratorList() *Source {
	return s.chain(IteratorList, "", 0, object.Null, "___list_iterator_list("+s.text+")")
}

// WithOwner is s regarded as part of a module.
func (s *Source) WithOwner(o Owner) *Source {
	if s.Owner == OwnerGlobal || s.Owner == OwnerGlobalModule {
		switch o {
		case OwnerLocalModule:
			o = OwnerGlobalModule
		case OwnerLocalBuiltin:
			o = OwnerGlobalBuiltin
		}
	}
	c := *s
	c.Owner = o
	return &c
}

// lookUpName is the name that the last step looks up; nil where it does something else.
func (s *Source) lookUpName() *object.Str {
	switch s.Access {
	case Attr, Global:
		return object.Intern(s.Name)
	case DictItem:
		if name, ok := object.AsStr(s.Key); ok && s.Key.Type() == object.StrType {
			return object.Intern(name.S)
		}
	}
	return nil
}

// Text is the path as PyTorch prints it.
func (s *Source) Text() string {
	if s == nil {
		return ""
	}
	return s.text
}

// Repr is the source as PyTorch's objects for sources print; accesses without such a form here have their text.
func (s *Source) Repr() string {
	switch s.Access {
	case Local:
		return "LocalSource(local_name=" + quote(s.Name) + ", is_input=True, dynamism=None, is_derefed_cell_contents=False)"
	case Free:
		return "LocalSource(local_name=" + quote(s.Name) + ", is_input=False, dynamism=None, is_derefed_cell_contents=True)"
	case Global:
		return "GlobalSource(global_name=" + quote(s.Name) + ")"
	case Attr:
		return "AttrSource(base=" + s.Base.Repr() + ", member=" + quote(s.Name) + ")"
	case ListItem:
		return "GetItemSource(base=" + s.Base.Repr() + ", index=" + strconv.Itoa(s.Index) + ", index_is_slice=False)"
	}
	return s.Text()
}

// Root is the frame slot or global where the path starts.
func (s *Source) Root() *Source {
	for s.Base != nil {
		s = s.Base
	}
	return s
}

// IsGlobal tells whether the path starts at a global.
func (s *Source) IsGlobal() bool { a := s.Root().Access; return a != Local && a != Free }

// Guardable tells whether a guard can re-read the source.
func (s *Source) Guardable() bool { return s != nil && s.Root().Access < Synthetic }

// ModuleMember tells whether the path goes through a module object.
func (s *Source) ModuleMember() bool { return s.Owner >= OwnerLocalModule }

func quote(s string) string {
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `\'`) + "'"
}

func isIdentifier(s string) bool {
	for i, r := range s {
		if r != '_' && !(r >= 'a' && r <= 'z') && !(r >= 'A' && r <= 'Z') && !(i > 0 && r >= '0' && r <= '9') && r < 0x80 {
			return false
		}
	}
	return s != ""
}

// GlobalOf is a global name of the module whose namespace s is.
func (s *Source) GlobalOf(name string) *Source {
	return s.chain(DictItem, name, 0, object.NewStr(name), strings.TrimSuffix(s.text, ".__dict__")+"."+name)
}

// FromMemberTable tells whether the path goes through a module's table of parameters or buffers, whose tensors keep their sizes.
func (s *Source) FromMemberTable() bool {
	for ; s != nil && s.Base != nil; s = s.Base {
		table := s.Base.Name
		if s.Access == DictItem && (table == "_buffers" || table == "_parameters") && s.Owner >= OwnerLocalModule {
			return true
		}
	}
	return false
}
