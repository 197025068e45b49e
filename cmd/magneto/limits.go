package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// limits are the options that bound a run. A program that hits one ends with status 124.
type limits struct {
	MaxMemory byteSize `help:"End the script when it uses more memory: a number of bytes, or with K, M, G or T." placeholder:"SIZE"`
	Timeout   duration `help:"End the script after this time: seconds, or with ms, s, m or h." placeholder:"DURATION"`
	MaxSteps  steps    `help:"End the script after so many steps: calls, and jumps back to the start of a loop." placeholder:"N"`
}

func (l *limits) set(th *object.Thread) {
	if *l != (limits{}) {
		vm.SetLimits(th, interp.Limits{Memory: int64(l.MaxMemory), Time: time.Duration(l.Timeout), Steps: int64(l.MaxSteps)}, os.Exit)
		if l.MaxMemory > 0 {
			debug.SetMemoryLimit(int64(l.MaxMemory))
		}
	}
}

// byteSize is a size like 512M or 1.5GiB, in powers of 1024.
type byteSize int64

// UnmarshalText reads the value of an option.
func (b *byteSize) UnmarshalText(text []byte) error {
	s := strings.ToUpper(string(text))
	s = strings.TrimSuffix(strings.TrimSuffix(s, "B"), "I")
	unit := 1.0
	if i := strings.IndexAny(s, "KMGT"); i >= 0 && i == len(s)-1 {
		unit = float64(int64(1) << (10 * (1 + strings.IndexByte("KMGT", s[i]))))
		s = s[:i]
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || !(n*unit >= 1 && n*unit < 1<<62) {
		return fmt.Errorf("%q is no size like 512M or 2G", text)
	}
	*b = byteSize(n * unit)
	return nil
}

// duration is a time like 90s or 1m30s; a bare number counts seconds.
type duration time.Duration

// UnmarshalText reads the value of an option.
func (d *duration) UnmarshalText(text []byte) error {
	s := string(text)
	if strings.Trim(s, "0123456789.") == "" {
		s += "s"
	}
	v, err := time.ParseDuration(s)
	if err != nil || v <= 0 {
		return fmt.Errorf("%q is no duration like 90s or 1m30s", text)
	}
	*d = duration(v)
	return nil
}

// steps is a positive count.
type steps int64

// UnmarshalText reads the value of an option.
func (n *steps) UnmarshalText(text []byte) error {
	v, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || v <= 0 {
		return fmt.Errorf("%q is no positive number", text)
	}
	*n = steps(v)
	return nil
}
