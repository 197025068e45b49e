package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

type replayCommand struct {
	Backend string        `help:"Backend of torch.compile where a program names none." placeholder:"NAME"`
	Update  bool          `help:"Record the output instead of comparing it."`
	JUnit   string        `name:"junit" help:"Write the results as JUnit XML." placeholder:"FILE" type:"path"`
	Jobs    int           `short:"j" help:"Programs at a time (default: the number of processors)."`
	Timeout time.Duration `default:"60s" help:"Time that one program may take."`
	Paths   []string      `arg:"" help:"Programs, or folders of programs."`
}

// result is the outcome of one program.
type result struct {
	path    string
	failure string // "" for passed
	kind    string // of failure, in a few words
	differs bool   // the failure is a diff
	took    time.Duration
}

func (c *replayCommand) Run() error {
	programs, unrecorded, err := c.programs()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	jobs := c.Jobs
	if jobs <= 0 {
		jobs = runtime.NumCPU()
	}
	results := make([]result, len(programs))
	work := make(chan int)
	var group sync.WaitGroup
	progress := newProgress(len(programs))
	for range jobs {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range work {
				results[i] = c.replay(self, programs[i])
				progress.done(results[i])
			}
		}()
	}
	for i := range programs {
		work <- i
	}
	close(work)
	group.Wait()
	progress.clear()
	for _, path := range unrecorded {
		fmt.Printf("NOT COMPARED %s: no recorded output\n", path)
	}
	return c.report(results)
}

// programs lists the programs: files as they are, of folders every NAME.py with a NAME.out beside it; those without one
// besides.
func (c *replayCommand) programs() (out, unrecorded []string, err error) {
	for _, p := range c.Paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, nil, usageError{fmt.Sprintf("can't open '%s': no such file or folder", p)}
		}
		if !info.IsDir() {
			out = append(out, p)
			continue
		}
		err = filepath.WalkDir(p, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".py") {
				return err
			}
			if _, err := os.Stat(recorded(path)); err == nil || c.Update {
				out = append(out, path)
			} else {
				unrecorded = append(unrecorded, path)
			}
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	if len(out) == 0 {
		return nil, nil, usageError{"no programs found (a program is NAME.py with its output in NAME.out)"}
	}
	sort.Strings(out)
	sort.Strings(unrecorded)
	return out, unrecorded, nil
}

func recorded(program string) string { return strings.TrimSuffix(program, ".py") + ".out" }

// replay runs one program in a process of its own.
func (c *replayCommand) replay(self, program string) result {
	ctx, cancel := context.WithTimeout(context.Background(), c.Timeout)
	defer cancel()
	args := []string{"run", "--seed=0"} // programs fail each time or never
	if c.Backend != "" {
		args = append(args, "--backend", c.Backend)
	}
	cmd := exec.CommandContext(ctx, self, append(args, program)...)
	stdout, stderr := limited{left: maxOutput}, limited{left: maxOutput}
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = time.Second // for grandchildren that keep the pipes open
	start := time.Now()
	err := cmd.Run()
	r := result{path: program, took: time.Since(start)}
	switch {
	case ctx.Err() != nil:
		r.kind, r.failure = "timeout", fmt.Sprintf("took longer than %s", c.Timeout)
		return r
	case stdout.left == 0 || stderr.left == 0:
		r.kind, r.failure = "too much output", fmt.Sprintf("printed more than %d MiB", maxOutput>>20)
		return r
	case c.Update && err != nil:
		r.kind, r.failure = err.Error(), err.Error()+", nothing recorded\n"+strings.TrimRight(stderr.String(), "\n")
		return r
	case c.Update:
		if err := os.WriteFile(recorded(program), stdout.Bytes(), 0o644); err != nil {
			r.kind, r.failure = "cannot record", err.Error()
		}
		return r
	}
	want, readErr := os.ReadFile(recorded(program))
	switch {
	case readErr != nil:
		r.kind, r.failure = "no recorded output", readErr.Error()
	case !bytes.Equal(want, stdout.Bytes()):
		r.kind, r.failure, r.differs = "output differs", shorten(lineDiff(string(want), stdout.String())), true
		if err != nil {
			r.failure += "\n" + strings.TrimRight(stderr.String(), "\n")
		}
	case err != nil:
		r.kind, r.failure = err.Error(), err.Error()+"\n"+strings.TrimRight(stderr.String(), "\n")
	}
	return r
}

// maxOutput bounds what is kept of a program's output, in bytes; maxDiff what is shown of a difference, in lines.
const (
	maxOutput = 64 << 20
	maxDiff   = 200
)

// limited is a buffer that refuses to grow past a limit, so that a program that prints forever ends.
type limited struct {
	bytes.Buffer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.left {
		l.left = 0
		return 0, io.ErrShortWrite
	}
	l.left -= len(p)
	return l.Buffer.Write(p)
}

func shorten(diff string) string {
	lines := strings.Split(diff, "\n")
	if len(lines) <= maxDiff {
		return diff
	}
	return strings.Join(lines[:maxDiff], "\n") + fmt.Sprintf("\n... %d more lines", len(lines)-maxDiff)
}

func (c *replayCommand) report(results []result) error {
	out := paint(os.Stdout)
	passed, failed := 0, 0
	for _, r := range results {
		if r.failure == "" {
			passed++
			continue
		}
		failed++
		fmt.Printf("%s %s\n", out.in(alarm, "FAIL"), out.in(bold, r.path))
		for _, line := range strings.Split(r.failure, "\n") {
			if r.differs {
				line = out.diffLine(line)
			}
			fmt.Printf("    %s\n", line)
		}
	}
	if c.JUnit != "" {
		if err := writeJUnit(c.JUnit, results); err != nil {
			return err
		}
	}
	done := "passed"
	if c.Update {
		done = "recorded"
	}
	fmt.Printf("%d %s, %d failed\n", passed, done, failed)
	if failed > 0 {
		return exitError{exitFailed}
	}
	return nil
}

// progressLine shows how far a replay is, on a terminal.
type progressLine struct {
	mu           sync.Mutex
	total, count int
	failed       int
	on           bool
}

func newProgress(total int) *progressLine {
	return &progressLine{total: total, on: term.IsTerminal(int(os.Stderr.Fd()))}
}

func (p *progressLine) done(r result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
	if r.failure != "" {
		p.failed++
	}
	if p.on {
		fmt.Fprintf(os.Stderr, "\r\x1b[K%d/%d, %d failed  %s", p.count, p.total, p.failed, filepath.Base(r.path))
	}
}

func (p *progressLine) clear() {
	if p.on {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Time    string        `xml:"time,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

func writeJUnit(path string, results []result) error {
	suite := junitSuite{Name: "magneto replay", Tests: len(results)}
	for _, r := range results {
		c := junitCase{Name: strings.TrimSuffix(filepath.Base(r.path), ".py"), Class: filepath.Base(filepath.Dir(r.path)), Time: fmt.Sprintf("%.3f", r.took.Seconds())}
		if r.failure != "" {
			suite.Failures++
			c.Failure = &junitFailure{Message: r.kind, Text: r.failure}
		}
		suite.Cases = append(suite.Cases, c)
	}
	text, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append([]byte(xml.Header), append(text, '\n')...), 0o644)
}
