//go:build vmcheck

package tensor

// checking is true in builds with the tag vmcheck, where the memory of a released storage is spoilt and not used again.
const checking = true

// spoilt is what each byte of released memory becomes: floats of it are NaN.
const spoilt = 0xff

// minReleased is the size from which a storage is released: every one shows a use behind its release.
const minReleased = 1
