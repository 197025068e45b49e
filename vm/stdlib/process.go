package stdlib

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// A process that subprocess started. Pipes of ours are files; others are the child's alone.
type process struct {
	cmd    *exec.Cmd
	done   chan struct{}
	status int // negative: the signal that ended it
}

// How a stream of the child is connected, apart from the descriptor of an open file.
const (
	streamInherit = -4
	streamPipe    = -1
	streamStdout  = -2
	streamNull    = -3
)

// startProcess is _process.start(args, env or None, cwd or None, stdin, stdout, stderr): it gives the process and our ends
// of its pipes, or None for each that is not one.
func startProcess(th *object.Thread, args, kw []Value) (Value, error) {
	args, err := object.Args("start", args, kw, "args", "env", "cwd", "stdin", "stdout", "stderr", "/")
	if err != nil {
		return object.Null, err
	}
	words, err := pathList(th, args[0])
	if err != nil {
		return object.Null, err
	}
	machine := interp.MachineOf(th)
	if machine.Own() {
		return object.Null, builtins.OSError(th, syscall.EPERM, words[0]) // a process would see the files that the machine does not
	}
	cmd := &exec.Cmd{Path: words[0], Args: words, Env: machine.Environ()}
	if path, err := exec.LookPath(words[0]); err == nil || errors.Is(err, exec.ErrDot) {
		cmd.Path = path
	} else {
		return object.Null, builtins.OSError(th, noSuchProgram(err), words[0])
	}
	if !args[1].IsNone() {
		if cmd.Env, err = pathList(th, args[1]); err != nil {
			return object.Null, err
		}
	}
	if !args[2].IsNone() {
		if cmd.Dir, err = builtins.PathOf(th, args[2]); err != nil {
			return object.Null, err
		}
		if st, err := os.Stat(cmd.Dir); err != nil || !st.IsDir() {
			return object.Null, builtins.OSError(th, noSuchFolder(err), cmd.Dir)
		}
	}
	builtins.Stdout(th).Flush(th)
	builtins.FlushFiles(th)
	var childs []*os.File
	ours := [3]Value{object.None, object.None, object.None}
	connect := func(i int, std *os.File) (*os.File, error) {
		how, err := object.ToInt(th, args[3+i]) // borrowed: it is called below only
		if err != nil {
			return nil, err
		}
		switch how {
		case streamInherit:
			return std, nil
		case streamNull:
			f, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
			childs = append(childs, f)
			return f, err
		case streamPipe:
			r, w, err := os.Pipe()
			if err != nil {
				return nil, err
			}
			if i == 0 {
				childs = append(childs, r)
				ours[i] = builtins.FileOf(th, w, false)
				return r, nil
			}
			childs = append(childs, w)
			ours[i] = builtins.FileOf(th, r, true)
			return w, nil
		}
		if how < 0 {
			return nil, object.ValueErrorf("bad stream %d", how)
		}
		fd, err := syscall.Dup(how)
		if err != nil {
			return nil, err
		}
		f := os.NewFile(uintptr(fd), "")
		childs = append(childs, f)
		return f, nil
	}
	defer func() {
		for _, f := range childs {
			f.Close()
		}
	}()
	in, err := connect(0, os.Stdin)
	if err != nil {
		return object.Null, builtins.OSError(th, err, "")
	}
	out, err := connect(1, os.Stdout)
	if err != nil {
		return object.Null, builtins.OSError(th, err, "")
	}
	errs := out
	if how, _ := args[5].AsInt(); how != streamStdout {
		if errs, err = connect(2, os.Stderr); err != nil {
			return object.Null, builtins.OSError(th, err, "")
		}
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, errs
	if err := cmd.Start(); err != nil {
		return object.Null, builtins.OSError(th, err, words[0])
	}
	p := &process{cmd: cmd, done: make(chan struct{})}
	go func() {
		cmd.Wait()
		if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
			p.status = -int(ws.Signal())
		} else {
			p.status = cmd.ProcessState.ExitCode()
		}
		close(p.done)
	}()
	return object.NewTuple(object.NewNative(processType, p), ours[0], ours[1], ours[2]).Ref(), nil
}

func noSuchProgram(err error) error {
	if errors.Is(err, os.ErrPermission) {
		return syscall.EACCES
	}
	return syscall.ENOENT
}

func noSuchFolder(err error) error {
	if err == nil {
		return syscall.ENOTDIR
	}
	return err
}

// pathList are texts, bytes and paths as Go strings.
func pathList(th *object.Thread, v Value) ([]string, error) {
	items, err := object.ToSlice(th, v)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(items))
	for i, x := range items {
		if out[i], err = builtins.PathOf(th, x); err != nil {
			return nil, err
		}
	}
	return out, nil
}

var processType *object.Type

func init() {
	interp.RegisterNative("_process", func(th *object.Thread) *object.Module {
		m := object.NewModule("_process")
		pv := func(v Value) *process { n, _ := object.AsNative(v); return n.V.(*process) }
		if processType == nil {
			processType = object.NewType("Process", "_process", nil, object.Spec{Layout: object.LayoutNative, NoNew: true,
				Getset: []object.GetsetDef{{Name: "pid", Get: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(pv(v).cmd.Process.Pid)), nil }}},
				Methods: []object.Method{
					{Name: "poll", NoArgs: func(th *object.Thread, v Value) (Value, error) {
						select {
						case <-pv(v).done:
							return object.Int(int64(pv(v).status)), nil
						default:
							return object.None, nil
						}
					}},
					{Name: "wait", OneArg: func(th *object.Thread, v, timeout Value) (Value, error) {
						p := pv(v)
						if timeout.IsNone() {
							_, err := interp.Wait(th, p.done)
							return object.Int(int64(p.status)), err
						}
						seconds, err := object.ToFloat(th, timeout)
						if err != nil {
							return object.Null, err
						}
						either := make(chan bool, 1)
						go func() {
							select {
							case <-p.done:
								either <- true
							case <-time.After(time.Duration(seconds * 1e9)):
								either <- false
							}
						}()
						ended, err := interp.Wait(th, either)
						if err != nil || !ended {
							return object.None, err
						}
						return object.Int(int64(p.status)), nil
					}},
					{Name: "signal", OneArg: func(th *object.Thread, v, number Value) (Value, error) {
						n, err := object.ToInt(th, number)
						if err != nil {
							return object.Null, err
						}
						if err := pv(v).cmd.Process.Signal(syscall.Signal(n)); err != nil && !errors.Is(err, os.ErrProcessDone) {
							return object.Null, builtins.OSError(th, err, "")
						}
						return object.None, nil
					}},
				}})
		}
		m.SetType(processType)
		object.AddFuncs(m, []object.Method{
			{Name: "start", Fn: startProcess},
			{Name: "exchange", Fn: exchange},
		})
		return m
	})
}

// exchange is _process.exchange(data or None, stdin, stdout, stderr, timeout or None): it writes to one pipe while it reads
// from the others, so that no side waits for the other, and gives what was read, or None when the time is over.
func exchange(th *object.Thread, args, kw []Value) (Value, error) {
	args, err := object.Args("exchange", args, kw, "data", "stdin", "stdout", "stderr", "timeout", "/")
	if err != nil {
		return object.Null, err
	}
	var data []byte
	if !args[0].IsNone() {
		b, err := object.BytesOf(args[0])
		if err != nil {
			return object.Null, err
		}
		data = append(data, b...)
	}
	if f, ok := builtins.OSFile(args[1]); ok {
		go func() {
			f.Write(data)
			f.Close()
		}()
	}
	type piece struct {
		stream int
		data   []byte
	}
	pieces := make(chan piece, 2)
	waiting := 0
	for i := 2; i < 4; i++ {
		if f, ok := builtins.OSFile(args[i]); ok {
			waiting++
			go func() {
				b, _ := io.ReadAll(f)
				pieces <- piece{i - 2, b}
			}()
		}
	}
	done := make(chan [2][]byte, 1)
	go func() {
		var read [2][]byte
		for range waiting {
			p := <-pieces
			read[p.stream] = p.data
		}
		done <- read
	}()
	result := make(chan *[2][]byte, 1)
	var limit <-chan time.Time
	if !args[4].IsNone() {
		seconds, err := object.ToFloat(th, args[4])
		if err != nil {
			return object.Null, err
		}
		limit = time.After(time.Duration(seconds * 1e9))
	}
	go func() {
		select {
		case read := <-done:
			result <- &read
		case <-limit:
			result <- nil
		}
	}()
	read, err := interp.Wait(th, result)
	if err != nil || read == nil {
		return object.None, err
	}
	return object.NewTuple(object.NewBytes(read[0]), object.NewBytes(read[1])).Ref(), nil
}
