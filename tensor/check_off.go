//go:build !vmcheck

package tensor

// checking is true in builds with the tag vmcheck, where the memory of a released storage is spoilt and not used again.
const checking = false

const spoilt = 0

// minReleased is the size from which releasing a storage is worth it.
const minReleased = minPooled
