/// <reference types="node" />
import { fingerIn, type Minutia, minutiaeOf, type Print } from '../../apps/fingerprints/print.js'
import { BadRecord } from '../../model/errors.js'
import { notJson } from '../../model/record-problems.js'
import type { BadRecords } from '../../read/bad-records.js'
import { TABLES } from '../../read/consumers.js'
import type { DelimitedOptions } from '../../read/delimited-layout.js'
import type { Encoding } from '../../read/encoding.js'
import type { Format } from '../../read/format.js'
import type { Fields } from '../../read/formats/reader.js'
import type { Input } from '../../read/input.js'
import { openBytes, readWhole } from '../../read/node-bytes.js'
import { TemporaryFolder } from '../../read/node-spool.js'
import { VisitNotes, visitInput } from '../../read/node-visit-inputs.js'
import { maxCopyBytes, maxPageBytes, maxRecordBytes } from '../../read/record-limit.js'

/** How prints are read, as far as the command line specifies it. */
export interface PrintReading extends DelimitedOptions {
  readonly format?: Format | undefined
  readonly encoding?: Encoding | undefined
  /** A print whose minutiae all have a lower quality is a bad record. Default 0. */
  readonly minQuality?: number | undefined
  /** Bytes of memory that the whole process may use; limits what is read at once. Default: no limit. */
  readonly memory?: number | undefined
}

/** Why a print cannot be compared: it has no minutiae, or none of the required quality. Undefined if it can. */
export function badPrint(
  minutiae: readonly Minutia[],
  file: string,
  line: number,
  minQuality = 0,
): BadRecord | undefined {
  if (minutiae.length === 0) return new BadRecord(file, line, 'the print has no minutiae')
  const best = minutiae.reduce((max, { quality = 100 }) => Math.max(max, quality), 0)
  if (best >= minQuality) return undefined
  return new BadRecord(
    file,
    line,
    `no minutia of the print has quality ${minQuality} or higher; the best has ${best}`,
    'decrease --quality, or skip such prints with --on-error skip',
  )
}

/**
 * Reads prints from records of any format. Either each record has a list of minutiae (JSON in a field of delimited text), or each record
 * is one minutia, with x, y, angle and the id of its print.
 */
export async function readPrintRecords(
  input: Input,
  stem: string,
  { delimiter, header, encoding, minQuality, memory }: PrintReading,
  bad: BadRecords,
): Promise<readonly Print[]> {
  const folder = new TemporaryFolder()
  const prints = new PrintBuilder(stem, input.name, minQuality)
  const limit = maxRecordBytes(memory)
  const parquet = { pageBytes: maxPageBytes(memory), copyBytes: maxCopyBytes(memory) }
  const reading = { limit, ...parquet, trims: true, delimiter, header }
  try {
    const lists = await minutiaeList(input, limit)
    if (lists !== undefined) {
      const unusable = badPrint(lists, input.name, 1, minQuality)
      if (unusable !== undefined) throw unusable
      return [{ id: stem, ...fingerOf({}, stem), minutiae: lists }]
    }
    const options = { consumer: TABLES, encoding, folder, bad, reading }
    await visitInput(
      input,
      options,
      (line, { fields }) => {
        const problem = prints.add(fields, line)
        if (problem !== undefined) bad.add(problem)
      },
      new VisitNotes(),
    )
    return prints.finish(bad)
  } finally {
    folder.remove()
  }
}

/** Collects the prints of one file. */
class PrintBuilder {
  readonly #stem: string
  readonly #file: string
  readonly #minQuality: number | undefined
  readonly #prints: (Omit<Print, 'id'> & { readonly id: string | undefined; readonly number: number })[] = []
  /** The minutiae by print and the line of the first, if each record is one minutia. */
  readonly #minutiae = new Map<string, { readonly line: number; readonly list: Minutia[] }>()
  #records = 0

  constructor(stem: string, file: string, minQuality: number | undefined) {
    this.#stem = stem
    this.#file = file
    this.#minQuality = minQuality
  }

  /** Adds a record; returns what is wrong with it, if anything. */
  add(fields: Fields, line: number): BadRecord | undefined {
    const number = ++this.#records
    const refuse = (problem: string) => new BadRecord(this.#file, line, problem)
    const id = textOf(fields.id ?? fields.name)
    if (!('minutiae' in fields) && 'x' in fields && 'y' in fields) {
      const minutia = minutiaeOf([numbersOf(fields)])
      if ('problem' in minutia) return refuse(minutia.problem)
      const print = textOf(fields.print) ?? id ?? this.#stem
      const known = this.#minutiae.get(print)
      if (known === undefined) this.#minutiae.set(print, { line, list: minutia })
      else known.list.push(...minutia)
      return undefined
    }
    const minutiae = minutiaeOf(listOf(fields.minutiae))
    if ('problem' in minutiae) return refuse(minutiae.problem)
    const unusable = badPrint(minutiae, this.#file, line, this.#minQuality)
    if (unusable !== undefined) return unusable
    const given = fields.resolution ?? fields.dpi ?? fields.ppi ?? ''
    const resolution = given === '' ? undefined : Number(given)
    if (resolution !== undefined && !(resolution > 0)) return refuse('the resolution is not a number above 0')
    this.#prints.push({
      ...{ id, number, minutiae },
      ...fingerOf(fields, id ?? this.#stem),
      ...(resolution !== undefined && { resolution }),
    })
    return undefined
  }

  /** A print without an id is named after its file, plus a number if the file has several. */
  finish(bad: BadRecords): Print[] {
    return [
      ...this.#prints.map(({ id, number, ...print }) => ({
        id: id ?? (this.#records === 1 ? this.#stem : `${this.#stem}#${number}`),
        ...print,
      })),
      ...[...this.#minutiae].flatMap(([id, { line, list }]) => {
        const unusable = badPrint(list, this.#file, line, this.#minQuality)
        if (unusable === undefined) return [{ id, ...fingerOf({}, id), minutiae: list }]
        bad.add(unusable)
        return []
      }),
    ]
  }
}

/** JSON that is only a list of minutiae, each itself a list, is one print. */
async function minutiaeList(input: Input, limit: number): Promise<readonly Minutia[] | undefined> {
  if (input.format !== 'json' || !input.isRegular) return undefined
  const opened = await openBytes(input)
  if (!/^\s*\[\s*\[/.test(Buffer.from(opened.head).toString())) {
    await opened.close()
    return undefined
  }
  const text = (await readWhole(input.name, opened, limit)).toString()
  const minutiae = minutiaeOf(parse(text, input.name))
  if ('problem' in minutiae) throw new BadRecord(input.name, 1, minutiae.problem)
  return minutiae
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new BadRecord(file, 1, notJson((error as Error).message))
  }
}

/** A list; in delimited text it is written as JSON. */
function listOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** The fields of a minutia, with numbers parsed if they come from delimited text. */
function numbersOf(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && value !== '' && Number.isFinite(Number(value)) ? Number(value) : value,
    ]),
  )
}

export function fingerOf(fields: Fields, id: string): { finger?: string } {
  const finger = textOf(fields.finger ?? fields.subject ?? fields.person) ?? fingerIn(id)
  return finger === undefined ? {} : { finger }
}

function textOf(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
}
