/// <reference types="node" />
import { basename, dirname, relative, resolve, sep } from 'node:path'
import type { Removal as RemovedDocuments } from '../cluster/removal.js'
import type { IdOf } from '../engine/stages/read/ids.js'
import { checkUnchanged } from '../read/node-input-stamps.js'
import { ownSide } from '../read/sides.js'
import type { Source } from '../read/source.js'
import type { Lifetime } from '../temporary/lifetime.js'
import { type Column, ColumnUnion } from '../write/column.js'
import { idColumn, type Output, STDOUT } from '../write/node-output.js'
import { writeWhole } from '../write/node-write-whole.js'
import type { CopiedRows } from './copied-rows.js'
import { type DedupRequest, type KeepRequest, policyOf, type Searched } from './dedup-request.js'
import { DelimitedRows } from './delimited-rows.js'
import { sourceReader } from './document-source.js'
import { emptyFolders } from './empty-folders.js'
import { type Manifest, type ManifestInput, makeManifest } from './manifest.js'
import { OriginalsWriter, originalsPath } from './originals.js'
import { PartitionCounter, type PartitionCounts } from './partition-counter.js'
import { PartitionWriter } from './partition-writer.js'
import { restoredNames } from './restored-names.js'
import { holdsOriginals, storeOriginals } from './store-originals.js'
import { isCopied, isCopiedText, type Which } from './stored-ending.js'
import { StoredRows } from './stored-rows.js'
import { storedText, textOriginOf } from './stored-text.js'
import { inputRanges, walkInput } from './walk-input.js'
import { jsonLayoutOf, openKept, openRemoved, parseLine } from './writers.js'

/** How many documents would be kept and removed, in total and by source. */
export async function countRemoved(
  request: Pick<KeepRequest, 'source'>,
  { source: searched, result, signal }: Searched,
  { survivorOf }: RemovedDocuments,
): Promise<PartitionCounts> {
  const source = ownSide(searched)
  const counter = new PartitionCounter(sourceReader(source, request.source))
  for (const range of inputRanges(source, result.locations)) {
    const record = (position: number, line: Uint8Array) =>
      counter.add(line, range.file, survivorOf[position] !== position)
    await walkInput(source, result, range, { gap() {}, skipped() {}, record }, signal)
  }
  return counter.counts()
}

/** How documents are written. */
interface PartitionHooks {
  readonly lifetime: Lifetime
  /** The reason of all removals, if they are not in favor of another document. Default: what each has in common with its survivor. */
  readonly reason?: 'contaminated'
  /** Called with the number of documents so far. */
  readonly onDocuments?: ((documents: number) => void) | undefined
}

/**
 * Writes each document to the kept or the removed ones, and then the manifest. Files get their names when all are complete, so that a run
 * that is stopped leaves none of them.
 */
export async function partition(
  request: DedupRequest,
  searched: Searched,
  { survivorOf, similarity }: RemovedDocuments,
  idOf: IdOf,
  { lifetime, reason, onDocuments }: PartitionHooks,
): Promise<{ readonly counts: PartitionCounts; readonly originals: string | undefined }> {
  const search = { ...searched, source: ownSide(searched.source) }
  const { source, result, signal } = search
  const sourceOf = sourceReader(source, request.source)
  // A survivor can be one of the documents to compare with.
  const otherIds = reason === undefined ? searched.source.against?.idField : 'item'
  const idType = idColumn(source.idField ?? otherIds, request.removed)
  const writers: { close(): Promise<void>; abort(): Promise<void> }[] = []
  const add = <Writer extends (typeof writers)[number] | undefined>(writer: Writer): Writer => {
    if (writer !== undefined) writers.push(writer)
    return writer
  }
  const abort = async () => {
    for (const writer of writers) await writer.abort()
  }
  const release = lifetime.onEnd(abort)
  let partitionWriter: PartitionWriter | undefined
  const described: ManifestInput[] = []
  let originals: readonly number[] | undefined
  try {
    const stored = add(await openStored(request, search, idType))
    const isStored = (which: Which) => stored !== undefined && isCopied(request.stored, request[which], which)
    const layoutOf = (output: Output) => jsonLayoutOf(output, request.stored, source)
    const kept = isStored('kept')
      ? undefined
      : add(await openKept(request.kept, layoutOf(request.kept), () => columnsOfKept(search, survivorOf)))
    const removed = isStored('removed')
      ? undefined
      : add(await openRemoved(request.removed, layoutOf(request.removed), idType))
    const destinations = {
      survivorOf,
      similarity,
      sourceOf,
      idOf,
      stored,
      kept,
      removed,
      reason,
      onDocuments,
    }
    partitionWriter = new PartitionWriter(searched, destinations)
    const inputs: ManifestInput[] = []
    for (const range of inputRanges(source, result.locations)) inputs.push(await partitionWriter.walk(range))
    const texts: (Partial<ManifestInput> | undefined)[] = []
    for (const [file, { name }] of inputs.entries()) {
      const origin = textOriginOf(source.files[file]!, stored !== undefined)
      texts.push(origin && (await storedText(name, origin, signal)))
    }
    const stores = openOriginals(request, source)
    originals = stores && (await storeOriginals(add(stores.writer), search, stores.names))
    // Originals are stored as they are now.
    checkUnchanged(source, stores !== undefined)
    signal?.throwIfAborted()
    for (const writer of writers) await writer.close()
    for (const [file, input] of inputs.entries())
      described.push({ ...input, ...stored?.describe(file), ...texts[file] })
  } catch (error) {
    await abort()
    throw error
  } finally {
    partitionWriter?.close()
    release()
  }
  const counts = partitionWriter.counter.counts()
  const relativePath = ({ path }: Output) =>
    path === STDOUT ? null : relative(dirname(resolve(request.manifest.path)), resolve(path))
  const manifest = makeManifest({
    ...restorable(described, search.source, request, originals),
    kept: { path: relativePath(request.kept), documents: counts.kept },
    removed: { path: relativePath(request.removed), documents: counts.removed },
    ...(request.edited && { edited: { path: relativePath(request.edited) } }),
    textFields: source.textFields,
    idField: source.idField ?? null,
    survivor: policyOf(request, result.plan),
    onePerCluster: request.onePerCluster,
    plan: result.plan,
  })
  await writeWhole(request.manifest.path, `${JSON.stringify(manifest, null, 1)}\n`)
  return { counts, originals: originals && originalsPath(request.manifest.path) }
}

/** The file for what restore needs of text and HTML files, and where each is restored; undefined if there are none. */
function openOriginals({ manifest, inputs }: DedupRequest, source: Source) {
  if (!holdsOriginals(source)) return undefined
  const names = restoredNames(
    source.inputs!.map(({ name }) => name),
    inputs,
  )
  return { names, writer: new OriginalsWriter(originalsPath(manifest.path)) }
}

/** The inputs, each with the path at which it is restored. */
function restorable(
  inputs: readonly ManifestInput[],
  source: Source,
  { manifest, inputs: named }: DedupRequest,
  originals: readonly number[] | undefined,
): Pick<Manifest, 'inputs' | 'originals' | 'folder' | 'emptyFolders'> {
  const names = restoredNames(source.inputs?.map(({ name }) => name) ?? inputs.map(({ name }) => name), named)
  const empty = [...restoredNames(emptyFolders(named), named).values()]
  const [operand] = named
  const folder = named.length === 1 ? basename(resolve(operand!)) : undefined
  return {
    inputs: inputs.map((input, i) =>
      source.files[i]!.holdsFiles !== undefined && originals !== undefined
        ? { ...input, restores: 'file', files: originals[i]! }
        : { ...input, path: names.get(input.name) ?? input.name },
    ),
    ...(originals && { originals: basename(originalsPath(manifest.path)) }),
    ...(folder !== undefined &&
      [...names.values()].every((name) => name.startsWith(folder + sep)) && { folder }),
    ...(empty.length > 0 && { emptyFolders: empty }),
  }
}

/** Opens outputs that copy rows or lines, from Parquet to Parquet or from text to text; undefined if there are none. */
async function openStored(
  request: DedupRequest,
  { source, result }: Searched,
  idType: Column['type'],
): Promise<CopiedRows | undefined> {
  const [kept, removed] = (['kept', 'removed'] as const).map((which) =>
    isCopied(request.stored, request[which], which) ? request[which] : undefined,
  )
  if (source.files.length === 0 || (kept === undefined && removed === undefined)) return undefined
  if (isCopiedText(request.stored)) return DelimitedRows.open(source, result, { kept, removed })
  return StoredRows.open(source, result, { kept, removed }, idType === 'integer' ? 'integer' : 'string')
}

/** The columns of all kept documents, for formats that need to know them in advance. */
async function columnsOfKept(
  { source, result, signal }: Searched,
  survivorOf: Uint32Array,
): Promise<Column[]> {
  const union = new ColumnUnion()
  for (const range of inputRanges(source, result.locations)) {
    const record = (position: number, line: Uint8Array) => {
      if (survivorOf[position] === position) union.add(parseLine(line))
    }
    await walkInput(source, result, range, { gap() {}, skipped() {}, record }, signal)
  }
  const columns = union.columns()
  // A table has at least one column, even without documents.
  return columns.length > 0 ? columns : source.textFields.map((name) => ({ name, type: 'string' }))
}
