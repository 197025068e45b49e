package guards

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Kind is what a guard checks.
type Kind uint8

// The guard kinds, named as the methods of PyTorch's GuardBuilder.
const (
	ShapeEnvGuard Kind = iota
	DeterministicAlgorithms
	GradMode
	DefaultDevice
	GlobalStateGuard
	TorchFunctionState
	SavedTensorsHooks
	HasAttr
	NotHasAttr
	NotPresentInGenericDict
	TypeMatch
	DictContains
	DictNotContains
	SetContains
	SetNotContains
	DictVersion
	DictKeysMatch
	MappingKeys
	SequenceLength
	EmptyHooks
	TupleIteratorLen
	RangeIteratorMatch
	IDMatch
	ClassMatch
	FunctionMatch
	ClosureMatch
	BuiltinMatch
	ModuleMatch
	EqualsMatch
	ConstantMatch
	PrimitiveMatch
	TensorMatch
	SubclassMetadata
	ToldMatch
	DynamicIndices
	NoTensorAliasing
	DuplicateInput
	SizeRelation
	numKinds
)

// kindInfo is the one entry of a guard kind: its names, its check on the value
// at the source (absent if the source no longer exists), and its code text.
type kindInfo struct {
	name  string // create function, as explain lists it
	leaf  string // as the tree prints it
	check func(th *object.Thread, g *Guard, v object.Value, r *run) bool
	code  func(th *object.Thread, g *Guard) string
	fail  func(th *object.Thread, g *Guard, v object.Value, r *run) string // reason; nil: the code text
	// ambient kinds are checked through another one
	ambient bool
}

// Ambient kinds carry no source and are checked through GlobalStateGuard.
func ambient(name string) kindInfo {
	return kindInfo{name: name, check: always, code: func(*object.Thread, *Guard) string { return "" }, ambient: true}
}

func always(*object.Thread, *Guard, object.Value, *run) bool { return true }

var kinds [numKinds]kindInfo

func init() {
	kinds = [numKinds]kindInfo{
		ShapeEnvGuard:           ambient("SHAPE_ENV"),
		DeterministicAlgorithms: ambient("DETERMINISTIC_ALGORITHMS"),
		GradMode:                ambient("GRAD_MODE"),
		DefaultDevice:           ambient("DEFAULT_DEVICE"),
		GlobalStateGuard:        {"GLOBAL_STATE", "GLOBAL_STATE", checkGlobalState, codeGlobalState, failGlobalState, false},
		TorchFunctionState:      {"TORCH_FUNCTION_STATE", "TORCH_FUNCTION_MODE_STACK", checkModeStack, codeModeStack, nil, false},
		SavedTensorsHooks:       ambient("AUTOGRAD_SAVED_TENSORS_HOOKS"),
		TypeMatch:               {"TYPE_MATCH", "TYPE_MATCH", checkType, codeType, nil, false},
		HasAttr:                 {"HASATTR", "", checkHasAttr, codeHasAttr, failGetAttr, false},
		NotHasAttr:              {"HASATTR", "NO_HASATTR", checkNotHasAttr, codeHasAttr, nil, false},
		NotPresentInGenericDict: {"NOT_PRESENT_IN_GENERIC_DICT", "DICT_CONTAINS", checkNotPresent, codeNotPresent, nil, false},
		DictContains:            {"DICT_CONTAINS", "DICT_CONTAINS", checkDictContains, codeDictContains, nil, false},
		DictNotContains:         {"DICT_NOT_CONTAINS", "DICT_CONTAINS", checkDictContains, codeDictContains, nil, false},
		SetContains:             {"SET_CONTAINS", "SET_CONTAINS", checkSetContains, codeSetContains, nil, false},
		SetNotContains:          {"SET_NOT_CONTAINS", "SET_CONTAINS", checkSetContains, codeSetContains, nil, false},
		DictVersion:             {"DICT_VERSION", "DICT_VERSION", checkDictVersion, codeDictVersion, nil, false},
		DictKeysMatch:           {"DICT_KEYS_MATCH", "DICT_KEYS_MATCH", checkDictKeys, codeDictKeys, failDictKeys, false},
		MappingKeys:             {"MAPPING_KEYS_CHECK", "MAPPING_KEYS_MATCH", checkMappingKeys, codeMappingKeys, nil, false},
		EmptyHooks:              {"EMPTY_NN_MODULE_HOOKS_DICT", "DICT_LENGTH", checkLength, codeLength, nil, false},
		SequenceLength:          {"SEQUENCE_LENGTH", "LENGTH_CHECK", checkLength, codeLength, failLength, false},
		TupleIteratorLen:        {"TUPLE_ITERATOR_LEN", "TUPLE_ITERATOR_LEN", checkIteratorLen, codeIteratorLen, nil, false},
		RangeIteratorMatch:      {"RANGE_ITERATOR_MATCH", "RANGE_ITERATOR_MATCH", checkRangeIterator, codeIteratorLen, nil, false},
		IDMatch:                 {"ID_MATCH", "ID_MATCH", checkID, codeID, nil, false},
		ClassMatch:              {"CLASS_MATCH", "ID_MATCH", checkID, codeID, nil, false},
		FunctionMatch:           {"FUNCTION_MATCH", "ID_MATCH", checkID, codeID, nil, false},
		ClosureMatch:            {"CLOSURE_MATCH", "ID_MATCH", checkClosure, codeClosure, nil, false},
		BuiltinMatch:            {"BUILTIN_MATCH", "ID_MATCH", checkID, codeID, nil, false},
		ModuleMatch:             {"MODULE_MATCH", "ID_MATCH", checkID, codeID, nil, false},
		EqualsMatch:             {"EQUALS_MATCH", "EQUALS_MATCH", checkEquals, codeEquals, nil, false},
		ConstantMatch:           {"CONSTANT_MATCH", "EQUALS_MATCH", checkEquals, codeEquals, nil, false},
		PrimitiveMatch:          {"CONSTANT_MATCH", "LAMBDA_GUARD", checkPrimitive, codePrimitive, nil, false},
		TensorMatch:             {"TENSOR_MATCH", "TENSOR_MATCH", checkTensor, codeTensor, failTensor, false},
		SubclassMetadata:        {"TENSOR_SUBCLASS_METADATA_MATCH", "LAMBDA_GUARD", checkMetadata, codeMetadata, nil, false},
		ToldMatch:               {"OPAQUE_OBJ_GUARD_FN_MATCH", "LAMBDA_GUARD", checkTold, codeTold, nil, false},
		DynamicIndices:          {"DYNAMIC_INDICES", "DIMENSION_DYNAMIC_MARKING_GUARD", checkMarks, codeMarks, failMarks, false},
		NoTensorAliasing:        {"NO_TENSOR_ALIASING", "NO_TENSOR_ALIASING", checkNoAliasing, codeNoAliasing, failNoAliasing, false},
		DuplicateInput:          {"DUPLICATE_INPUT", "OBJECT_ALIASING", checkDuplicate, codeDuplicate, nil, false},
		SizeRelation:            {"SHAPE_ENV", "LAMBDA_GUARD", checkSizeRelation, codeSizeRelation, nil, false},
	}
}

// Name is the name of the create function, such as TENSOR_MATCH.
func (k Kind) Name() string { return kinds[k].name }

// Guard is a condition on the value at Source.
type Guard struct {
	Source    *Source // nil for ambient guards
	Kind      Kind
	Value     object.Value   // expected value, object, type, key or item
	Values    []object.Value // expected keys
	Name      string         // attribute name
	Length    int
	Unordered bool // DictKeysMatch: the order of the keys does not matter
	Not       bool
	Tensor    *TensorExpectation
	Other     *Source   // the other source of a duplicated input or a relation
	Group     []*Source // all sources of the aliasing guard
	State     uint64    // expected global state, 0 if unknown
	Marks     []map[int]bool
	Hint      string
	Line      UserLine
	Stack     []UserLine // the calls that lead to Line, outermost first, Line included
}

// UserLine is the line of the script that made a guard necessary.
type UserLine struct {
	Filename, Function, Code string
	Line                     int
}

// TensorExpectation is what TENSOR_MATCH compares. Sizes and strides are -1
// where they are symbolic.
type TensorExpectation struct {
	Type           *object.Type
	DType          tensor.DType
	Device         tensor.Device
	RequiresGrad   bool
	Inference      bool
	Conj, Neg      bool
	Sizes, Strides []int

	// The tensor that had the sizes and strides last, and how often it had been reshaped then.
	last     *tensor.Tensor
	reshaped uint32
}

// Text is the name of the guarded source, "" for ambient guards.
func (g *Guard) Text() string { return g.Source.Text() }

// Code is the check as Python text.
func (g *Guard) Code(th *object.Thread) string { return kinds[g.Kind].code(th, g) }

// Verbose is the code text with the user's line behind it.
func (g *Guard) Verbose(th *object.Thread) string { return withLine(g.Code(th), g.Hint, g.Line) }

// comment is the line as reports put it behind a check.
func (l UserLine) comment() string {
	return fmt.Sprintf("# %s  # %s:%d in %s", l.Code, l.Filename, l.Line, l.Function)
}

// withLine is a check with the user's line behind it, and a hint for who reads it, "" for none.
func withLine(code, hint string, l UserLine) string {
	if l.Line != 0 {
		code = fmt.Sprintf("%-60s  %s", code, l.comment())
	}
	if hint != "" {
		code += " (HINT: " + hint + ")"
	}
	return code
}

// reason says why the guard failed on v, in the wording of the recompile log.
func (g *Guard) reason(th *object.Thread, v object.Value, r *run) string {
	if fail := kinds[g.Kind].fail; fail != nil {
		if text := fail(th, g, v, r); text != "" {
			return text
		}
	}
	if v.IsNull() && g.Source != nil && g.Source.Base != nil {
		return missing(g.Source)
	}
	if g.Kind == DuplicateInput && g.Other.Resolve(th, r.frame).IsNull() {
		return missing(firstMissing(th, g.Other, r.frame))
	}
	return withLine(g.Code(th), g.Hint, g.Line)
}

// missing names the first step of a path that no longer exists.
func missing(s *Source) string {
	switch s.Access {
	case DictItem:
		if s.Base.Access == Dict && !s.Base.Base.ModuleMember() {
			return "getattr failed on source " + localNames(s.Text())
		}
		return "KeyError on " + localNames(s.Text())
	case Global:
		return "KeyError on " + localNames(s.Text())
	case Attr, Grad:
		return "getattr failed on source " + localNames(s.Text())
	}
	return "IndexError on " + localNames(s.Text())
}

// localNames writes L['x'] as x, as recompile reasons do.
func localNames(text string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, "L['")
		if i < 0 || i > 0 && isWordByte(text[i-1]) {
			b.WriteString(text)
			return b.String()
		}
		end := strings.Index(text[i+3:], "']")
		if end < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		b.WriteString(text[i+3 : i+3+end])
		text = text[i+3+end+2:]
	}
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
