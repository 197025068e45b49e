package variables

import (
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// What PyTorch's logs call the kinds of containers and objects, which depend on their types.

// builtinKinds are those of built-in types.
var builtinKinds = map[string]string{
	"list_iterator": "ListIteratorVariable", "list_reverseiterator": "ListIteratorVariable", "tuple_iterator": "TupleIteratorVariable",
	"range_iterator": "RangeIteratorVariable", "zip": "ZipVariable", "map": "MapVariable", "filter": "FilterVariable", "set_iterator": "SetIterator",
	"dict_keyiterator": "DictKeysIterator", "dict_valueiterator": "DictValuesIterator", "dict_itemiterator": "DictItemsIterator",
	"dict_keys": "DictKeysVariable", "dict_values": "DictValuesVariable", "dict_items": "DictItemsVariable",
	"range": "RangeVariable", "slice": "SliceVariable", "mappingproxy": "MappingProxyVariable", "torch.Size": "SizeVariable",
	"itertools.count": "CountIteratorVariable", "itertools.chain": "ChainVariable", "itertools.repeat": "RepeatIteratorVariable",
	"functools.partial": "FunctoolsPartialVariable", "re.Pattern": "ConstantLikeVariable", "weakref.ReferenceType": "WeakRefVariable",
	"collections.deque": "DequeVariable", "collections.defaultdict": "DefaultDictVariable", "collections.OrderedDict": "OrderedDictVariable",
	"types.GenericAlias": "TypingVariable", "typing.Union": "TypingVariable", "generator": "LocalGeneratorObjectVariable", "object": "ObjectVariable",
	"random.Random": "RandomVariable",
}

// nativeGenerators are iterators that are generators in PyTorch, of functions with these names.
var nativeGenerators = map[string]string{"enumerate": "enumerate", "itertools.cycle": "_cycle", "itertools.islice": "islice"}

// Kind depends on the type of the shadow.
func (c *Container) Kind() string {
	t := c.V.Type()
	if kind, ok := builtinKinds[t.FullName()]; ok {
		return kind
	}
	if _, ok := nativeGenerators[t.Name]; ok {
		return "LocalGeneratorObjectVariable"
	}
	switch own := t.IsHeap(); {
	case t.Layout() == object.LayoutException && own && !c.Orig.IsNull():
		return "UserDefinedObjectVariable"
	case t.Layout() == object.LayoutException && own:
		return "UserDefinedExceptionObjectVariable"
	case t.Layout() == object.LayoutException:
		return "ExceptionVariable"
	case t.IsSubtype(object.ListType):
		return userKind("List", own)
	case t.IsSubtype(object.TupleType) && own && hasFields(t):
		return "NamedTupleVariable"
	case t.IsSubtype(object.TupleType):
		return userKind("Tuple", own)
	case t.IsSubtype(object.DictType) && own:
		return "UserDefinedDictVariable"
	case t.IsSubtype(object.DictType):
		return "ConstDictVariable"
	case t.IsSubtype(object.FrozenSetType) && !own:
		return "FrozensetVariable"
	case t.IsSubtype(object.SetType), t.IsSubtype(object.FrozenSetType):
		return userKind("Set", own)
	case isPrimitive(t) && own:
		return "UserDefinedConstantVariable"
	case own:
		return "UserDefinedObjectVariable"
	}
	if c.foreign() {
		return "UserDefinedObjectVariable"
	}
	return t.Name + "Variable"
}

// foreign tells of native objects of the caller whose state tracing does not know.
func (c *Container) foreign() bool {
	return c.src != nil && !c.wrapped && !isPrimitive(c.V.Type())
}

// userKind is the kind of a built-in type or of the classes that are derived from it.
func userKind(word string, own bool) string {
	if own {
		return "UserDefined" + word + "Variable"
	}
	return word + "Variable"
}

// hasFields tells of the classes of named tuples.
func hasFields(t *object.Type) bool {
	for _, c := range t.MRO {
		if c.IsHeap() {
			if _, ok := c.NS.Lookup("_fields"); ok {
				return true
			}
		}
	}
	return false
}

// Kind is that of objects of classes, some of which PyTorch tells from others.
func (x *Object) Kind() string {
	switch name := x.T.FullName(); {
	case x.T == object.ObjectType:
		return "ObjectVariable"
	case name == "contextlib.nullcontext":
		return "NullContextVariable"
	case strings.HasPrefix(name, "typing."):
		return "TypingVariable"
	case name == "inspect.Signature" || name == "inspect.Parameter":
		return "InspectVariable"
	}
	for _, c := range x.T.MRO {
		if c.Name == "MutableMapping" && strings.HasSuffix(c.ModuleName(), "abc") {
			return "MutableMappingVariable"
		}
	}
	return "UserDefinedObjectVariable"
}

// Kind is that of the class of a context manager.
func (x *Context) Kind() string {
	if class, ok := object.AsType(x.Class); ok {
		switch class.ShortName() {
		case "autocast":
			return "AutocastModeVariable"
		case "inference_mode":
			return "InferenceModeVariable"
		case "DisableTorchFunction", "DisableTorchFunctionSubclass":
			return "TorchFunctionDisableVariable"
		}
	}
	return "GradModeVariable"
}
