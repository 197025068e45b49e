package stdlib

import (
	"time"
	"weak"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// state is what a machine has of the library.
type state struct {
	sys          *object.Module
	exitHandlers []exitHandler
	auditHooks   []Value
	zone         *time.Location // of the clock on the wall; tzset changes it

	patterns      map[reKey]*pattern
	structFormats map[string]*structFormat // by their text: a loop packs with the same one again and again

	// lastSubject is the string whose characters were asked for last: a loop that matches at one position after the other asks
	// for those of the same string every time.
	lastSubject struct {
		s     *object.Str
		runes []rune
	}

	weak  weakState
	alarm alarm
}

// weakState is what is known of weak references.
type weakState struct {
	// refs are the references to each object, the oldest first. Neither the objects nor the references are kept alive.
	refs    map[object.Weak][]weak.Pointer[weakRef]
	purgeAt int // the number of objects at which those that died are looked for

	// scriptCallbacks counts the callbacks of the script that are waiting, those of finalize among them; what the rest of the
	// library registers for itself prints nothing.
	scriptCallbacks int

	collecting     bool
	collections    int
	collectionTime time.Duration
	seenDeletions  int // interp.Deletions at the last collection
}

var stateOf = object.NewState(func(th *object.Thread) *state {
	return &state{
		zone:          localZone(th),
		patterns:      map[reKey]*pattern{},
		structFormats: map[string]*structFormat{},
		weak:          weakState{refs: map[object.Weak][]weak.Pointer[weakRef]{}, purgeAt: 1024},
	}
})

// sysModule is the machine's module sys.
func sysModule(th *object.Thread) *object.Module { return stateOf.Of(th).sys }

func init() {
	interp.OnNewMachine(func(th *object.Thread) {
		m := newSys(th)
		addSysMore(th, m)
		addUnraisableHook(m)
	})
}
