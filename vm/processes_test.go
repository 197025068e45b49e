package vm

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// TestProcesses runs a program whose processes are machines of its family: they print into its streams, see the environment as it was when they were started and change
// their own, and end by returning, by sys.exit, by an error, by a signal, and with their parent if they are daemons.
func TestProcesses(t *testing.T) {
	const program = `
import multiprocessing as mp, os, sys, time

def child(how, q):
    q.put((os.environ["SEEN"], os.getppid() == parent_pid(q), __name__))
    os.environ["SEEN"] = "changed"
    print("child", how)
    if how == "exit":
        sys.exit(3)
    if how == "error":
        raise ValueError(how)
    if how == "wait":
        time.sleep(1000)

def parent_pid(q):
    return mp.parent_process().pid

if __name__ == "__main__":
    os.environ["SEEN"] = "early"
    q = mp.Queue()
    for how in ("return", "exit", "error", "wait"):
        p = mp.Process(target=child, args=(how, q), daemon=how == "wait")
        p.start()
        print(q.get())
        if how == "wait":
            os.kill(p.pid, 15)
        p.join()
        print(how, p.exitcode, os.environ["SEEN"])
    mp.Process(target=time.sleep, args=(1000,), daemon=True).start()
    print("end")
`
	file := filepath.Join(t.TempDir(), "program.py")
	if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, diagnostics bytes.Buffer
	th := interp.NewMachineIn(interp.World{Stdout: &out, Stderr: &diagnostics, Env: []string{}}).Main()
	if status := Run(th, file, []string{file}); status != ExitOK {
		t.Errorf("status %d: %s", status, diagnostics.String())
	}
	const want = `('early', True, '__mp_main__')
return 0 early
('early', True, '__mp_main__')
exit 3 early
('early', True, '__mp_main__')
error 1 early
('early', True, '__mp_main__')
wait -15 early
`
	var lines []string
	children := 0
	for line := range bytes.Lines(out.Bytes()) {
		if bytes.HasPrefix(line, []byte("child ")) {
			children++
			continue
		}
		lines = append(lines, string(line))
	}
	if got := joined(lines); got != want+"end\n" || children < 3 {
		t.Errorf("the program prints, with %d lines of children:\n%s", children, got)
	}
	if !bytes.Contains(diagnostics.Bytes(), []byte("Process Process-3:\nTraceback")) {
		t.Errorf("an error is told as\n%s", diagnostics.String())
	}
}

func joined(lines []string) (text string) {
	for _, line := range lines {
		text += line
	}
	return text
}

// TestFamily leaves things for another machine, which takes each once, and wakes one that waits.
func TestFamily(t *testing.T) {
	m := interp.NewMachine()
	f := m.Child().Family()
	if f != m.Family() {
		t.Fatal("a child has a family of its own")
	}
	key := f.Deposit("thing")
	if v := f.Take(key); v != "thing" {
		t.Errorf("what was left is %v", v)
	}
	if v := f.Take(key); v != nil {
		t.Errorf("it can be taken again: %v", v)
	}
	types := newSharedTypes()
	if _, err := types.wrap(f.Take(key)); !object.ErrorIs(err, object.ValueError) {
		t.Errorf("taking it again is %v", err)
	}
	c := &channel{family: f}
	go func() {
		time.Sleep(5 * time.Millisecond)
		c.put([]byte("message"))
	}()
	if ready, err := interp.Await(m.Main(), func() bool { n, _ := c.size(); return n > 0 }, time.Time{}); !ready || err != nil {
		t.Errorf("the wait ends with %v, %v", ready, err)
	}
	if ready, err := interp.Await(m.Main(), func() bool { return false }, time.Now().Add(time.Millisecond)); ready || err != nil {
		t.Errorf("a wait in vain ends with %v, %v", ready, err)
	}
}

// TestStoppedWithChildren stops a program that waits for a process: both end.
func TestStoppedWithChildren(t *testing.T) {
	const program = `
import multiprocessing as mp, time
if __name__ == "__main__":
    p = mp.Process(target=time.sleep, args=(1000,))
    p.start()
    p.join()
`
	file := filepath.Join(t.TempDir(), "program.py")
	if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, diagnostics bytes.Buffer
	th := interp.NewMachineIn(interp.World{Stdout: &out, Stderr: &diagnostics, Env: []string{}}).Main()
	f := interp.MachineOf(th).Family()
	cause := errors.New("enough")
	started := make(chan struct{})
	go func() {
		defer close(started)
		for range 5000 {
			if len(f.Members()) > 1 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		interp.Stop(th, cause)
	}()
	err := interp.RunMain(th, file, []byte(program))
	<-started
	if !errors.Is(err, cause) {
		t.Errorf("the program ends with %v", err)
	}
	for range 5000 {
		if len(f.Members()) == 1 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("the process goes on")
}
