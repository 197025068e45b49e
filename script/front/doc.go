// Package front compiles functions of the scripting subset of Python to graphs.
//
// Emission (emitter.go and the files after it) walks the tree statement by statement. Variables are reads and writes of names
// (prim::Load, prim::Store) at first; package ssa-like passes (ssa.go, exits.go) turn them into values that branches and loops pass on, and
// returns, breaks and continues into values that say whether one was met. Cleaning passes of package ir follow.
//
// What a name outside of the function means only the host knows: it answers with Sugared values, which stand for what is no value of a
// graph: modules, classes, functions, types.
package front
