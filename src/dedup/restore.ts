/// <reference types="node" />
import { createHash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { UnreadableInput } from '../model/errors.js'
import { TextRecoder } from '../read/text-recoder.js'
import { inFolder } from '../write/node-in-folder.js'
import { makeFolder } from '../write/node-make-folder.js'
import { outputFormat, STDOUT } from '../write/node-output.js'
import { openSink, type Sink } from '../write/node-sink.js'
import { StdoutSink } from '../write/node-stdout.js'
import { TextWriter } from '../write/node-text-writer.js'
import type { Written } from '../write/written.js'
import { JsonQueue } from './json-queue.js'
import { LineBreaksReader } from './line-breaks.js'
import { LineQueue } from './line-queue.js'
import {
  type CopiedText,
  type Manifest,
  type ManifestInput,
  type Restores,
  readManifest,
} from './manifest.js'
import { changed, MergedRecords } from './merged-records.js'
import type { RecordQueue } from './record-queue.js'
import { readRemovedLine, readRemovedRow } from './removed-record.js'
import { listOriginals, restoreFiles } from './restore-files.js'
import { restoreRows } from './restore-rows.js'
import { type RestoreRequest, restoreTargets } from './restore-targets.js'
import { type RestoreControl, Restoring } from './restoring.js'
import { RowQueue } from './row-queue.js'
import type { Which } from './stored-ending.js'

/** What was restored. */
export interface Restored {
  /** The number of files that were read: the manifest and what it names. */
  readonly filesRead: number
  readonly documents: number
  readonly written: readonly (Written & { readonly restores: Restores })[]
}

export interface RestoreHooks extends RestoreControl {
  /** Called with the files that will be written and those that will be read, before anything is written. */
  readonly onTargets?: (targets: readonly string[], inputs: readonly string[]) => void
}

/** Restores the inputs of dedup from what was kept and removed, according to its manifest. */
export async function restoreInputs(
  manifestPath: string,
  request: RestoreRequest,
  { onTargets, ...control }: RestoreHooks,
): Promise<Restored> {
  const manifest = readManifest(manifestPath)
  const kept = storedPath(manifestPath, manifest, 'kept')
  const removed = storedPath(manifestPath, manifest, 'removed')
  const originals = manifest.originals && resolve(dirname(manifestPath), manifest.originals)
  const paths = originals === undefined ? [] : await listOriginals(originals)
  const { folder, targets, emptyFolders } = restoreTargets(manifestPath, manifest, paths, request)
  onTargets?.(targets.flat(), [manifestPath, kept, removed])
  const documents = manifest.kept.documents + manifest.removed.documents
  const restoring = new Restoring(control, documents)
  await inFolder(folder, control.lifetime, async () => {
    if (areRows(manifest)) return restoreRows(manifest.inputs, targets.flat(), { kept, removed }, restoring)
    const text = copiedText(manifest)
    const open = (path: string, which: Which): Promise<RecordQueue> => {
      if (text !== undefined) return RowQueue.open(path, text, which)
      return outputFormat({ option: which, path }) === 'json' ? JsonQueue.open(path) : LineQueue.open(path)
    }
    const queues = [await open(kept, 'kept'), await open(removed, 'removed')] as const
    const files = originals === undefined ? undefined : await LineQueue.open(originals)
    const records = new MergedRecords(...queues, text ? readRemovedRow(text) : readRemovedLine)
    try {
      for (const [i, input] of manifest.inputs.entries()) {
        if (input.files === undefined) await restoreOne(input, targets[i]![0]!, records, restoring)
        else await restoreFiles(files!, targets[i]!, folder, manifest.textFields, records, restoring)
      }
    } finally {
      for (const queue of queues) await queue.close()
      await files?.close()
    }
  })
  for (const path of emptyFolders) makeFolder(path)
  return {
    filesRead: originals === undefined ? 3 : 4,
    documents,
    written: writtenOf(manifest, targets, folder, request),
  }
}

function writtenOf(
  manifest: Manifest,
  targets: readonly (readonly string[])[],
  folder: string | undefined,
  { output }: RestoreRequest,
): Restored['written'] {
  return manifest.inputs.map(({ files, sha256, restores }, i) =>
    files === undefined || targets[i]!.length === 1
      ? {
          kind: 'restored',
          path: targets[i]![0]!,
          restores,
          ...(files === undefined && !areRows(manifest) && { sha256 }),
        }
      : {
          kind: 'restored',
          path: join(folder!, output === undefined ? (manifest.folder ?? '') : '', '/'),
          restores,
          files,
        },
  )
}

/** Whether the inputs were Parquet and were written as such. */
function areRows({ inputs }: Manifest): boolean {
  return inputs.length > 0 && inputs.every(({ rowGroups }) => rowGroups !== undefined)
}

/** How to read the delimited texts whose rows were copied; undefined if the inputs were not such texts. */
function copiedText({ inputs }: Manifest): CopiedText | undefined {
  // A file without records may have any layout.
  return (inputs.find(({ records }) => records > 0) ?? inputs[0])?.delimited
}

/** The formats in which the documents are stored unchanged: that of the inputs, or JSON. */
function storedFormats(manifest: Manifest, which: Which): readonly ReturnType<typeof outputFormat>[] {
  if (areRows(manifest)) return ['parquet']
  const format = copiedText(manifest)?.format
  if (format === 'lines' && which === 'removed') return ['tsv']
  return format === undefined ? ['jsonl', 'json'] : [format]
}

/** Where the kept or the removed documents are. */
function storedPath(manifestPath: string, manifest: Manifest, which: Which): string {
  const { path } = manifest[which]
  if (path === null) {
    throw new UnreadableInput(
      manifestPath,
      `the ${which} documents were written to stdout, not to a file`,
      `run the command that wrote the manifest again, with \`${which}: FILE\``,
    )
  }
  const stored = resolve(dirname(manifestPath), path)
  if (!storedFormats(manifest, which).includes(outputFormat({ option: which, path: stored }))) {
    const name = (one: Which) => {
      const [format] = storedFormats(manifest, one)
      return `FILE.${format === 'lines' ? 'txt' : format}`
    }
    throw new UnreadableInput(
      stored,
      `the ${which} documents were converted to this format, from which the input cannot be restored`,
      `run the command that wrote the manifest again, with \`kept: ${name('kept')}\` and \`removed: ${name('removed')}\``,
    )
  }
  return stored
}

/** Writes one input under its name if its checksum is right; otherwise nothing of it is left behind. */
async function restoreOne(
  input: ManifestInput,
  path: string,
  records: MergedRecords,
  restoring: Restoring,
): Promise<void> {
  if (path !== STDOUT) makeFolder(dirname(path))
  const sink: Sink = path === STDOUT ? new StdoutSink() : openSink(path)
  const release = restoring.lifetime.onEnd(() => sink.abort())
  const writer = new TextWriter(sink, undefined)
  const hash = createHash('sha256')
  const recoder = input.storage && new TextRecoder(input.storage)
  const breaks = input.json && new LineBreaksReader(input.json.breaks)
  const put = (text: Uint8Array): void | Promise<void> => {
    const bytes = recoder?.push(text) ?? text
    hash.update(bytes)
    return writer.write(bytes)
  }
  try {
    const gaps = new Map(input.gaps)
    const skipped = new Set(input.skipped)
    const end = input.first + input.records
    const lineEnd = input.json
      ? Buffer.from(input.json.between, 'base64')
      : Buffer.from(input.delimited?.lineEnd ?? '\n')
    let usual: Uint8Array = new Uint8Array(0)
    for (let position = input.first; position <= end; position++) {
      if (skipped.has(position)) continue
      const gap = gaps.get(position)
      const gapWritten = put(gap === undefined ? usual : Buffer.from(gap, 'base64'))
      if (gapWritten !== undefined) await gapWritten
      usual = lineEnd
      if (position === end) break
      const found = records.next(position)
      const record = found instanceof Promise ? await found : found
      const written = put(breaks?.restore(record) ?? record)
      if (written !== undefined) await written
      const pause = restoring.add(1)
      if (pause !== undefined) await pause
    }
    if (hash.digest('hex') !== input.sha256) throw changed(input.name, 'the checksum differs')
    await writer.close()
  } catch (error) {
    await writer.abort()
    throw error
  } finally {
    release()
  }
}
