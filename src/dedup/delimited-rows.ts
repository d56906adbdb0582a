/// <reference types="node" />
import type { NodeFindResult } from '../engine/node/node-engine-options.js'
import { UnreadableInput } from '../model/errors.js'
import { REMOVAL_COLUMNS } from '../model/own-tables.js'
import { encodeText } from '../read/encode-text.js'
import type { Source } from '../read/source.js'
import { openText } from '../write/node-open-table.js'
import type { Output } from '../write/node-output.js'
import type { TextWriter } from '../write/node-text-writer.js'
import { quoteField } from '../write/text-row.js'
import type { CopiedRows } from './copied-rows.js'
import type { ManifestInput } from './manifest.js'
import { quoteLine } from './quoted-line.js'
import { skippedLines } from './skipped-lines.js'
import { type CopiedRow, type InputText, TextCursor } from './text-cursor.js'
import { inputRanges } from './walk-input.js'
import type { Removal } from './writers.js'

/**
 * Copies the rows of delimited texts, byte for byte, to the files of kept and removed rows. Both files begin with the byte order mark,
 * the line that names the delimiter, and the header of the first text. A removed row has the reason in five fields before its own; a
 * removed line becomes the last field of a row.
 * Everything that is not a document (unusual line ends, blank lines, headers, skipped rows) is described in the manifest.
 */
export class DelimitedRows implements CopiedRows {
  readonly #files: readonly InputText[]
  readonly #writers: Writers
  readonly #described: Partial<ManifestInput>[] = []
  #cursor: TextCursor | undefined
  #isBegun = false

  private constructor(files: readonly InputText[], writers: Writers) {
    this.#files = files
    this.#writers = writers
  }

  /** @param outputs those of the two outputs that receive rows as they are stored */
  static async open(
    source: Source,
    result: NodeFindResult,
    outputs: { readonly kept: Output | undefined; readonly removed: Output | undefined },
  ): Promise<DelimitedRows> {
    const files = inputRanges(source, result.locations).map(({ file, first }) => {
      const { name, delimited } = source.files[file]!
      return { name, origin: delimited!, first, skipped: skippedLines(source, result, name) }
    })
    const kept = outputs.kept && (await openText(outputs.kept.path))
    const removed = outputs.removed && (await openText(outputs.removed.path))
    const rows = new DelimitedRows(files, { kept, removed })
    try {
      await rows.#nextFile()
    } catch (error) {
      await rows.abort()
      throw error
    }
    return rows
  }

  keep(): void | Promise<void> {
    const row = this.#cursor?.take()
    if (row === undefined) return this.#readOn().then(() => this.keep())
    return this.#writers.kept?.writeAll(row)
  }

  remove(removal: Removal): void | Promise<void> {
    const row = this.#cursor?.take()
    if (row === undefined) return this.#readOn().then(() => this.remove(removal))
    const fields = REMOVAL_COLUMNS.map((name) => String(removal[name]))
    const [content, end] = row
    return this.#writers.removed?.writeAll([
      this.#beforeRow(fields),
      this.#isLines ? quoteLine(content) : content,
      end,
    ])
  }

  describe(file: number): Partial<ManifestInput> {
    return this.#described[file]!
  }

  async close(): Promise<void> {
    while (this.#cursor !== undefined) {
      if (this.#cursor.take() !== undefined) throw changed(this.#cursor.name)
      await this.#readOn()
    }
    await this.#writers.kept?.close()
    await this.#writers.removed?.close()
  }

  async abort(): Promise<void> {
    await this.#cursor?.close()
    await this.#writers.kept?.abort()
    await this.#writers.removed?.abort()
  }

  /** Reads more of the text, or starts the next one. */
  async #readOn(): Promise<void> {
    const cursor = this.#cursor
    if (cursor === undefined) throw changed(this.#files.at(-1)!.name)
    if (await cursor.more()) return
    this.#described.push(cursor.describe())
    await this.#nextFile()
  }

  async #nextFile(): Promise<void> {
    const next = this.#files[this.#described.length]
    this.#cursor = next && (await TextCursor.open(next))
    if (next !== undefined && !this.#isBegun) await this.#begin(this.#cursor!, next.origin.layout.hasHeader)
  }

  /** Writes what precedes the rows, unless a blank text has no header to write. */
  async #begin({ beginning, header }: TextCursor, hasHeader: boolean): Promise<void> {
    if (hasHeader && header === undefined) return
    this.#isBegun = true
    const { kept, removed } = this.#writers
    await kept?.writeAll([beginning, ...(header ?? [])])
    const removedHeader = this.#isLines ? LINE_HEADER : header
    await removed?.writeAll([
      beginning,
      ...(removedHeader === undefined ? [] : [this.#beforeRow(REMOVAL_COLUMNS), ...removedHeader]),
    ])
  }

  /** Whether the texts have a document on each line. */
  get #isLines(): boolean {
    return this.#files[0]?.origin.format === 'lines'
  }

  /** Fields with a delimiter after each. If quotes have no special meaning, no field of a row can need them. */
  #beforeRow(fields: readonly string[]): Uint8Array {
    const { encoding, layout } = this.#files[this.#described.length]!.origin
    const { delimiter, quoting } = layout
    const texts =
      quoting === 'none' && !this.#isLines ? fields : fields.map((field) => quoteField(field, delimiter))
    return encodeText(texts.map((text) => `${text}${delimiter}`).join(''), encoding)
  }
}

/** The column of a removed line. */
const LINE_HEADER: CopiedRow = [Buffer.from('text'), Buffer.from('\n')]

interface Writers {
  readonly kept: TextWriter | undefined
  readonly removed: TextWriter | undefined
}

/** The error for a text whose rows have changed since it was first read. */
function changed(name: string): UnreadableInput {
  return new UnreadableInput(
    name,
    'it changed while it was being read',
    'do not change it during a run, and run again',
  )
}
