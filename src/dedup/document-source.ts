import { fieldReader } from '../read/json-field.js'
import type { Source } from '../read/source.js'

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
