/// <reference types="node" />
import { layoutOf } from '../read/delimited-layout.js'
import { sampleRows } from '../read/delimiter.js'
import { openBytes } from '../read/node-bytes.js'
import type { Input } from '../read/node-inputs.js'
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

/** Everything that must be the same; undefined if there is nothing to read or reading fails, which is reported later. */
async function lookAt(input: Input, options: SourceOptions): Promise<string | undefined> {
  try {
    const opened = withoutSeparatorLine(await openBytes(input, options.encoding), options.delimiter)
    const { head, encoding, delimiter } = opened
    try {
      const text = Buffer.from(head).toString()
      if (text.trim() === '') return undefined
      const layout = layoutOf(input, opened, { ...options, delimiter })
      const [names = []] = sampleRows(opened, layout.delimiter, layout.quoting)
      const bytes = encoding.startsWith('utf-16') ? 'utf-8' : encoding
      return JSON.stringify([layout, bytes, layout.hasHeader ? names : names.length])
    } finally {
      await opened.close()
    }
  } catch {
    return undefined
  }
}
