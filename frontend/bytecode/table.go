package bytecode

// Table holds the properties of every opcode, indexed by Opcode. It is the one
// place that an opcode is described; executors are tested against it.
var Table = [OpcodeCount]Info{
	NOP:    {Name: "NOP", Doc: "-- : does nothing; it carries a line number"},
	RESUME: {Name: "RESUME", Operand: OperandInt, Doc: "-- : start of a function (0), or continuation after yield (1), yield from (2), await (3); bit 2: the yield is at handler depth 1"},

	POP_TOP:   {Name: "POP_TOP", Pops: 1, Doc: "x -- "},
	PUSH_NULL: {Name: "PUSH_NULL", Pushes: 1, Doc: "-- NULL"},
	COPY:      {Name: "COPY", Operand: OperandInt, Pushes: 1, Doc: "x ... -- x ... x : pushes the arg-th entry from the top (1 is the top) again"},
	SWAP:      {Name: "SWAP", Operand: OperandInt, Doc: "x ... y -- y ... x : exchanges the top with the arg-th entry from the top (2 is the one below)"},

	UNARY_NEGATIVE: {Name: "UNARY_NEGATIVE", Pops: 1, Pushes: 1, Doc: "x -- -x"},
	UNARY_NOT:      {Name: "UNARY_NOT", Pops: 1, Pushes: 1, Doc: "x -- not x : x is a bool (TO_BOOL comes before)"},
	UNARY_INVERT:   {Name: "UNARY_INVERT", Pops: 1, Pushes: 1, Doc: "x -- ~x"},
	TO_BOOL:        {Name: "TO_BOOL", Pops: 1, Pushes: 1, Doc: "x -- bool(x)"},
	BINARY_OP:      {Name: "BINARY_OP", Operand: OperandBinary, Pops: 2, Pushes: 1, Doc: "left right -- left op right : also in-place operators, and subscription as [] (26)"},
	BINARY_SLICE:   {Name: "BINARY_SLICE", Pops: 3, Pushes: 1, Doc: "container start stop -- container[start:stop]"},
	STORE_SLICE:    {Name: "STORE_SLICE", Pops: 4, Doc: "value container start stop -- : container[start:stop] = value"},
	STORE_SUBSCR:   {Name: "STORE_SUBSCR", Pops: 3, Doc: "value container key -- : container[key] = value"},
	DELETE_SUBSCR:  {Name: "DELETE_SUBSCR", Pops: 2, Doc: "container key -- : del container[key]"},
	COMPARE_OP:     {Name: "COMPARE_OP", Operand: OperandCompare, Pops: 2, Pushes: 1, Doc: "left right -- left op right : arg>>5 is the operator; bit 4 asks for the truth value of the result; the low bits are a hint for specialisation"},
	IS_OP:          {Name: "IS_OP", Operand: OperandInvert, Pops: 2, Pushes: 1, Doc: "left right -- left is right : arg 1 negates"},
	CONTAINS_OP:    {Name: "CONTAINS_OP", Operand: OperandInvert, Pops: 2, Pushes: 1, Doc: "left right -- left in right : arg 1 negates"},

	LOAD_CONST:           {Name: "LOAD_CONST", Operand: OperandConst, Pushes: 1, Doc: "-- Consts[arg]"},
	LOAD_SMALL_INT:       {Name: "LOAD_SMALL_INT", Operand: OperandInt, Pushes: 1, Doc: "-- arg : an int of 0 to 255"},
	LOAD_COMMON_CONSTANT: {Name: "LOAD_COMMON_CONSTANT", Operand: OperandCommon, Pushes: 1, Doc: "-- value : one of CommonConstants, whatever the globals say"},

	LOAD_FAST:                 {Name: "LOAD_FAST", Operand: OperandLocal, Pushes: 1, Doc: "-- local : the compiler knows that it is bound; of a cell variable's slot, pushes the cell itself"},
	LOAD_FAST_CHECK:           {Name: "LOAD_FAST_CHECK", Operand: OperandLocal, Pushes: 1, Doc: "-- local : raises UnboundLocalError when it is not bound"},
	LOAD_FAST_AND_CLEAR:       {Name: "LOAD_FAST_AND_CLEAR", Operand: OperandLocal, Pushes: 1, Doc: "-- local : pushes the slot, NULL when unbound, and unbinds it; around inlined comprehensions"},
	STORE_FAST:                {Name: "STORE_FAST", Operand: OperandLocal, Pops: 1, Doc: "value -- : also stores NULL and cells, when it restores what LOAD_FAST_AND_CLEAR saved"},
	DELETE_FAST:               {Name: "DELETE_FAST", Operand: OperandLocal, Doc: "-- : raises UnboundLocalError when it is not bound"},
	MAKE_CELL:                 {Name: "MAKE_CELL", Operand: OperandDeref, Doc: "-- : replaces the slot's content (an argument, or nothing) by a new cell that holds it"},
	COPY_FREE_VARS:            {Name: "COPY_FREE_VARS", Operand: OperandInt, Doc: "-- : copies the arg cells of the function's closure to the last slots of LocalsPlus"},
	LOAD_DEREF:                {Name: "LOAD_DEREF", Operand: OperandDeref, Pushes: 1, Doc: "-- value : the content of the cell; raises UnboundLocalError (cell) or NameError (free variable) when empty"},
	STORE_DEREF:               {Name: "STORE_DEREF", Operand: OperandDeref, Pops: 1, Doc: "value --"},
	DELETE_DEREF:              {Name: "DELETE_DEREF", Operand: OperandDeref, Doc: "-- : empties the cell; raises when it is empty"},
	LOAD_FROM_DICT_OR_DEREF:   {Name: "LOAD_FROM_DICT_OR_DEREF", Operand: OperandDeref, Pops: 1, Pushes: 1, Doc: "mapping -- value : mapping[name of the slot], else the content of the cell"},
	LOAD_FROM_DICT_OR_GLOBALS: {Name: "LOAD_FROM_DICT_OR_GLOBALS", Operand: OperandName, Pops: 1, Pushes: 1, Doc: "mapping -- value : mapping[name], else the global, else the builtin"},
	LOAD_LOCALS:               {Name: "LOAD_LOCALS", Pushes: 1, Doc: "-- locals : the mapping of local names of a class body or module"},
	LOAD_NAME:                 {Name: "LOAD_NAME", Operand: OperandName, Pushes: 1, Doc: "-- value : from locals, globals, builtins in this order"},
	STORE_NAME:                {Name: "STORE_NAME", Operand: OperandName, Pops: 1, Doc: "value -- : into locals"},
	DELETE_NAME:               {Name: "DELETE_NAME", Operand: OperandName, Doc: "-- : from locals"},
	LOAD_GLOBAL:               {Name: "LOAD_GLOBAL", Operand: OperandGlobal, Vary: loadOrMethod(0), Doc: "-- value [NULL] : global, else builtin; with bit 0 set also pushes NULL, for a call"},
	STORE_GLOBAL:              {Name: "STORE_GLOBAL", Operand: OperandName, Pops: 1, Doc: "value --"},
	DELETE_GLOBAL:             {Name: "DELETE_GLOBAL", Operand: OperandName, Doc: "--"},
	LOAD_BUILD_CLASS:          {Name: "LOAD_BUILD_CLASS", Pushes: 1, Doc: "-- builtins.__build_class__"},
	SETUP_ANNOTATIONS:         {Name: "SETUP_ANNOTATIONS", Doc: "-- : makes the local name __annotations__ a dict unless it is bound"},

	LOAD_ATTR:       {Name: "LOAD_ATTR", Operand: OperandAttr, Vary: loadOrMethod(1), Doc: "owner -- attr, or with bit 0 set: owner -- method owner when it finds an unbound method, else attr NULL"},
	STORE_ATTR:      {Name: "STORE_ATTR", Operand: OperandName, Pops: 2, Doc: "value owner -- : owner.name = value"},
	DELETE_ATTR:     {Name: "DELETE_ATTR", Operand: OperandName, Pops: 1, Doc: "owner --"},
	LOAD_SUPER_ATTR: {Name: "LOAD_SUPER_ATTR", Operand: OperandSuper, Vary: loadOrMethod(3), Doc: "super class self -- attr [self or NULL] : super(class, self).name, or super().name when bit 1 is clear; bit 0 as LOAD_ATTR"},
	LOAD_SPECIAL:    {Name: "LOAD_SPECIAL", Operand: OperandSpecial, Pops: 1, Pushes: 2, Doc: "owner -- method self_or_NULL : a special method, looked up on the type"},

	IMPORT_NAME: {Name: "IMPORT_NAME", Operand: OperandName, Pops: 2, Pushes: 1, Doc: "level fromlist -- module"},
	IMPORT_FROM: {Name: "IMPORT_FROM", Operand: OperandName, Pushes: 1, Doc: "module -- module attr"},

	BUILD_TUPLE:     {Name: "BUILD_TUPLE", Operand: OperandInt, Vary: pop(1, 0, 1), Doc: "x*arg -- tuple"},
	BUILD_LIST:      {Name: "BUILD_LIST", Operand: OperandInt, Vary: pop(1, 0, 1), Doc: "x*arg -- list"},
	BUILD_SET:       {Name: "BUILD_SET", Operand: OperandInt, Vary: pop(1, 0, 1), Doc: "x*arg -- set"},
	BUILD_MAP:       {Name: "BUILD_MAP", Operand: OperandInt, Vary: pop(2, 0, 1), Doc: "(key value)*arg -- dict"},
	BUILD_STRING:    {Name: "BUILD_STRING", Operand: OperandInt, Vary: pop(1, 0, 1), Doc: "str*arg -- str : joins them"},
	BUILD_SLICE:     {Name: "BUILD_SLICE", Operand: OperandInt, Vary: pop(1, 0, 1), Doc: "start stop [step] -- slice : arg is 2 or 3"},
	LIST_APPEND:     {Name: "LIST_APPEND", Operand: OperandInt, Pops: 1, Doc: "list ... value -- list ... : the list is the arg-th entry after the pop"},
	SET_ADD:         {Name: "SET_ADD", Operand: OperandInt, Pops: 1, Doc: "set ... value -- set ... : the set is the arg-th entry after the pop"},
	MAP_ADD:         {Name: "MAP_ADD", Operand: OperandInt, Pops: 2, Doc: "dict ... key value -- dict ... : the dict is the arg-th entry after the pops"},
	LIST_EXTEND:     {Name: "LIST_EXTEND", Operand: OperandInt, Pops: 1, Doc: "list ... iterable -- list ... : the list is the arg-th entry after the pop"},
	SET_UPDATE:      {Name: "SET_UPDATE", Operand: OperandInt, Pops: 1, Doc: "set ... iterable -- set ..."},
	DICT_UPDATE:     {Name: "DICT_UPDATE", Operand: OperandInt, Pops: 1, Doc: "dict ... mapping -- dict ... : later keys win"},
	DICT_MERGE:      {Name: "DICT_MERGE", Operand: OperandInt, Pops: 1, Doc: "callable NULL args dict ... mapping -- callable NULL args dict ... : for calls; a key that is there raises TypeError naming the callable (arg+3 below the dict's top side)"},
	UNPACK_SEQUENCE: {Name: "UNPACK_SEQUENCE", Operand: OperandInt, Vary: func(arg int32) (int, int) { return 1, int(arg) }, Doc: "iterable -- x*arg : the first value ends on top"},
	UNPACK_EX:       {Name: "UNPACK_EX", Operand: OperandInt, Vary: func(arg int32) (int, int) { return 1, int(arg&0xff) + int(arg>>8) + 1 }, Doc: "iterable -- after... list before... : arg&0xff values before the starred one, arg>>8 after; the first value ends on top"},

	FORMAT_SIMPLE:    {Name: "FORMAT_SIMPLE", Pops: 1, Pushes: 1, Doc: "value -- format(value)"},
	FORMAT_WITH_SPEC: {Name: "FORMAT_WITH_SPEC", Pops: 2, Pushes: 1, Doc: "value spec -- format(value, spec)"},
	CONVERT_VALUE:    {Name: "CONVERT_VALUE", Operand: OperandConvert, Pops: 1, Pushes: 1, Doc: "value -- str : 1 str, 2 repr, 3 ascii"},

	GET_ITER:            {Name: "GET_ITER", Pops: 1, Pushes: 1, Doc: "iterable -- iter(iterable)"},
	FOR_ITER:            {Name: "FOR_ITER", Operand: OperandJump, Pushes: 1, Jumps: true, Doc: "iter -- iter next : the target is an END_FOR; when exhausted continues behind the target, pushing nothing (as if it had pushed a value that END_FOR pops)"},
	END_FOR:             {Name: "END_FOR", Pops: 1, Doc: "x -- : only the mark that FOR_ITER jumps to; not executed by it"},
	POP_ITER:            {Name: "POP_ITER", Pops: 1, Doc: "iter -- : end of a for loop"},
	GET_YIELD_FROM_ITER: {Name: "GET_YIELD_FROM_ITER", Pops: 1, Pushes: 1, Doc: "iterable -- iter : a generator stays as it is"},
	SEND:                {Name: "SEND", Operand: OperandJump, Pops: 1, Pushes: 1, Jumps: true, Doc: "receiver value -- receiver result : receiver.send(value), next for None; when it returns jumps with the return value as result"},
	END_SEND:            {Name: "END_SEND", Pops: 2, Pushes: 1, Doc: "receiver value -- value"},
	YIELD_VALUE:         {Name: "YIELD_VALUE", Operand: OperandInt, Pops: 1, Pushes: 1, Doc: "value -- sent : arg 1 inside yield from"},
	RETURN_GENERATOR:    {Name: "RETURN_GENERATOR", Pushes: 1, Doc: "-- sent : returns a generator for this frame, which continues here with the first value sent (None)"},
	RETURN_VALUE:        {Name: "RETURN_VALUE", Pops: 1, Ends: true, Doc: "value --"},
	CLEANUP_THROW:       {Name: "CLEANUP_THROW", Pops: 3, Pushes: 2, Doc: "receiver sent exc -- None value : when exc is StopIteration, its value; else raises exc again"},
	GET_AWAITABLE:       {Name: "GET_AWAITABLE", Operand: OperandInt, Pops: 1, Pushes: 1, Doc: "value -- iter : what await drives; arg 1 after __aenter__, 2 after __aexit__, for the error text"},
	GET_AITER:           {Name: "GET_AITER", Pops: 1, Pushes: 1, Doc: "iterable -- aiter(iterable)"},
	GET_ANEXT:           {Name: "GET_ANEXT", Pushes: 1, Doc: "aiter -- aiter awaitable : of its __anext__()"},
	END_ASYNC_FOR:       {Name: "END_ASYNC_FOR", Pops: 2, Doc: "aiter exc -- : when exc is StopAsyncIteration, else raises it again"},

	JUMP_FORWARD:               {Name: "JUMP_FORWARD", Operand: OperandJump, Jumps: true, Ends: true, Doc: "--"},
	JUMP_BACKWARD:              {Name: "JUMP_BACKWARD", Operand: OperandJump, Jumps: true, Ends: true, Doc: "-- : polls for interrupts"},
	JUMP_BACKWARD_NO_INTERRUPT: {Name: "JUMP_BACKWARD_NO_INTERRUPT", Operand: OperandJump, Jumps: true, Ends: true, Doc: "--"},
	POP_JUMP_IF_TRUE:           {Name: "POP_JUMP_IF_TRUE", Operand: OperandJump, Pops: 1, Jumps: true, Doc: "bool --"},
	POP_JUMP_IF_FALSE:          {Name: "POP_JUMP_IF_FALSE", Operand: OperandJump, Pops: 1, Jumps: true, Doc: "bool --"},
	POP_JUMP_IF_NONE:           {Name: "POP_JUMP_IF_NONE", Operand: OperandJump, Pops: 1, Jumps: true, Doc: "value --"},
	POP_JUMP_IF_NOT_NONE:       {Name: "POP_JUMP_IF_NOT_NONE", Operand: OperandJump, Pops: 1, Jumps: true, Doc: "value --"},

	CALL:                   {Name: "CALL", Operand: OperandInt, Vary: pop(1, 2, 1), Doc: "callable self_or_NULL x*arg -- result : a self counts as the first argument"},
	CALL_KW:                {Name: "CALL_KW", Operand: OperandInt, Vary: pop(1, 3, 1), Doc: "callable self_or_NULL x*arg names -- result : names is the tuple of keywords of the last arguments"},
	CALL_FUNCTION_EX:       {Name: "CALL_FUNCTION_EX", Pops: 4, Pushes: 1, Doc: "callable NULL args kwargs_or_NULL -- result : args is any iterable"},
	CALL_INTRINSIC_1:       {Name: "CALL_INTRINSIC_1", Operand: OperandIntrinsic1, Pops: 1, Pushes: 1, Doc: "value -- result : Intrinsics1[arg]"},
	CALL_INTRINSIC_2:       {Name: "CALL_INTRINSIC_2", Operand: OperandIntrinsic2, Pops: 2, Pushes: 1, Doc: "value1 value2 -- result : Intrinsics2[arg]"},
	MAKE_FUNCTION:          {Name: "MAKE_FUNCTION", Pops: 1, Pushes: 1, Doc: "code -- function"},
	SET_FUNCTION_ATTRIBUTE: {Name: "SET_FUNCTION_ATTRIBUTE", Operand: OperandFuncAttr, Pops: 2, Pushes: 1, Doc: "value function -- function : 1 defaults, 2 keyword defaults, 4 annotations (a tuple name, text, ...), 8 closure, 16 annotate"},

	RAISE_VARARGS:     {Name: "RAISE_VARARGS", Operand: OperandInt, Vary: pop(1, 0, 0), Ends: true, Doc: "[exc [cause]] -- : arg of them; 0 raises the current exception again"},
	RERAISE:           {Name: "RERAISE", Operand: OperandInt, Pops: 1, Ends: true, Doc: "exc -- : raises exc without touching its traceback; when arg is not 0, the entry arg below it is the index of the instruction to report as the failing one (pushed by a handler with Lasti)"},
	PUSH_EXC_INFO:     {Name: "PUSH_EXC_INFO", Pops: 1, Pushes: 2, Doc: "exc -- previous exc : exc becomes the exception being handled"},
	POP_EXCEPT:        {Name: "POP_EXCEPT", Pops: 1, Doc: "previous -- : previous becomes the exception being handled"},
	CHECK_EXC_MATCH:   {Name: "CHECK_EXC_MATCH", Pops: 1, Pushes: 1, Doc: "exc type -- exc bool"},
	CHECK_EG_MATCH:    {Name: "CHECK_EG_MATCH", Pops: 2, Pushes: 2, Doc: "exc type -- rest match : splits an exception group; match is None when nothing matches"},
	WITH_EXCEPT_START: {Name: "WITH_EXCEPT_START", Pushes: 1, Doc: "exit self_or_NULL lasti previous exc -- exit self_or_NULL lasti previous exc result : calls exit(type(exc), exc, traceback)"},

	MATCH_MAPPING:  {Name: "MATCH_MAPPING", Pushes: 1, Doc: "subject -- subject bool"},
	MATCH_SEQUENCE: {Name: "MATCH_SEQUENCE", Pushes: 1, Doc: "subject -- subject bool"},
	MATCH_KEYS:     {Name: "MATCH_KEYS", Pushes: 1, Doc: "subject keys -- subject keys values : a tuple, or None when a key is missing"},
	MATCH_CLASS:    {Name: "MATCH_CLASS", Operand: OperandInt, Pops: 3, Pushes: 1, Doc: "subject type names -- attrs : the tuple of arg positional and the named attributes, or None"},
	GET_LEN:        {Name: "GET_LEN", Pushes: 1, Doc: "subject -- subject len(subject)"},
}

// pop returns an effect that pops perArg*arg + fixed entries and pushes some.
func pop(perArg, fixed, pushes int) func(int32) (int, int) {
	return func(arg int32) (int, int) { return perArg*int(arg) + fixed, pushes }
}

// loadOrMethod returns the effect of a load whose lowest argument bit asks for
// two values to be pushed.
func loadOrMethod(pops int) func(int32) (int, int) {
	return func(arg int32) (int, int) { return pops, 1 + int(arg&1) }
}
