/** Only in Node. Its `Buffer` decodes the kernel in less than a millisecond; the loop is not compiled yet, and takes ten times as long. */
const { Buffer } = globalThis as {
  Buffer?: { from(text: string, encoding: 'base64'): Uint8Array<ArrayBuffer> }
}

/** Decodes base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  if (Buffer !== undefined) return Buffer.from(text, 'base64')
  const characters = atob(text)
  const bytes = new Uint8Array(characters.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i)
  return bytes
}
