package bytecode

// Arguments of BINARY_OP.
const (
	BinaryAdd = iota
	BinaryAnd
	BinaryFloorDivide
	BinaryLeftShift
	BinaryMatrixMultiply
	BinaryMultiply
	BinaryRemainder
	BinaryOr
	BinaryPower
	BinaryRightShift
	BinarySubtract
	BinaryTrueDivide
	BinaryXor
	// BinaryInPlace is the distance from an operator to its in-place form.
	BinaryInPlace
	// BinarySubscript is subscription, container[key].
	BinarySubscript = 26
)

// BinaryOperators spells the arguments of BINARY_OP.
var BinaryOperators = [...]string{
	"+", "&", "//", "<<", "@", "*", "%", "|", "**", ">>", "-", "/", "^",
	"+=", "&=", "//=", "<<=", "@=", "*=", "%=", "|=", "**=", ">>=", "-=", "/=", "^=",
	"[]",
}

// Operators of COMPARE_OP, in the bits from CompareShift on.
const (
	CompareLess = iota
	CompareLessEqual
	CompareEqual
	CompareNotEqual
	CompareGreater
	CompareGreaterEqual

	CompareShift  = 5
	CompareToBool = 16
)

// CompareOperators spells the operators of COMPARE_OP.
var CompareOperators = [...]string{"<", "<=", "==", "!=", ">", ">="}

// CompareMasks are the low bits of COMPARE_OP's argument, by operator: the set
// of outcomes (1 unordered, 2 less, 4 greater, 8 equal) for which it holds.
var CompareMasks = [...]int32{2, 2 + 8, 8, 1 + 2 + 4, 4, 4 + 8}

// Arguments of LOAD_COMMON_CONSTANT.
const (
	CommonAssertionError = iota
	CommonNotImplementedError
	CommonTuple
	CommonAll
	CommonAny
)

// CommonConstants names the builtins that LOAD_COMMON_CONSTANT loads.
var CommonConstants = [...]string{"AssertionError", "NotImplementedError", "tuple", "all", "any"}

// Arguments of LOAD_SPECIAL.
const (
	SpecialEnter = iota
	SpecialExit
	SpecialAsyncEnter
	SpecialAsyncExit
)

// SpecialMethods names the methods that LOAD_SPECIAL loads.
var SpecialMethods = [...]string{"__enter__", "__exit__", "__aenter__", "__aexit__"}

// Arguments of CALL_INTRINSIC_1 (numbers as in CPython).
const (
	IntrinsicPrint         = 1
	IntrinsicImportStar    = 2 // module -- None: copies its public names to the local names
	IntrinsicStopIteration = 3 // exc -- exc: StopIteration becomes RuntimeError, in a generator
	IntrinsicAsyncGenWrap  = 4 // value -- value as an asynchronous generator yields it
	IntrinsicUnaryPositive = 5
	IntrinsicListToTuple   = 6
	IntrinsicTypeVar       = 7 // name -- type variable
	IntrinsicParamSpec     = 8
	IntrinsicTypeVarTuple  = 9
	IntrinsicGeneric       = 10 // type parameters -- Generic[them]
	IntrinsicTypeAlias     = 11 // (name, type parameters or None, function) -- alias
)

// Intrinsics1 names the functions of CALL_INTRINSIC_1.
var Intrinsics1 = [...]string{
	"INTRINSIC_1_INVALID", "INTRINSIC_PRINT", "INTRINSIC_IMPORT_STAR", "INTRINSIC_STOPITERATION_ERROR",
	"INTRINSIC_ASYNC_GEN_WRAP", "INTRINSIC_UNARY_POSITIVE", "INTRINSIC_LIST_TO_TUPLE", "INTRINSIC_TYPEVAR",
	"INTRINSIC_PARAMSPEC", "INTRINSIC_TYPEVARTUPLE", "INTRINSIC_SUBSCRIPT_GENERIC", "INTRINSIC_TYPEALIAS",
}

// Arguments of CALL_INTRINSIC_2.
const (
	IntrinsicPrepReraiseStar    = 1 // original list -- exc: what except* leaves to raise, or None
	IntrinsicTypeVarBound       = 2 // name function -- type variable: the function computes the bound
	IntrinsicTypeVarConstraints = 3
	IntrinsicSetTypeParams      = 4 // function tuple -- function: sets __type_params__
	IntrinsicTypeParamDefault   = 5 // type parameter, function -- type parameter
)

// Intrinsics2 names the functions of CALL_INTRINSIC_2.
var Intrinsics2 = [...]string{
	"INTRINSIC_2_INVALID", "INTRINSIC_PREP_RERAISE_STAR", "INTRINSIC_TYPEVAR_WITH_BOUND",
	"INTRINSIC_TYPEVAR_WITH_CONSTRAINTS", "INTRINSIC_SET_FUNCTION_TYPE_PARAMS", "INTRINSIC_SET_TYPEPARAM_DEFAULT",
}

// Arguments of SET_FUNCTION_ATTRIBUTE.
const (
	FuncAttrDefaults    = 1
	FuncAttrKwDefaults  = 2
	FuncAttrAnnotations = 4
	FuncAttrClosure     = 8
	FuncAttrAnnotate    = 16
)

// Arguments of CONVERT_VALUE.
const (
	ConvertStr   = 1
	ConvertRepr  = 2
	ConvertASCII = 3
)

// ConversionNames spells the arguments of CONVERT_VALUE.
var ConversionNames = [...]string{"", "str", "repr", "ascii"}
