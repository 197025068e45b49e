package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestReplTerminal types into a session on a terminal: editing, Ctrl-C at the prompt and in a loop, the history, Ctrl-D.
func TestReplTerminal(t *testing.T) {
	master, slave := openTerminal(t)
	state := t.TempDir()
	cmd := command(t.TempDir(), []string{"XDG_STATE_HOME=" + state, "NO_COLOR=1"}, "repl")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &unix.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	seen := make(chan string, 1000)
	go func() {
		defer close(seen)
		buffer := make([]byte, 4096)
		for {
			n, err := master.Read(buffer)
			if err != nil {
				return
			}
			seen <- string(buffer[:n])
		}
	}()
	text := ""
	wait := func(want string) {
		t.Helper()
		late := time.After(20 * time.Second)
		for !strings.Contains(text, want) {
			select {
			case s := <-seen:
				text += s
			case <-late:
				t.Fatalf("no %q in %q", want, text)
			}
		}
		text = text[strings.Index(text, want)+len(want):]
	}
	send := func(keys string, wants ...string) {
		t.Helper()
		if _, err := master.WriteString(keys); err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			wait(want)
		}
	}
	wait(">>> ")
	send("40 + 3\x7f2\r", "42\r\n", ">>> ") // backspace
	send("x +\x03", "KeyboardInterrupt\r\n", ">>> ")
	send("y = 'kept'\r", ">>> ")
	send("if y:\r", "... ")
	send("\tpri\t(y + '!')\r", "... ") // indentation and completion
	send("\r", "kept!\r\n", ">>> ")
	send("while True: pass\r", "... ")
	send("\r")
	time.Sleep(300 * time.Millisecond)
	send("\x03", "KeyboardInterrupt\r\n", ">>> ")
	send("\x1b[A\x1b[A\x1b[A\x1b[A\r", ">>> ") // four lines back
	send("y\r", "'kept'\r\n", ">>> ")
	send("\x04")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	kept, err := os.ReadFile(filepath.Join(state, "magneto", "history"))
	want := "40 + 2\ny = 'kept'\nif y:\n    print(y + '!')\nwhile True: pass\ny = 'kept'\ny\n"
	if err != nil || string(kept) != want {
		t.Errorf("history %q, %v, want %q", kept, err, want)
	}
}

// openTerminal makes a pseudo terminal.
func openTerminal(t *testing.T) (master, slave *os.File) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { master.Close() })
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip(err)
	}
	if slave, err = os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Skip(err)
	}
	return master, slave
}
