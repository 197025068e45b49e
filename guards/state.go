package guards

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// StateItem is one piece of process-wide state that compiled code depends on.
// Read must return a comparable value.
type StateItem struct {
	Name string
	Read func(*object.Thread) any
}

// GlobalState lists what GLOBAL_STATE compares, in the order in which changes
// are reported. The packages that own the state append their items.
var GlobalState []StateItem

// ReadGlobalState is the state now, parallel to GlobalState.
func ReadGlobalState(th *object.Thread) []any {
	out := make([]any, len(GlobalState))
	for i, item := range GlobalState {
		out[i] = item.Read(th)
	}
	return out
}

func checkGlobalState(th *object.Thread, g *Guard, _ object.Value, _ *run) bool {
	for i, item := range GlobalState {
		if i < len(g.State) && item.Read(th) != g.State[i] {
			return false
		}
	}
	return true
}

func codeGlobalState(th *object.Thread, g *Guard) string {
	parts := make([]string, 0, len(g.State))
	for i, v := range g.State {
		parts = append(parts, fmt.Sprintf("%q:%q", GlobalState[i].Name, fmt.Sprint(v)))
	}
	return "___check_global_state() against {" + strings.Join(parts, ",") + "}"
}

func failGlobalState(th *object.Thread, g *Guard, _ object.Value, _ *run) string {
	text := "GLOBAL_STATE changed: "
	for i, item := range GlobalState {
		if i < len(g.State) && item.Read(th) != g.State[i] {
			text += item.Name + " "
		}
	}
	return text
}
