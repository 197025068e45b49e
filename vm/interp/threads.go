package interp

import (
	"errors"
	"math"
	"slices"
	"time"

	"github.com/magneto-go/magneto/vm/object"
)

// Threads take turns: each has a goroutine of its own, of which one runs at a time. A thread that is started runs at once.
// It hands over when it waits or ends, and at the next call or jump once its slice is over while others could run, so a
// thread that polls holds up nobody. Where nobody can run before something happens outside, the goroutine whose thread ran
// last waits for it.

// Thread is one flow of the program, with the state of the interpreter while it does not run.
type Thread struct {
	object.Thread // first: ThreadOf finds the rest behind it

	Ident  int64
	Locals *object.Dict // what modules keep for each thread, by names of their own

	FrameHook FrameHook // nil for none; threads begin without

	state
	extra    []any         // of threadStates
	turn     chan struct{} // a message lets the thread go on
	deadline time.Time     // of a thread that waits, zero for none
	waits    bool
	woken    bool // what it waited for has come
	hopeless bool // it never will
	looks    bool // it waits for another machine, see Await
}

// scheduler is the state of a machine's turns.
type scheduler struct {
	machine       *Machine
	main, running *Thread
	ready         []*Thread // in the order of their turns
	waiting       []*Thread
	ident         int64
	slice         time.Duration
	timer         *time.Timer
	fatal         error // what ended a thread and is to end the program
}

// threadState is a variable of another package that each thread has a value of.
type threadState struct {
	get   func(*object.Thread) any
	set   func(*object.Thread, any)
	first func(*object.Thread) any
}

var threadStates []threadState

// PerThread makes a variable, seen through get and set, one of each thread, which begins with what first gives for the
// one that starts it. It is called while
// packages are initialised.
func PerThread(get func(*object.Thread) any, set func(*object.Thread, any), first func(*object.Thread) any) {
	threadStates = append(threadStates, threadState{get, set, first}) // start: called while packages are initialised
}

// IsMain tells whether a thread is the one that runs the program itself.
func (t *Thread) IsMain() bool { return t == MachineOf(&t.Thread).threads.main }

// Undisturbed calls f, within which no other thread gets a turn unless f waits.
func Undisturbed(th *object.Thread, f func() (Value, error)) (Value, error) {
	of(th).held++
	defer func() { of(th).held-- }()
	return f()
}

// SwitchInterval is how long a thread runs while others could.
func SwitchInterval(th *object.Thread) time.Duration { return MachineOf(th).threads.slice }

// SetSwitchInterval sets it.
func SetSwitchInterval(th *object.Thread, d time.Duration) { MachineOf(th).threads.slice = d }

// StartThread runs f in a thread, whose first turn begins at once. What f returns and is no exception ends the program.
func StartThread(th *object.Thread, f func(*object.Thread) error) error {
	s := &MachineOf(th).threads
	s.ident++
	t := s.machine.newThread(s.ident)
	for i, v := range threadStates {
		t.extra[i] = v.first(th)
	}
	go func() {
		<-t.turn
		err := safely(&t.Thread, f)
		var e *object.Exception
		if err != nil && !errors.As(err, &e) {
			s.fatal = err
			s.wake(s.main)
			s.ready = slices.DeleteFunc(s.ready, func(t *Thread) bool { return t == s.main })
			s.ready = append([]*Thread{s.main}, s.ready...)
		}
		s.enter(s.next())
	}()
	s.ready = append([]*Thread{s.running}, s.ready...)
	return s.handTo(t)
}

// safely is f with a panic as an *InternalError.
func safely(th *object.Thread, f func(*object.Thread) error) (err error) {
	defer Recover(th, &err)
	return f(th)
}

// handTo gives the turn to t and comes back when the running thread has it again.
func (s *scheduler) handTo(t *Thread) error {
	self := s.running
	if t != self {
		for i, v := range threadStates {
			self.extra[i] = v.get(&self.Thread)
		}
		s.enter(t)
		<-self.turn
	} else {
		s.startSlice()
	}
	if self == s.main && s.fatal != nil {
		err := s.fatal
		s.fatal = nil
		return err
	}
	return nil
}

// enter lets t go on. The goroutine that calls it touches nothing behind it before it has the turn itself.
func (s *scheduler) enter(t *Thread) {
	for i, v := range threadStates {
		v.set(&t.Thread, t.extra[i])
	}
	s.running = t
	s.machine.SetRunning(&t.Thread)
	s.startSlice()
	t.turn <- struct{}{}
}

// startSlice asks for the next turn's end, if there is somebody to have it.
func (s *scheduler) startSlice() {
	if s.alone() {
		return
	}
	if s.timer == nil {
		s.timer = time.AfterFunc(s.slice, func() { s.machine.interrupt.Or(interruptSwitch) })
		return
	}
	s.timer.Reset(s.slice)
}

// yield gives the other threads a turn.
func (s *scheduler) yield() error {
	s.wakeExpired()
	if s.running.held > 0 || len(s.ready) == 0 {
		s.startSlice()
		return nil
	}
	t := s.ready[0]
	s.ready = append(s.ready[1:], s.running)
	return s.handTo(t)
}

// Pause lets the other threads run until the running one is woken or the deadline, none if zero, has come; it tells which.
// The error is the exception of an interrupt, or one that WouldWaitForever knows where no thread could ever wake it.
func Pause(th *object.Thread, deadline time.Time) (woken bool, err error) {
	s, self := &MachineOf(th).threads, of(th)
	self.woken, self.hopeless = false, false
	for !self.woken {
		self.deadline, self.waits = deadline, true
		s.waiting = append(s.waiting, self)
		if err := s.handTo(s.next()); err != nil {
			return self.woken, err
		}
		switch {
		case self.woken:
			return true, nil
		case self.hopeless:
			return false, errForever
		}
		if err := checkInterrupt(th); err != nil { // first: those who wait again and again would not see it else
			return self.woken, err
		}
		if !deadline.IsZero() && !time.Now().Before(deadline) {
			return self.woken, nil
		}
	}
	return true, nil
}

// errForever is what Pause gives a thread that nobody can wake.
var errForever = errors.New("no thread is left to go on")

// WouldWaitForever tells whether Pause gave up since no thread can end the wait.
func WouldWaitForever(err error) bool { return err == errForever }

// Wake ends the wait of a thread.
func (t *Thread) Wake() {
	t.woken = true
	MachineOf(&t.Thread).threads.wake(t)
}

// wake makes a waiting thread ready.
func (s *scheduler) wake(t *Thread) {
	if !t.waits {
		return
	}
	t.waits = false
	s.waiting = slices.DeleteFunc(s.waiting, func(w *Thread) bool { return w == t })
	s.ready = append(s.ready, t)
	if len(s.ready) == 1 {
		s.startSlice()
	}
}

// wakeExpired makes those ready whose deadline has come, the earliest first, and gives the time until the next one.
func (s *scheduler) wakeExpired() time.Duration {
	if len(s.waiting) == 0 {
		return math.MaxInt64
	}
	now := time.Now()
	until := time.Duration(math.MaxInt64)
	var expired []*Thread
	for _, t := range s.waiting {
		if t.deadline.IsZero() {
			continue
		}
		if d := t.deadline.Sub(now); d <= 0 {
			expired = append(expired, t)
		} else {
			until = min(until, d)
		}
	}
	slices.SortStableFunc(expired, func(a, b *Thread) int { return a.deadline.Compare(b.deadline) })
	for _, t := range expired {
		s.wake(t)
	}
	return until
}

// next takes the thread whose turn it is. Where all wait, it waits for the first deadline, or for an interrupt, which is the
// main thread's. Where none has a deadline they wait for each other: the main thread is told, else the last one to wait.
func (s *scheduler) next() *Thread {
	for {
		until := s.wakeExpired()
		if len(s.ready) > 0 {
			t := s.ready[0]
			s.ready = s.ready[1:]
			return t
		}
		if until == math.MaxInt64 {
			t := s.waiting[len(s.waiting)-1]
			if s.main.waits {
				t = s.main
			}
			t.hopeless = true
			s.wake(t)
			continue
		}
		timer := time.NewTimer(until)
		select {
		case <-timer.C:
		case <-s.machine.wake:
			if s.machine.interrupt.Load()&(interruptKey|interruptPoll|interruptSignal) != 0 {
				s.wake(s.main)
			}
			for _, t := range slices.Clone(s.waiting) {
				if t.looks {
					t.Wake()
				}
			}
		}
		timer.Stop()
	}
}

// alone tells whether there is no other thread.
func (s *scheduler) alone() bool { return len(s.ready) == 0 && len(s.waiting) == 0 }

// toMain gives the turn to the main thread, which handles an interrupt.
func (s *scheduler) toMain() error {
	s.wake(s.main)
	s.ready = slices.DeleteFunc(s.ready, func(t *Thread) bool { return t == s.main })
	s.ready = append(s.ready, s.running)
	return s.handTo(s.main)
}
