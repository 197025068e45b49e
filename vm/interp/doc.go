// Package interp evaluates bytecode.
//
// The locals and operand stacks of all frames lie on one growing value stack (valuestack.go); a call of a Python function
// from Python code binds the arguments straight into the new frame's locals and goes on in the same Go loop (execute), so
// it neither copies a container nor deepens the Go stack. The loop runs threaded code (machine.go), a specialised copy of
// the bytecode (prepare.go, fuse.go). Generators are frames with a segment of their own, resumed
// by pushing them again. Exceptions are Go errors of type *object.Exception; where one arises the exception table of
// the code says where to continue, otherwise the frame is popped.
//
// FrameHook is called at the start of every Python function, as PEP 523 has it, and may replace the code of the frame:
// that is how compiled functions come in.
//
// The threads of a machine take turns (threads.go); what belongs to a thread or to its machine hangs on object.Thread (state.go).
//
// It is a part of this module; package magneto is for use from outside.
package interp
