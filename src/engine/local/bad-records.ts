import { closeSync, openSync, readSync } from 'node:fs'
import { firstOfEach } from '../../join/identical.js'
import { readJsonRecord } from '../../kernel/json-record.js'
import { BadRecord } from '../../model/errors.js'
import { RecordReader } from '../../read/node-records.js'
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
  const repeated: number[] = []
  firsts.forEach((first, position) => {
    if (first !== position && !bad.has(position)) repeated.push(position)
  })
  const lines = lineNumbers(
    source,
    documents,
    repeated.map((position) => firsts[position]!),
  )
  const reader = new RecordReader(source)
  try {
    return repeated.map((position) => {
      const { file, starts, lengths } = documents
      const line = reader.read(file[position]!, starts[position]!, lengths[position]!)
      const record = readJsonRecord(line, source.textField, source.idField)
      const id = 'id' in record ? JSON.stringify(record.id) : '?'
      const first = firsts[position]!
      const { name } = source.files[file[first]!]!
      return { position, problem: `the id ${id} stands already in ${name}, line ${lines.get(first)}` }
    })
  } finally {
    reader.close()
  }
}

/** The problems with file and line, which is counted only now. */
export function namePlaces(source: Source, documents: Documents, problems: readonly Problem[]): BadRecord[] {
  const lines = lineNumbers(
    source,
    documents,
    problems.map(({ position }) => position),
  )
  return problems.map(({ position, problem }) => {
    const { name } = source.files[documents.file[position]!]!
    return new BadRecord(name, lines.get(position)!, problem)
  })
}

/** The 1-based lines of some positions: each file is read once, however many of them lie in it. */
function lineNumbers(
  source: Source,
  { file, starts }: Documents,
  positions: readonly number[],
): Map<number, number> {
  const lines = new Map<number, number>()
  const rising = [...new Set(positions)].sort((x, y) => x - y)
  source.files.forEach(({ path }, number) => {
    const inFile = rising.filter((position) => file[position] === number)
    if (inFile.length === 0) return
    const counter = new LineCounter(path)
    for (const position of inFile) lines.set(position, counter.lineAt(starts[position]!))
    counter.close()
  })
  return lines
}

/** Counts newlines from place to place, onwards only. */
class LineCounter {
  readonly #handle: number
  readonly #chunk = Buffer.allocUnsafe(2 ** 20)
  #place = 0
  #line = 1

  constructor(path: string) {
    this.#handle = openSync(path, 'r')
  }

  /** The line of this byte, which lies behind the one asked for before. */
  lineAt(end: number): number {
    while (this.#place < end) {
      const read = readSync(
        this.#handle,
        this.#chunk,
        0,
        Math.min(this.#chunk.length, end - this.#place),
        this.#place,
      )
      if (read === 0) break
      const bytes = this.#chunk.subarray(0, read)
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) this.#line++
      this.#place += read
    }
    return this.#line
  }

  close(): void {
    closeSync(this.#handle)
  }
}
