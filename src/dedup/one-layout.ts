/// <reference types="node" />
import { layoutOf } from '../read/delimited-layout.js'
import { sampleRows } from '../read/delimiter.js'
import type { Encoding } from '../read/encoding.js'
import type { Input } from '../read/input.js'
import { openBytes } from '../read/node-bytes.js'
import { withoutSeparatorLine } from '../read/node-separator-line.js'
import type { SourceOptions } from '../read/source-options.js'

/**
 * Whether rows of delimited texts can share one file as written: delimiter, quotes, encoding and columns are the same. If there are
 * several texts, one that can be read only once cannot be checked in advance.
 */
export async function haveOneLayout(inputs: readonly Input[], options: SourceOptions): Promise<boolean> {
  if (inputs.length === 1) return true
  if (inputs.some(({ isRegular }) => !isRegular)) return false
  let first: string | undefined
  for (const input of inputs) {
    const layout = await lookAt(input, options)
    first ??= layout
    if (layout !== undefined && layout !== first) return false
  }
  return true
}

/** Whether lines of several texts can share one file as written: the encoding is the same. */
export async function haveOneEncoding(inputs: readonly Input[], options: SourceOptions): Promise<boolean> {
  if (inputs.length === 1) return true
  if (inputs.some(({ isRegular }) => !isRegular)) return false
  const encodings = new Set<string>()
  for (const input of inputs) {
    try {
      const { encoding, head, close } = await openBytes(input, options.encoding)
      await close()
      if (head.length > 0) encodings.add(inBytes(encoding))
    } catch {
      // Reported when the input is opened.
    }
  }
  return encodings.size <= 1
}

/** The encoding of copied bytes. */
function inBytes(encoding: Encoding): Encoding {
  return encoding.startsWith('utf-16') ? 'utf-8' : encoding
}

/** Everything that must be the same; undefined if there is nothing to read or reading fails, which is reported later. */
async function lookAt(input: Input, options: SourceOptions): Promise<string | undefined> {
  try {
    const opened = withoutSeparatorLine(await openBytes(input, options.encoding), options.delimiter)
    const { head, encoding, delimiter } = opened
    try {
      const text = Buffer.from(head).toString()
      if (text.trim() === '') return undefined
      const { doubtfulHeader: _, ...layout } = layoutOf(input, opened, { ...options, delimiter })
      const [names = []] = sampleRows(opened, layout.delimiter, layout.quoting)
      return JSON.stringify([layout, inBytes(encoding), layout.hasHeader ? names : names.length])
    } finally {
      await opened.close()
    }
  } catch {
    return undefined
  }
}
