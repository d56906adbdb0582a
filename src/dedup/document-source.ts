import { nodeInputs } from '../engine/node/node-input-bytes.js'
import { RecordReader } from '../engine/stages/read/record-reader.js'
import { fieldReader } from '../read/json-field.js'
import type { Source } from '../read/source.js'
import type { Searched } from './dedup-request.js'

/** The source of a document; undefined if unknown. */
export type SourceOf = (line: Uint8Array, file: number) => string | undefined

/** Determined by the named field, or by the field `source` if a record has it, otherwise by the file if there are several. */
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

/** The sources of individual documents, read again from the inputs. Must be closed. */
export function openSources({ source, result: { locations } }: Searched, field: string | undefined) {
  const reader = new RecordReader(nodeInputs, source)
  const sourceOf = sourceReader(source, field)
  return {
    sourceAt: (position: number) => {
      const file = locations.file(position)
      return sourceOf(reader.read(file, locations.start(position), locations.length(position)), file)
    },
    close: () => reader.close(),
  }
}
