/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fingerIn, type Minutia, type Print, parseXyt } from '../../apps/fingerprints/print.js'
import { isTemplate, parseTemplate, type TemplateView } from '../../apps/fingerprints/template.js'
import { BadRecord, DuplicateId, UnreadableInput } from '../../model/errors.js'
import { count } from '../../model/quantities.js'
import { INVALID_UTF8 } from '../../model/record-problems.js'
import { BadRecords, type OnError } from '../../read/bad-records.js'
import { type Consumer, TABLES } from '../../read/consumers.js'
import { endingsOf, formatByEnding, holdsRecords } from '../../read/format.js'
import type { Input } from '../../read/input.js'
import { openUnpacked, readWhole } from '../../read/node-bytes.js'
import { type FoundInputs, filesMatching, findInputs } from '../../read/node-inputs.js'
import { maxRecordBytes } from '../../read/record-limit.js'
import { type InputNotes, joinNotes, notesOnFound } from '../../read/source.js'
import { badPrint, fingerOf, type PrintReading, readPrintRecords } from './print-records.js'

/** What was read. */
export interface Prints {
  readonly prints: readonly Print[]
  readonly files: readonly string[]
  readonly skipped: readonly BadRecord[]
  readonly notes: InputNotes
}

export interface ReadPrintsOptions {
  readonly read: PrintReading
  readonly onError: OnError
  /** Whether y grows downwards while angles turn the other way, as in images; if so, y is flipped. Templates specify this themselves. */
  readonly isYDown: boolean
}

/** Files are prints whatever their extension; stdin contains records. */
const PRINTS: Consumer = {
  ...TABLES,
  defaultFormat: 'jsonl',
  guess: () => 'text',
}

/** The extensions of minutiae and template files. */
const PRINT_EXTENSIONS = ['xyt', 'fmr', 'iso', 'ansi', '378']
const ENDING = new RegExp(`\\.(${PRINT_EXTENSIONS.join('|')})(\\.gz|\\.zst)?$`, 'i')

/** Reads prints from files and folders. A print without minutiae of the required quality is a bad record. */
export async function readPrints(
  inputs: readonly string[],
  options: ReadPrintsOptions,
  onPrints: (prints: number) => void = () => {},
): Promise<Prints> {
  const found = await Promise.all(inputs.map((input) => printFiles(input, options.read)))
  const files = found.flatMap((part) => part.inputs)
  const bad = new BadRecords(options.onError)
  const prints: Print[] = []
  for (const input of files) {
    onPrints(prints.length)
    try {
      prints.push(...(await readFile(input, bad, options)))
    } catch (error) {
      // A bad line makes its print unusable, but not the others.
      if (!(error instanceof BadRecord)) throw error
      bad.add(error)
    }
  }
  if (prints.length === 0 && bad.list.length > 0) throw noPrint(inputs[0]!, bad.list)
  checkNames(prints)
  return {
    prints,
    files: files.map(({ name }) => name),
    skipped: bad.list,
    notes: joinNotes(found.map(notesOnFound)),
  }
}

/** Every print was skipped, most likely all for the same reason. */
function noPrint(input: string, skipped: readonly BadRecord[]): UnreadableInput {
  const { file, line, problem } = skipped[0]!
  const first = `${file}, line ${line}: ${problem}`
  return new UnreadableInput(
    input,
    skipped.length === 1
      ? `the only print was skipped: ${first}`
      : `all ${count(skipped.length)} prints were skipped; the first: ${first}`,
    'fix the prints, or change the options that refuse them',
  )
}

/** A file, or the files in a folder or of a glob that have a known extension. */
async function printFiles(name: string, { format }: PrintReading): Promise<FoundInputs> {
  const options = { consumer: PRINTS, format }
  const all = name === '-' ? undefined : await filesOf(name)
  if (all === undefined) return findInputs([name], options)
  const known = all.filter(hasKnownEnding)
  if (known.length === 0)
    throw new UnreadableInput(
      name,
      'no file has the extension of a print',
      `supported extensions: .${PRINT_EXTENSIONS.join(' .')} ${endingsOf(PRINTS.formats)}, optionally with .gz or .zst`,
    )
  return findInputs(known.sort(), { ...options, areFound: true })
}

/** The files of a folder or a glob; undefined for a single file, which need not exist. */
async function filesOf(name: string): Promise<string[] | undefined> {
  const stats = statSync(name, { throwIfNoEntry: false })
  if (stats === undefined) return filesMatching(name)
  if (!stats.isDirectory()) return undefined
  return readdirSync(name, { recursive: true, encoding: 'utf8' }).map((file) => join(name, file))
}

function hasKnownEnding(name: string): boolean {
  const { format } = formatByEnding(name)
  return ENDING.test(name) || (format !== undefined && holdsRecords(format))
}

/** A file name without folder and extension. */
function stemOf(name: string): string {
  const file = basename(name)
  return hasKnownEnding(name) ? file.replace(/(\.gz|\.zst)$/i, '').replace(/\.[^.]+$/, '') : file
}

async function readFile(
  input: Input,
  bad: BadRecords,
  { isYDown, read }: ReadPrintsOptions,
): Promise<readonly Print[]> {
  const stem = stemOf(input.name)
  if (holdsRecords(input.format)) return turned(await readPrintRecords(input, stem, read, bad), isYDown)
  const bytes = await readWhole(input.name, await openUnpacked(input), maxRecordBytes(read.memory))
  if (isTemplate(bytes)) {
    return templatePrints(parseTemplate(bytes, input.name), stem).filter(({ minutiae }) => {
      const unusable = badPrint(minutiae, input.name, 1, read.minQuality)
      if (unusable !== undefined) bad.add(unusable)
      return unusable === undefined
    })
  }
  return turned([minutiaePrint(bytes, input.name, stem, read.minQuality)], isYDown)
}

/** A file of minutiae as written by NBIS. */
function minutiaePrint(bytes: Buffer, file: string, stem: string, minQuality: number | undefined): Print {
  if (!isUtf8(bytes)) throw new BadRecord(file, 1, INVALID_UTF8)
  const minutiae = parseXyt(bytes.toString(), file)
  const unusable = badPrint(minutiae, file, 1, minQuality)
  if (unusable !== undefined) throw unusable
  return { id: stem, ...fingerOf({}, stem), minutiae }
}

/** One print per view. The fingers in one template are different fingers of the subject in its file name. */
function templatePrints(views: readonly TemplateView[], stem: string): Print[] {
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

/** Rejects duplicate names, which would be ambiguous in the output. */
function checkNames(prints: readonly Print[]): void {
  const seen = new Map<string, number>()
  prints.forEach(({ id }, position) => {
    const first = seen.get(id)
    if (first !== undefined) throw new DuplicateId(id, first, position)
    seen.set(id, position)
  })
}

function turned(prints: readonly Print[], isYDown: boolean): readonly Print[] {
  if (!isYDown) return prints
  return prints.map((print) => ({
    ...print,
    minutiae: print.minutiae.map((minutia): Minutia => ({ ...minutia, y: -minutia.y })),
  }))
}
