import { closeSync, openSync, readSync } from 'node:fs'
import { firstOfEach } from '../../join/identical.js'
import { readJsonRecord } from '../../kernel/json-record.js'
import { BadRecord } from '../../model/errors.js'
import type { Source } from '../../read/source.js'
import type { Documents } from './documents.js'

/** A record that cannot be used, by position. */
export interface Problem {
  readonly position: number
  readonly problem: string
}

/** Records whose id an earlier one has. */
export function findRepeatedIds(source: Source, documents: Documents, bad: ReadonlySet<number>): Problem[] {
  if (source.idField === undefined) return []
  const { count, idHashes } = documents
  const firsts = firstOfEach(
    count,
    (i) => idHashes[2 * i]!,
    (first, i) => !bad.has(first) && !bad.has(i) && idHashes[2 * first + 1] === idHashes[2 * i + 1],
  )
  const repeated: Problem[] = []
  firsts.forEach((first, position) => {
    if (first === position || bad.has(position)) return
    const record = readJsonRecord(readLine(source, documents, position), source.textField, source.idField)
    const [place] = namePlaces(source, documents, [{ position: first, problem: '' }])
    const id = 'id' in record ? JSON.stringify(record.id) : '?'
    repeated.push({ position, problem: `the id ${id} stands already in ${place!.file}, line ${place!.line}` })
  })
  return repeated
}

/** The problems with file and line, which is counted only now. */
export function namePlaces(source: Source, documents: Documents, problems: readonly Problem[]): BadRecord[] {
  return problems.map(({ position, problem }) => {
    const { name, path } = source.files[documents.file[position]!]!
    return new BadRecord(name, 1 + countLines(path, documents.starts[position]!), problem)
  })
}

function readLine(source: Source, { file, starts, lengths }: Documents, position: number): Uint8Array {
  const line = Buffer.alloc(lengths[position]!)
  const handle = openSync(source.files[file[position]!]!.path, 'r')
  readSync(handle, line, 0, line.length, starts[position]!)
  closeSync(handle)
  return line
}

/** Newlines before this byte. */
function countLines(path: string, end: number): number {
  const handle = openSync(path, 'r')
  const chunk = Buffer.allocUnsafe(2 ** 20)
  let lines = 0
  for (let place = 0; place < end; ) {
    const read = readSync(handle, chunk, 0, Math.min(chunk.length, end - place), place)
    if (read === 0) break
    for (let at = chunk.indexOf(10); at >= 0 && at < read; at = chunk.indexOf(10, at + 1)) lines++
    place += read
  }
  closeSync(handle)
  return lines
}
