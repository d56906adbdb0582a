/// <reference types="node" />
import { StringDecoder } from 'node:string_decoder'
import { escapeControls } from './escape-controls.js'

/** Converts data for a terminal, in pieces of UTF-8: control characters are escaped, because ids and texts may contain anything. */
export class TerminalText {
  readonly #decoder = new StringDecoder('utf8')

  push(bytes: Uint8Array): Uint8Array {
    return Buffer.from(escapeControls(this.#decoder.write(Buffer.from(bytes))))
  }

  /** The bytes of a character that was cut off at the end. */
  end(): Uint8Array {
    return Buffer.from(escapeControls(this.#decoder.end()))
  }
}
