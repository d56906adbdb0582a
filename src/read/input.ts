import type { Compression } from './compression.js'
import type { Decoding } from './encoding.js'
import type { AnyFormat } from './format.js'

/** One file to read, or stdin. */
export interface Input {
  /** As the user named it. */
  readonly name: string
  /** Undefined: stdin. */
  readonly path: string | undefined
  readonly format: AnyFormat
  /** Whether the format was specified or follows from the extension; otherwise the first bytes may show another. */
  readonly isFormatKnown: boolean
  readonly decoding: Decoding
  /** According to its extension. */
  readonly compression: Compression | undefined
  /** Whether it is a file with random access, unlike stdin and pipes. */
  readonly isRegular: boolean
  /** Whether it was named explicitly, not found in a folder or through a glob. */
  readonly isNamed: boolean
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modified: number
  /** Whether all of it was read in this state. Default: false. */
  readonly isRead?: boolean
}
