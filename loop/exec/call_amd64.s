//go:build linux || darwin || freebsd

#include "textflag.h"
#include "funcdata.h"

// func call(code uintptr, frame unsafe.Pointer)
// Not NOSPLIT: the check of the stack is where a loop of calls can be preempted.
TEXT ·call(SB), 0, $8-16
	NO_LOCAL_POINTERS
	MOVQ code+0(FP), AX
	MOVQ frame+8(FP), DI
	CALL AX
	VZEROUPPER
	RET

// func features() uint32
TEXT ·features(SB), NOSPLIT, $0-4
	MOVL $1, AX
	XORL CX, CX
	CPUID
	MOVL CX, ret+0(FP)
	RET
