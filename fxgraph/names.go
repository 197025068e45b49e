package fxgraph

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// Namespace hands out names that are unique in a graph: base, base_1, base_2…
// Python keywords and builtins are never given out bare.
type Namespace struct {
	used map[string]bool
	next map[string]int // last suffix given out, by base
}

// NewNamespace is empty.
func NewNamespace() *Namespace {
	return &Namespace{used: map[string]bool{}, next: map[string]int{}}
}

var (
	illegalRun = regexp.MustCompile(`[^0-9a-zA-Z_]+`)
	suffixed   = regexp.MustCompile(`^(.*)_(\d+)$`)
)

// Create returns a name like candidate that was not given out before.
func (ns *Namespace) Create(candidate string) string {
	candidate = illegalRun.ReplaceAllString(candidate, "_")
	if candidate == "" {
		candidate = "_unnamed"
	}
	if candidate[0] >= '0' && candidate[0] <= '9' {
		candidate = "_" + candidate
	}
	base, number := candidate, 0
	if m := suffixed.FindStringSubmatch(candidate); m != nil {
		if n, err := strconv.Atoi(m[2]); err == nil {
			base, number = m[1], n
		}
	}
	if number == 0 {
		number = ns.next[base]
		if base != candidate { // "x_0" keeps its zero while free
			number = 0
		}
	}
	for ns.used[candidate] || reserved[candidate] {
		number++
		candidate = base + "_" + strconv.Itoa(number)
	}
	ns.used[candidate] = true
	ns.next[base] = number
	return candidate
}

// Reserve marks a name as used.
func (ns *Namespace) Reserve(name string) { ns.used[name] = true }

// SnakeCase turns CamelCase into camel_case and drops characters that names
// cannot have, as node names are formed from targets.
func SnakeCase(s string) string {
	var b strings.Builder
	previousLower := false
	for _, r := range s {
		if unicode.IsUpper(r) && previousLower {
			b.WriteByte('_')
		}
		previousLower = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

var reserved = func() map[string]bool {
	words := `False None True and as assert async await break class continue def del elif else except finally for from
global if import in is lambda nonlocal not or pass raise return try while with yield
ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError
BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError
DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError
FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError
IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError
NameError NotADirectoryError NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning
PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError
RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError
TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning
UserWarning ValueError Warning ZeroDivisionError __build_class__ __debug__ __doc__ __import__ __loader__ __name__
__package__ __spec__ abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile
complex copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals
hasattr hash help hex id input int isinstance issubclass iter len license list locals map max memoryview min next object
oct open ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple
type vars zip inf nan NoneType torch device fx_pytree pytree`
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}()
