/** Where there is one, the `Buffer` of Node decodes at once what takes a loop ten milliseconds before it is compiled. */
const { Buffer } = globalThis as {
  Buffer?: { from(text: string, encoding: 'base64'): Uint8Array<ArrayBuffer> }
}

/** Decodes base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Buffer?.from(text, 'base64') ?? Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
