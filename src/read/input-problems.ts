// Inputs that cannot be read because of their names.

import { UnreadableInput } from '../model/errors.js'
import type { Consumer } from './consumers.js'
import { endingsOf, formatByEnding } from './format.js'

/** The error for a file that was named explicitly and cannot be read: its extension is unknown, or is that of an unsuitable format. */
export function unknownFormat(name: string, { reads, formats, otherwise }: Consumer): UnreadableInput {
  const { format } = formatByEnding(name)
  if (format !== undefined) return new UnreadableInput(name, `it does not contain ${reads}`, otherwise)
  return new UnreadableInput(
    name,
    'unknown file extension',
    `${otherwise}, or rename it to one of ${endingsOf(formats)}`,
  )
}

/** The error for a folder or a glob without any readable file. */
export function nothingToRead(
  name: string,
  unknown: ReadonlyMap<string, number>,
  { formats, otherwiseInFolder }: Consumer,
  excludes: boolean,
): UnreadableInput {
  if (unknown.size === 0) {
    return new UnreadableInput(
      name,
      excludes ? '`exclude` leaves no files' : 'the folder contains no files',
      'check the path',
    )
  }
  return new UnreadableInput(
    name,
    `no file has a known extension (${describeExtensions(unknown)})`,
    `${otherwiseInFolder}known extensions: ${endingsOf(formats)}`,
  )
}

/** `8 .py, 1 without extension`, the most frequent first. */
export function describeExtensions(files: ReadonlyMap<string, number>): string {
  return [...files]
    .sort(([one, many], [other, more]) => more - many || byCodeUnits(one, other))
    .map(([extension, count]) => `${count} ${extension === '' ? 'without extension' : extension}`)
    .join(', ')
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
