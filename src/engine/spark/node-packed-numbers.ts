/// <reference types="node" />

/** The bytes of numbers that Spark sent. */
export function bytesOf(packed: string): ArrayBuffer {
  const bytes = Buffer.from(packed, 'base64')
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
}

export function words(packed: string): Uint32Array {
  return new Uint32Array(bytesOf(packed))
}

export function floats(packed: string): Float64Array {
  return new Float64Array(bytesOf(packed))
}

/** Numbers as Spark unpacks them. */
export function packed({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
