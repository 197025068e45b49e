package object

// Built-in types and the functions in their slots refer to each other. So the types are first declared, as pointers (declare.go), then described by the
// functions below, each beside the type's methods, and last completed, bases first: slots become methods and the namespace is filled.

func init() { ready() }

// ready describes and completes the types of this package. It runs once, when the package is loaded, and is the only thing that does.
func ready() {
	makeTextCodecs()
	makeSlotDefs()
	makeDictAttributes()
	for _, b := range []struct {
		t    *Type
		spec func() Spec
	}{
		{TypeType, typeSpec},
		{IntType, intSpec},
		{BoolType, boolSpec},
		{FloatType, floatSpec},
		{ComplexType, complexSpec},
		{StrType, strSpec},
		{BytesType, bytesSpec},
		{ByteArrayType, byteArraySpec},
		{ListType, listSpec},
		{TupleType, tupleSpec},
		{DictType, dictSpec},
		{DictKeysType, dictKeysSpec},
		{DictValuesType, dictValuesSpec},
		{DictItemsType, dictItemsSpec},
		{orderedKeysType, func() Spec { return Spec{} }},
		{orderedValuesType, func() Spec { return Spec{} }},
		{orderedItemsType, func() Spec { return Spec{} }},
		{SliceType, sliceSpec},
		{RangeType, rangeSpec},
		{MemoryViewType, memoryViewSpec},
		{memoryIterType, memoryIterSpec},
		{EnumerateType, enumerateSpec},
		{ZipType, zipSpec},
		{MapType, mapSpec},
		{FilterType, filterSpec},
		{ReversedType, reversedSpec},
		{FunctionType, functionSpec},
		{MethodType, methodSpec},
		{CellType, cellSpec},
		{CodeType, codeSpec},
		{PropertyType, propertySpec},
		{SuperType, superSpec},
		{GetsetType, getsetSpec},
		{MemberType, memberSpec},
		{ModuleType, moduleSpec},
		{MappingProxyType, mappingProxySpec},
		{TracebackType, tracebackSpec},
		{GenericAliasType, genericAliasSpec},
		{UnionType, unionSpec},
		{BaseException, baseExceptionSpec},
		{BaseExceptionGroup, baseExceptionGroupSpec},
	} {
		b.t.define(b.spec())
	}
	// Families, whose types differ in little.
	objectSpecs()
	setSpecs()
	iteratorSpecs()
	builtinFunctionSpecs()
	wrapperSpecs()
	exceptionKindSpecs()
	unicodeErrorSpecs()

	addReductions()
	for _, t := range declared {
		t.makeReady()
	}
	declared = nil // start: by ready
	finishExceptionGroup()
}
