import { nodeInputs } from '../engine/node/node-input-bytes.js'
import { RecordReader } from '../engine/stages/read/record-reader.js'
import { fieldReader } from '../read/json-field.js'
import type { Source } from '../read/source.js'
import type { Searched } from './dedup-request.js'

/** Where a document comes from; undefined: nothing says it. */
export type SourceOf = (line: Uint8Array, file: number) => string | undefined

/** By the field named, or by the field `source` where a record has it, or else by its file where there are several. */
export function sourceReader({ files }: Source, field: string | undefined): SourceOf {
  const read = fieldReader(field ?? 'source')
  return (line, file) => {
    const value = read(line)
    if (typeof value === 'string') return value
    if (value !== undefined && value !== null) return JSON.stringify(value)
    if (field !== undefined) return `(no ${field})`
    return files.length > 1 ? files[file]!.name : undefined
  }
}

/** The sources of single documents, read again from the inputs; to be closed. */
export function openSources({ source, result: { places } }: Searched, field: string | undefined) {
  const reader = new RecordReader(nodeInputs, source)
  const sourceOf = sourceReader(source, field)
  return {
    sourceAt: (position: number) => {
      const file = places.file(position)
      return sourceOf(reader.read(file, places.start(position), places.length(position)), file)
    },
    close: () => reader.close(),
  }
}
