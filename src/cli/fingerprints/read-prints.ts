/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fingerIn, type Minutia, minutiaeOf, type Print, parseXyt } from '../../apps/fingerprints/print.js'
import { isTemplate, parseTemplate, type TemplateView } from '../../apps/fingerprints/template.js'
import { BadRecord, DuplicateId, UnreadableInput } from '../../model/errors.js'
import { BadRecords, type OnError } from '../../read/bad-records.js'
import { readWhole } from '../../read/node-bytes.js'
import { type Input, listInputs } from '../../read/node-inputs.js'

/** What was read. */
export interface Prints {
  readonly prints: readonly Print[]
  readonly files: readonly string[]
  readonly skipped: readonly BadRecord[]
}

export interface ReadPrintsOptions {
  readonly onError: OnError
  /** Whether y grows downwards while angles turn the other way, as in images: then y is turned round. Templates say so themselves. */
  readonly isYDown: boolean
}

const ENDINGS = /\.(xyt|json|jsonl|ndjson|fmr|iso|ansi|378)(\.gz|\.zst)?$/i

/** Reads prints out of files and folders. A print without minutiae is a bad record. */
export async function readPrints(inputs: readonly string[], options: ReadPrintsOptions): Promise<Prints> {
  const files = (await Promise.all(inputs.map(printFiles))).flat()
  const bad = new BadRecords(options.onError)
  const prints: Print[] = []
  for (const input of files) {
    try {
      prints.push(...(await readFile(input, bad, options)))
    } catch (error) {
      // A bad line spoils its print; others go on.
      if (!(error instanceof BadRecord)) throw error
      bad.add(error)
    }
  }
  if (prints.length === 0 && bad.list.length > 0)
    throw new UnreadableInput(inputs[0]!, 'no print of it can be used', 'see the bad records')
  checkNames(prints)
  return {
    prints,
    files: files.map(({ name }) => name),
    skipped: bad.list,
  }
}

/** Files are prints whatever their ending, stdin is JSON Lines; of a folder those with a known ending. */
async function printFiles(name: string): Promise<Input[]> {
  if (name === '-' || statSync(name, { throwIfNoEntry: false })?.isDirectory() !== true)
    return listInputs([name], { format: 'text' })
  const known = readdirSync(name, { recursive: true, encoding: 'utf8' }).filter((file) => ENDINGS.test(file))
  if (known.length === 0)
    throw new UnreadableInput(
      name,
      'the folder holds no print',
      'known endings: .xyt .json .jsonl .fmr .iso .ansi .378, also packed',
    )
  return listInputs(
    known.sort().map((file) => join(name, file)),
    { format: 'text' },
  )
}

async function readFile(input: Input, bad: BadRecords, options: ReadPrintsOptions): Promise<Print[]> {
  const bytes = await readWhole(input)
  const stem = basename(input.name).replace(ENDINGS, '')
  if (isTemplate(bytes)) return templatePrints(parseTemplate(bytes, input.name), stem, input.name)
  if (!isUtf8(bytes))
    throw new UnreadableInput(input.name, 'it is not valid UTF-8', 'give a file of minutiae')
  const prints = readText(bytes.toString(), input, stem, bad)
  return options.isYDown ? prints.map(turnedRound) : prints
}

function readText(text: string, input: Input, stem: string, bad: BadRecords): Print[] {
  const isJson = /\.json(\.gz|\.zst)?$/i.test(input.name)
  const isLines = input.path === undefined || /\.(jsonl|ndjson)(\.gz|\.zst)?$/i.test(input.name)
  if (!isJson && !isLines) {
    const minutiae = parseXyt(text, input.name)
    if (minutiae.length === 0) throw new BadRecord(input.name, 1, 'the print has no minutiae')
    return [{ id: stem, ...fingerOf({}, stem), minutiae }]
  }
  const prints: Print[] = []
  const take = (value: unknown, line: number, name: string) => {
    const print = printOf(value, name)
    if ('problem' in print) bad.add(new BadRecord(input.name, line, print.problem))
    else prints.push(print)
  }
  if (isLines) {
    text.split('\n').forEach((line, i) => {
      if (line.trim() !== '') take(parse(line, input.name, i + 1), i + 1, `${stem}#${i + 1}`)
    })
    return prints
  }
  const value = parse(text, input.name, 1)
  const isList = Array.isArray(value) && value.some((entry) => isRecord(entry) && 'minutiae' in entry)
  if (isList)
    (value as unknown[]).forEach((entry, i) => {
      take(entry, i + 1, `${stem}#${i + 1}`)
    })
  else take(Array.isArray(value) ? { minutiae: value } : value, 1, stem)
  return prints
}

/** A print for each view. The fingers of one template are different fingers of the subject that its name tells. */
function templatePrints(views: readonly TemplateView[], stem: string, file: string): Print[] {
  if (views.some(({ minutiae }) => minutiae.length === 0)) {
    throw new BadRecord(file, 1, 'the print has no minutiae')
  }
  if (views.length === 1) {
    const [{ minutiae, resolution }] = views as [TemplateView]
    return [{ id: stem, ...fingerOf({}, stem), minutiae, resolution }]
  }
  const subject = fingerIn(stem) ?? stem
  return views.map(({ position, view, minutiae, resolution }) => ({
    id: `${stem}#${position}.${view}`,
    finger: `${subject}#${position}`,
    minutiae,
    resolution,
  }))
}

function parse(text: string, file: string, line: number): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new BadRecord(file, line, `not JSON: ${(error as Error).message}`)
  }
}

function printOf(value: unknown, name: string): Print | { readonly problem: string } {
  if (!isRecord(value)) return { problem: 'no object with minutiae' }
  const minutiae = minutiaeOf(value.minutiae)
  if ('problem' in minutiae) return minutiae
  if (minutiae.length === 0) return { problem: 'the print has no minutiae' }
  const id = textOf(value.id ?? value.name) ?? name
  const resolution = value.resolution ?? value.dpi ?? value.ppi
  if (resolution !== undefined && !(typeof resolution === 'number' && resolution > 0))
    return { problem: 'the resolution is no number above 0' }
  return {
    id,
    ...fingerOf(value, id),
    minutiae,
    ...(resolution !== undefined && { resolution: resolution as number }),
  }
}

function fingerOf(value: Readonly<Record<string, unknown>>, id: string): { finger?: string } {
  const finger = textOf(value.finger ?? value.subject ?? value.person) ?? fingerIn(id)
  return finger === undefined ? {} : { finger }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Two prints of one name could not be told apart in the output. */
function checkNames(prints: readonly Print[]): void {
  const seen = new Map<string, number>()
  prints.forEach(({ id }, position) => {
    const first = seen.get(id)
    if (first !== undefined) throw new DuplicateId(id, first, position)
    seen.set(id, position)
  })
}

function turnedRound(print: Print): Print {
  return {
    ...print,
    minutiae: print.minutiae.map((minutia): Minutia => ({ ...minutia, y: -minutia.y })),
  }
}
