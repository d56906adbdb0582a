/// <reference types="node" />
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { InvalidArtifact, UnreadableInput } from '../../model/errors.js'
import { count, counted, bytes as inBytes } from '../../model/quantities.js'
import { createIndex } from '../../node/create-index.js'
import { listDataFiles } from '../../store/lmdb/node-data-files.js'
import { optionsOf } from '../../store/parameters.js'
import { isRedisAddress } from '../../store/redis/address.js'
import { readSnapshotParameters } from '../../store/snapshot-header.js'
import type { Store } from '../../store/store.js'
import { forgetPart, partOf } from '../../temporary/node-leftovers.js'
import { writeFault } from '../../write/node-fault.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkOverwrite } from '../output/outputs.js'
import { processCost } from '../output/process-cost.js'
import { row } from '../output/rows.js'
import { openAt, openStore, shownIndex } from './open-store.js'
import { untilEnded } from './until-ended.js'

/** `likewise index stats`: shows how large an index is, and how it was built. */
export async function indexStats(
  folder: string,
  _: readonly string[],
  values: OptionValues,
): Promise<Outcome> {
  await using store = await openStore(folder, values, { readOnly: true })
  const { documents, empty, bytes } = await store.stats()
  const namespaces = await store.namespaces()
  const { threshold, recall, shingle, containment, bands, rows } = store.parameters
  const report = {
    inputs: [],
    written: [],
    index: shownIndex(folder),
    stored: documents,
    storedEmpty: empty,
    ...(bytes !== undefined && { bytes }),
    namespaces,
    threshold,
    recall,
    contained: containment,
    bands,
    rows,
    shingle,
    expiry: store.expiry,
    ...processCost(),
  }
  return {
    report,
    text: () =>
      [
        row('documents', count(documents)),
        ...(bytes === undefined ? [] : [row('size', inBytes(bytes))]),
        row(
          'similar',
          `similarity ≥ ${threshold}, found with probability ≥ ${recall.guaranteed.toFixed(3)} at ${threshold}`,
        ),
        row(
          'contained',
          containment === null
            ? 'not detected'
            : `containment ≥ ${containment.threshold}, found with the same probability if the document has at least ${containment.guaranteedFrom} shingles`,
        ),
        row('shingles', `${shingle.kind}:${shingle.k}`),
        ...(namespaces.length > 1 ? [row('namespaces', namespaces.filter(Boolean).join(', '))] : []),
      ].join(''),
  }
}

/** `likewise index compact`: removes expired documents and frees disk space. */
export async function compactIndex(
  folder: string,
  _: readonly string[],
  values: OptionValues,
): Promise<Outcome> {
  await using store = await openStore(folder, values, { ifMissing: 'refuse' })
  const { bytes: before } = await store.stats()
  await store.compact()
  const { documents, bytes } = await store.stats()
  const report = {
    inputs: [],
    written: [],
    index: shownIndex(folder),
    stored: documents,
    ...(bytes !== undefined && { bytes, bytesBefore: before }),
    ...processCost(),
  }
  return {
    report,
    text: () =>
      bytes === undefined || before === undefined
        ? row('documents', count(documents))
        : row('size', `${inBytes(bytes)} (was ${inBytes(before)})`),
  }
}

/** `likewise index snapshot`: writes the documents of an index to a file. */
export async function snapshotIndex(
  folder: string,
  [file = '']: readonly string[],
  values: OptionValues,
  { lifetime }: Context,
): Promise<Outcome> {
  checkOverwrite([{ option: 'the snapshot', path: file }], values)
  await using store = await openStore(folder, values, { readOnly: true })
  const { documents } = await store.stats()
  await writeFile(file, untilEnded(lifetime, store.snapshot()))
  const report = {
    inputs: [],
    written: [{ kind: 'snapshot', path: file }],
    index: shownIndex(folder),
    stored: documents,
    ...processCost(),
  }
  return {
    report,
    text: () => row('written', file),
  }
}

/** Written under a temporary name and renamed when complete. */
async function writeFile(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = partOf(file)
  try {
    await pipeline(Readable.from(content), createWriteStream(partial, { flush: true }))
    renameSync(partial, file)
  } catch (error) {
    rmSync(partial, { force: true })
    throw writeFault(file, error)
  } finally {
    forgetPart(partial)
  }
}

/** `likewise index restore`: adds the documents of a snapshot to a new index, or to one built with the same parameters. */
export async function restoreIndex(
  folder: string,
  [file = '']: readonly string[],
  values: OptionValues,
  { lifetime }: Context,
): Promise<Outcome> {
  if (!existsSync(file)) throw new UnreadableInput(file, 'no such file', 'check the path')
  const isNew = !isRedisAddress(folder) && listDataFiles(folder).length === 0
  const restoreTo = async (target: string) => {
    await using store = await openLikeSnapshot(target, file, values)
    const restored = await store.restore(untilEnded(lifetime, createReadStream(file)))
    return { restored, documents: (await store.stats()).documents }
  }
  const { restored, documents } = await (isNew
    ? createIndex(folder, false, '--force', restoreTo)
    : restoreTo(folder)
  ).catch((error) => {
    throw namingSnapshot(error, file)
  })
  const report = {
    inputs: [file],
    written: [],
    index: shownIndex(folder),
    filesRead: 1,
    added: restored,
    stored: documents,
    ...processCost(),
  }
  return {
    report,
    text: () => row('restored', counted(restored, 'document')),
  }
}

function namingSnapshot(error: unknown, file: string): unknown {
  if (!(error instanceof InvalidArtifact) || error.format !== 'a snapshot') return error
  return new InvalidArtifact(error.format, error.problem, error.hint, file)
}

/** The index in the folder or, if there is none, a new one with the parameters of the snapshot. */
async function openLikeSnapshot(folder: string, file: string, values: OptionValues): Promise<Store> {
  if (!isRedisAddress(folder) && listDataFiles(folder).length > 0)
    return openStore(folder, values, { ifMissing: 'refuse' })
  const store = await openAt(folder, values, optionsOf(await readSnapshotParameters(createReadStream(file))))
  return values.namespace === undefined ? store : store.namespace(values.namespace)
}
