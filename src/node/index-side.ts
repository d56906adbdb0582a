/// <reference types="node" />
import { createWriteStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { candidateProbability } from '../band/s-curve.js'
import type { StopSignal } from '../engine/engine.js'
import type { FindOthers } from '../engine/node/node-engine-options.js'
import type { PlannedOptions } from '../engine/request.js'
import type { Sketched } from '../engine/stages/read/sketched.js'
import { SKETCH, visitUnits } from '../engine/stages/read/sketched.js'
import type { Thread } from '../engine/stages/threads/thread.js'
import { ID_OF_SET_LINE, writeSetLine } from '../kernel/set-lines.js'
import { InvalidOption } from '../model/errors.js'
import { bandThreshold, DEFAULT_MAX_GROUP, type Plan, type ShinglePlan, similarityIn } from '../model/plan.js'
import { BAND_SIMILARITIES } from '../model/similarity.js'
import { spoolFault } from '../read/node-fault.js'
import { joinSides } from '../read/sides.js'
import { layoutNotes, type Source } from '../read/source.js'
import { bytesOf } from '../store/byte-strings.js'
import { checkQuery, defaultThreshold } from '../store/compare-contents.js'
import { ContentKeys } from '../store/content-keys.js'
import type { LiveIndex } from '../store/live-index.js'
import { checkShingleOptions, planShingles, type ShingleOptions } from '../text/shingle-options.js'
import { shownShingles } from '../text/shown-shingles.js'

/** Options of a search that an index determines. */
const FIXED = ['sketch', 'slots', 'seed'] as const

/**
 * The plan for comparing with the documents of an index: its bands, for which it was built.
 *
 * @throws InvalidOption if something else is requested
 */
export function planOfIndex({ parameters, location }: LiveIndex, requested: PlannedOptions): Plan {
  const { bands, rows, scheme, shingle } = parameters
  const refuse = (name: keyof PlannedOptions, expected: string): never => {
    throw new InvalidOption(name, requested[name], expected)
  }
  if (requested.plan !== undefined) {
    const { plan } = requested
    const isSame = isDeepStrictEqual(
      plan.method === 'bands' && [plan.bands, plan.rows, plan.scheme, plan.shingle],
      [bands, rows, scheme, shingle],
    )
    if (!isSame) refuse('plan', `a plan with the bands and shingles of the index in ${location}`)
    if (plan.keepPairsFrom !== undefined) refuse('plan', 'a plan without keepPairsFrom with an index')
    checkQuery(similarityIn(plan), plan.threshold, parameters)
    return plan
  }
  const { similarity = 'jaccard', maxGroup = DEFAULT_MAX_GROUP } = requested
  if (!BAND_SIMILARITIES.includes(similarity)) {
    const other = similarity === 'containment' ? '; index query finds containment' : ''
    refuse('similarity', `one of ${BAND_SIMILARITIES.join(', ')} with an index${other}`)
  }
  if (requested.method === 'exact') refuse('method', `bands, which the index in ${location} uses`)
  if (requested.keepPairsFrom !== undefined) refuse('keepPairsFrom', 'no value with an index')
  for (const [name, value] of [
    ['bands', bands],
    ['rows', rows],
  ] as const) {
    if (requested[name] !== undefined && requested[name] !== value)
      refuse(name, `the value that the index in ${location} was built with: ${value}`)
  }
  for (const name of FIXED) {
    if (requested[name] !== undefined && requested[name] !== scheme[name])
      refuse(name, `the value that the index in ${location} was built with: ${scheme[name]}`)
  }
  if (requested.shingle !== undefined) checkShingles(requested.shingle, shingle, location)
  const threshold = requested.threshold ?? defaultThreshold(similarity, parameters)
  checkQuery(similarity, threshold, parameters)
  const compared = { threshold, ...(similarity !== 'jaccard' && { similarity }) }
  const guaranteed = candidateProbability(bandThreshold(compared), { bands, rows })
  const recall = requested.recall ?? Math.min(parameters.recall.requested, guaranteed)
  if (recall > guaranteed) {
    const reached = Math.floor(guaranteed * 1000) / 1000
    refuse('recall', `at most ${reached}, which the index in ${location} reaches at this threshold`)
  }
  return { ...compared, recall, shingle, maxGroup, method: 'bands', bands, rows, scheme }
}

function checkShingles(requested: ShingleOptions, shingle: ShinglePlan, location: string): void {
  const wanted = planShingles(checkShingleOptions(requested))
  if (isDeepStrictEqual(wanted, shingle)) return
  throw new InvalidOption(
    'shingle',
    requested,
    `the value that the index in ${location} was built with: ${shownShingles(shingle, wanted)}`,
    `invalid shingle: ${shownShingles(wanted, shingle)}`,
  )
}

/**
 * Finds the documents of an index that share a band with a document of the source, and adds them to the source in a temporary file. No
 * other documents can be in a pair.
 *
 * @param isWhole whether all documents of the index are needed, as an audit needs them
 */
export function othersInIndex(
  index: LiveIndex,
  source: Source,
  temporary: string,
  isWhole: boolean,
  signal: StopSignal | undefined,
): FindOthers {
  return async (sketched, thread) => {
    const path = join(temporary, 'index.jsonl')
    const contents = isWhole ? 'all' : await contentsOf(index, sketched, thread, signal)
    async function* lines(): AsyncGenerator<Uint8Array> {
      for await (const documents of index.documentsWithSets(contents)) {
        signal?.throwIfAborted()
        for (const { id, content, set } of documents) yield writeSetLine(bytesOf(id), wordsOf(content), set)
      }
    }
    try {
      await pipeline(Readable.from(lines()), createWriteStream(path))
    } catch (error) {
      signal?.throwIfAborted()
      throw spoolFault(path, error)
    }
    return joinSides(source, sourceOf(path, index.location), 'sets')
  }
}

/**
 * The number of keys that are looked up together: in ascending order, the keys of all bands that are in one page of the index cost one
 * read.
 */
const MAX_KEYS = 2 ** 24

/** The contents of the index that share a band with a document. */
async function contentsOf(
  index: LiveIndex,
  sketched: Sketched,
  { store }: Thread,
  signal: StopSignal | undefined,
): Promise<ContentKeys> {
  const found = new ContentKeys()
  const sizes = new Uint32Array(sketched.firsts.at(-1)!)
  visitUnits(store, sketched, SKETCH.sizes, (words, first) => sizes.set(words, first))
  const { bands } = index.parameters
  const together = Math.max(1, Math.floor(MAX_KEYS / Math.max(1, sizes.length)))
  for (let band = 0; band < bands; band += together) {
    signal?.throwIfAborted()
    await index.contentsInBands(
      keysOfBands(store, sketched, band, Math.min(bands, band + together), sizes),
      found,
    )
  }
  return found
}

/** The keys of the documents that have a shingle in some bands, ascending and without repeats. */
function keysOfBands(
  store: Thread['store'],
  sketched: Sketched,
  first: number,
  end: number,
  sizes: Uint32Array,
): Uint32Array {
  const words = new Uint32Array(2 * (end - first) * sizes.length)
  let written = 0
  for (let band = first; band < end; band++) {
    visitUnits(store, sketched, SKETCH.keys + band, (keys, start, count) => {
      for (let i = 0; i < count; i++) {
        if (sizes[start + i] === 0) continue
        // The first word of a key determines its position in an index, so it is the high half of a number.
        words[written++] = keys[2 * i + 1]!
        words[written++] = keys[2 * i]!
      }
    })
  }
  const sorted = new BigUint64Array(words.buffer, 0, written / 2).sort()
  let kept = 0
  for (let i = 0; i < sorted.length; i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i]!
  const unique = words.subarray(0, 2 * kept)
  for (let i = 0; i < unique.length; i += 2) {
    const high = unique[i]!
    unique[i] = unique[i + 1]!
    unique[i + 1] = high
  }
  return unique
}

function sourceOf(path: string, name: string): Source {
  return {
    files: [{ name, path, bytes: statSync(path).size }],
    inputs: undefined,
    textFields: [],
    idField: ID_OF_SET_LINE,
    skipped: [],
    notes: layoutNotes([]),
    close: async () => {},
  }
}

/** The three words of the key of a content. */
function wordsOf(content: string): Uint32Array {
  const bytes = bytesOf(content)
  const view = new DataView(bytes.buffer)
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i))
}
