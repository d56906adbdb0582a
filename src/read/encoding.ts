/** The character encoding of a text file. */
export type Encoding = 'utf-8' | 'latin1' | 'windows-1252' | 'utf-16le' | 'utf-16be'

export const ENCODINGS: readonly Encoding[] = ['utf-8', 'latin1', 'windows-1252', 'utf-16le', 'utf-16be']

/**
 * How bytes become text if no encoding is specified. `unicode`: UTF-8 unless it is UTF-16; invalid bytes are reported for their record,
 * with its line. `detected`: by the first bytes, or an error. `document`: the same, but a whole file is one bad record. `binary`: not
 * decoded.
 */
export type Decoding = 'unicode' | 'detected' | 'document' | 'binary'

const OTHER_NAMES: Readonly<Record<string, Encoding>> = {
  utf8: 'utf-8',
  'iso-8859-1': 'latin1',
  'iso8859-1': 'latin1',
  'latin-1': 'latin1',
  cp1252: 'windows-1252',
  windows1252: 'windows-1252',
  'utf-16': 'utf-16le',
  utf16: 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
}

/** An encoding by any of its usual names; undefined if it is not supported. */
export function encodingNamed(name: string): Encoding | undefined {
  const lower = name.toLowerCase()
  return ENCODINGS.find((encoding) => encoding === lower) ?? OTHER_NAMES[lower]
}
