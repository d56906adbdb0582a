/** A kernel's buffers as a reader sees them: with arbitrary content, and none outlives a request for the next. */
export function detachingBuffers() {
  let last = new ArrayBuffer(0)
  return {
    buffer(bytes: number): Uint8Array {
      structuredClone(last, { transfer: [last] })
      last = new ArrayBuffer(bytes)
      // The content looks like byte order marks.
      const buffer = new Uint8Array(last)
      for (let i = 0; i < bytes; i++) buffer[i] = [0xef, 0xbb, 0xbf][i % 3]!
      return buffer
    },
  }
}
