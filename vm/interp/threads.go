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

	state
	extra    []any         // of threadStates
	turn     chan struct{} // a message lets the thread go on
	deadline time.Time     // of a thread that waits, zero for none
	waits    bool
	woken    bool // what it waited for has come
	hopeless bool // it never will
}

// held, when positive, keeps the running thread from being interrupted by others: within the import of a module, whose
// half-made contents nobody else should see, within the frame hook, and in Undisturbed.
var held int

// threads is the state of the scheduler.
var threads = scheduler{slice: 5 * time.Millisecond, ident: 1}

type scheduler struct {
	main, running *Thread
	ready         []*Thread // in the order of their turns
	waiting       []*Thread
	ident         int64
	slice         time.Duration
	timer         *time.Timer
	fatal         error // what ended a thread and is to end the program
}

func init() {
	th := object.StartUp()
	MachineOf(th).threads.main = &Thread{Ident: 1, Locals: object.NewDict(), turn: make(chan struct{}, 1)}
	MachineOf(th).threads.running = MachineOf(th).threads.main
}

// threadState is a variable of another package that each thread has a value of.
type threadState struct {
	get   func(*object.Thread) any
	set   func(*object.Thread, any)
	first any
}

var threadStates []threadState

// PerThread makes a variable, seen through get and set, one of each thread, which begins with first.
func PerThread(th *object.Thread, get func(*object.Thread) any, set func(*object.Thread, any), first any) {
	threadStates = append(threadStates, threadState{get, set, first})
	MachineOf(th).threads.main.extra = append(MachineOf(th).threads.main.extra, first)
}

// CurrentThread is the thread that runs.
func CurrentThread(th *object.Thread) *Thread { return MachineOf(th).threads.running }

// IsMain tells whether a thread is the one that runs the program itself.
func (t *Thread) IsMain(th *object.Thread) bool { return t == MachineOf(th).threads.main }

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
	t := &Thread{Ident: s.ident, Locals: object.NewDict(), turn: make(chan struct{}, 1), state: state{vstack: newValueStack()}}
	for _, v := range threadStates {
		t.extra = append(t.extra, v.first)
	}
	go func() {
		<-t.turn
		err := safely(th, f)
		var e *object.Exception
		if err != nil && !errors.As(err, &e) {
			s.fatal = err
			s.wake(th, s.main)
			s.ready = slices.DeleteFunc(s.ready, func(t *Thread) bool { return t == s.main })
			s.ready = append([]*Thread{s.main}, s.ready...)
		}
		s.enter(th, s.next(th))
	}()
	s.ready = append([]*Thread{s.running}, s.ready...)
	return s.handTo(th, t)
}

// safely is f with a panic as an *InternalError.
func safely(th *object.Thread, f func(*object.Thread) error) (err error) {
	defer Recover(th, &err)
	return f(th)
}

// handTo gives the turn to t and comes back when the running thread has it again.
func (s *scheduler) handTo(th *object.Thread, t *Thread) error {
	self := s.running
	if t != self {
		self.state = state{current: of(th).current, vstack: of(th).vstack, depth: of(th).depth}
		for i, v := range threadStates {
			self.extra[i] = v.get(th)
		}
		s.enter(th, t)
		<-self.turn
	} else {
		s.startSlice(th)
	}
	if self == s.main && s.fatal != nil {
		err := s.fatal
		s.fatal = nil
		return err
	}
	return nil
}

// enter lets t go on. The goroutine that calls it touches nothing behind it before it has the turn itself.
func (s *scheduler) enter(th *object.Thread, t *Thread) {
	of(th).current, of(th).vstack, of(th).depth, of(th).nested = t.state.current, t.state.vstack, t.state.depth, t.state.nested
	of(th).recovering, of(th).handled, of(th).held = t.state.recovering, t.state.handled, t.state.held
	t.state = state{}
	for i, v := range threadStates {
		v.set(th, t.extra[i])
	}
	s.running = t
	s.startSlice(th)
	t.turn <- struct{}{}
}

// startSlice asks for the next turn's end, if there is somebody to have it.
func (s *scheduler) startSlice(th *object.Thread) {
	if s.alone() {
		return
	}
	if s.timer == nil {
		s.timer = time.AfterFunc(s.slice, func() { MachineOf(th).interrupt.Or(interruptSwitch) })
		return
	}
	s.timer.Reset(s.slice)
}

// yield gives the other threads a turn.
func (s *scheduler) yield(th *object.Thread) error {
	s.wakeExpired(th)
	if of(th).held > 0 || len(s.ready) == 0 {
		s.startSlice(th)
		return nil
	}
	t := s.ready[0]
	s.ready = append(s.ready[1:], s.running)
	return s.handTo(th, t)
}

// Pause lets the other threads run until the running one is woken or the deadline, none if zero, has come; it tells which.
// The error is the exception of an interrupt, or one that WouldWaitForever knows where no thread could ever wake it.
func Pause(th *object.Thread, deadline time.Time) (woken bool, err error) {
	s, self := &MachineOf(th).threads, MachineOf(th).threads.running
	self.woken, self.hopeless = false, false
	for !self.woken {
		self.deadline, self.waits = deadline, true
		s.waiting = append(s.waiting, self)
		if err := s.handTo(th, s.next(th)); err != nil {
			return self.woken, err
		}
		switch {
		case self.woken:
			return true, nil
		case self.hopeless:
			return false, errForever
		case !deadline.IsZero() && !time.Now().Before(deadline):
			return false, nil
		}
		if err := checkInterrupt(th); err != nil {
			return self.woken, err
		}
	}
	return true, nil
}

// errForever is what Pause gives a thread that nobody can wake.
var errForever = errors.New("no thread is left to go on")

// WouldWaitForever tells whether Pause gave up since no thread can end the wait.
func WouldWaitForever(err error) bool { return err == errForever }

// Wake ends the wait of a thread.
func (t *Thread) Wake(th *object.Thread) {
	t.woken = true
	MachineOf(th).threads.wake(th, t)
}

// wake makes a waiting thread ready.
func (s *scheduler) wake(th *object.Thread, t *Thread) {
	if !t.waits {
		return
	}
	t.waits = false
	s.waiting = slices.DeleteFunc(s.waiting, func(w *Thread) bool { return w == t })
	s.ready = append(s.ready, t)
	if len(s.ready) == 1 {
		s.startSlice(th)
	}
}

// wakeExpired makes those ready whose deadline has come, the earliest first, and gives the time until the next one.
func (s *scheduler) wakeExpired(th *object.Thread) time.Duration {
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
		s.wake(th, t)
	}
	return until
}

// next takes the thread whose turn it is. Where all wait, it waits for the first deadline, or for an interrupt, which is the
// main thread's. Where none has a deadline they wait for each other: the main thread is told, else the last one to wait.
func (s *scheduler) next(th *object.Thread) *Thread {
	for {
		until := s.wakeExpired(th)
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
			s.wake(th, t)
			continue
		}
		timer := time.NewTimer(until)
		select {
		case <-timer.C:
		case <-MachineOf(th).wake:
			if MachineOf(th).interrupt.Load()&(interruptKey|interruptPoll) != 0 {
				s.wake(th, s.main)
			}
		}
		timer.Stop()
	}
}

// alone tells whether there is no other thread.
func (s *scheduler) alone() bool { return len(s.ready) == 0 && len(s.waiting) == 0 }

// toMain gives the turn to the main thread, which handles an interrupt.
func (s *scheduler) toMain(th *object.Thread) error {
	s.wake(th, s.main)
	s.ready = slices.DeleteFunc(s.ready, func(t *Thread) bool { return t == s.main })
	s.ready = append(s.ready, s.running)
	return s.handTo(th, s.main)
}
