package dynamo

import (
	"slices"
	"weak"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// CodeState is what the tracer keeps about a code object.
type CodeState struct {
	cache      guards.Cache
	frameID    int
	attempts   int
	skip       bool     // run untraced for good
	runOnly    bool     // use the entries there are, compile no more
	limited    *Compile // of the last call that found it so
	neverTrace bool
	always     bool // see AlwaysTrace
	compiling  bool
	admitted   bool // frames of it may be compiled
	observed   bool // the first miss under the stance eager_then_compile was seen
	// staticFloats are the sources of floats that a backend has made constants.
	staticFloats map[string]bool
	resumes      map[string]*object.Code
	resumeNames  map[*object.Code]string
	origin       *object.Code // for resume functions: the code that they continue
	prologue     int          // and how many instructions lie in front of it
	globalState  uint64
	lookup       guards.Frame // of the call that is looked up, while looking is set; its memory serves the next one
	looking      bool
	direct       bool // the last call needed no frame: see Compile.Unframed
}

// machine is what a machine has of frame conversion.
type machine struct {
	compiled     codeList
	nextFrame    int
	uniqueNames  int
	errorOnBreak bool // the region flag of code that runs untraced, see SetErrorOnBreak
	cacheKeys    map[cacheKey]*cacheKey
	history      history
	fileHashes   map[string]string
	tracing      *translator // the innermost frame that is being traced, nil for none
}

var machines = object.NewState(func(th *object.Thread) *machine {
	m := &machine{cacheKeys: map[cacheKey]*cacheKey{}, fileHashes: map[string]string{}}
	of := interp.MachineOf(th)
	of.Letting = append(of.Letting, func(*object.Thread) { m.compiled.each(forgetCalls) })
	return m
})

// forgetCalls lets go of what the entries of a code object saw in their last calls.
func forgetCalls(code *object.Code) {
	for _, e := range Entries(code) {
		e.Program.ForgetCall()
	}
}

// Activate sets what the frames that a thread starts are compiled with, nil for not at all, and returns what was set before.
func Activate(th *object.Thread, c *Compile) *Compile {
	t := interp.ThreadOf(th)
	old := Active(th)
	switch tracing := machines.Of(th).tracing; {
	case c != nil:
		t.FrameHook = c
	case tracing != nil:
		t.FrameHook = shadowCalls{tracing}
	default:
		t.FrameHook = nil
	}
	return old
}

// Active is what the frames that a thread starts are compiled with, nil for not at all.
func Active(th *object.Thread) *Compile {
	c, _ := interp.ThreadOf(th).FrameHook.(*Compile)
	return c
}

// SetErrorOnBreak says whether a graph break is an error in frames that start now, and returns what was said before.
func SetErrorOnBreak(th *object.Thread, on bool) (before bool) {
	m := machines.Of(th)
	before, m.errorOnBreak = m.errorOnBreak, on
	return before
}

// Reset forgets every compiled entry, mark and observation.
func Reset(th *object.Thread) {
	m := machines.Of(th)
	told := map[*object.Code]*CodeState{}
	m.compiled.each(func(code *object.Code) {
		if s, ok := code.Extra.(*CodeState); ok && (s.neverTrace || s.always) {
			told[code] = s
		}
		code.Extra = nil
	})
	m.compiled, m.nextFrame, m.history, m.fileHashes = codeList{}, 0, history{}, map[string]string{}
	for code, s := range told { // what the program has said of them stays
		new := stateOf(th, code)
		new.always, new.neverTrace, new.skip = s.always, s.neverTrace, s.neverTrace && !s.always
	}
}

// codeList lists code objects that have a state, as long as somebody else refers to them: what was compiled for a function goes with it.
type codeList struct {
	codes []weak.Pointer[object.Code]
	limit int // the length at which those that are gone are dropped
}

func (l *codeList) add(code *object.Code) {
	if len(l.codes) >= l.limit {
		l.codes = slices.DeleteFunc(l.codes, func(p weak.Pointer[object.Code]) bool { return p.Value() == nil })
		l.limit = max(64, 2*len(l.codes))
	}
	l.codes = append(l.codes, weak.Make(code))
}

func (l *codeList) each(visit func(*object.Code)) {
	for _, p := range l.codes {
		if code := p.Value(); code != nil {
			visit(code)
		}
	}
}

// ResetCode forgets what is known of one code object.
func ResetCode(code *object.Code) {
	if _, ok := code.Extra.(*CodeState); ok {
		code.Extra = nil
	}
}

// Entries lists the cache entries of a code object, most recently used first.
func Entries(code *object.Code) []*guards.Entry {
	if s, ok := code.Extra.(*CodeState); ok {
		return s.cache.Entries
	}
	return nil
}

func stateOf(th *object.Thread, code *object.Code) *CodeState {
	if s, ok := code.Extra.(*CodeState); ok {
		return s
	}
	m := machines.Of(th)
	s := &CodeState{frameID: -1, resumes: map[string]*object.Code{}, staticFloats: map[string]bool{}, resumeNames: map[*object.Code]string{}}
	code.Extra = s
	m.compiled.add(code)
	return s
}

// SkipCode keeps frames of a code object from being compiled; what they call still is.
func SkipCode(th *object.Thread, code *object.Code) {
	s := stateOf(th, code)
	s.skip, s.neverTrace = true, true
}
