package short

import "testing"

func TestClear(t *testing.T) {
	n := 3
	all := []*int{&n, &n, &n, &n}
	Clear(all[1:3])
	if all[0] == nil || all[1] != nil || all[2] != nil || all[3] == nil {
		t.Errorf("cleared %v", all)
	}
	Clear(all[:0])
	Clear[any](nil)
}
