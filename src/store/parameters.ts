import {
  type BandChoice,
  type BandRequest,
  chooseAmong,
  chooseBands,
  MAX_SLOTS,
  minBands,
} from '../band/choose-bands.js'
import { DEFAULT_SEED } from '../hash/mix.js'
import { checkBoolean, checkNames, checkPositive, checkShare, checkWhole } from '../model/check.js'
import { IndexMismatch, InvalidArtifact, InvalidOption } from '../model/errors.js'
import { DEFAULT_RECALL, DEFAULT_THRESHOLD, type ShinglePlan } from '../model/plan.js'
import type { SketchScheme } from '../model/signatures.js'
import { makeSketcher } from '../sketch/sketch.js'
import { checkShingleOptions, planShingles, type ShingleOptions } from '../text/shingle-options.js'
import { type ContainmentPlan, planContainment } from './containment.js'
import { DEFAULT_CONTAINMENT } from './limits.js'

/** How a live index is built. Omitted options are those of the index, or the defaults for a new one. */
export interface IndexOptions {
  /** The minimum Jaccard similarity that the index can find, in (0, 1]. Default: 0.8. */
  readonly threshold?: number
  /** The minimum probability of finding a document at the threshold, in (0, 1). Default: 0.95. */
  readonly recall?: number
  /** How documents become sets. Default: 5 words, lower-cased. */
  readonly shingle?: ShingleOptions
  /**
   * The share of a document that another must contain for the first to count as contained, in (0, 1]; false turns this off.
   * Default: 0.9.
   */
  readonly containment?: number | false
  /** A 32-bit number. Default: 1. */
  readonly seed?: number
  /** Whether the texts are stored, for `get`. Default: false. */
  readonly keepTexts?: boolean
  /**
   * The number of bands, which together with `rows` must reach the recall; `planBands` chooses them for documents like those of a sample.
   * Default: chosen without knowledge of the documents.
   */
  readonly bands?: number
  /** The number of rows per band; requires `bands`. */
  readonly rows?: number
}

/** When documents expire. Expired documents are no longer reported, and their space is reused. */
export interface Expiry {
  /** Milliseconds after a document was added. Default: never. */
  readonly maxAge?: number
  /** Milliseconds after it was added or last matched by `check` or `addIfNew`. Default: never. */
  readonly maxIdle?: number
  /** The maximum number of documents in a namespace; the least recently used expire first. Default: no limit. */
  readonly maxDocuments?: number
}

/** Everything that determines how documents are read, stored and found: plain data, stored with the index. */
export interface IndexParameters {
  readonly format: typeof FORMAT
  readonly version: number
  /** The version of the hashes of shingles, signatures, bands and contents. */
  readonly hashVersion: number
  readonly threshold: number
  readonly recall: {
    readonly requested: number
    /** The probability of finding a document exactly at the threshold; more similar ones are more likely to be found. */
    readonly guaranteed: number
  }
  readonly bands: number
  readonly rows: number
  readonly scheme: SketchScheme
  readonly shingle: ShinglePlan
  /** Null if the index does not search for containment. */
  readonly containment: ContainmentPlan | null
  readonly keepTexts: boolean
}

const FORMAT = 'likewise-index'
/** The version of the layout of records, buckets and postings. */
const VERSION = 6
/** Raised with any change of a hash that test/golden covers. */
const HASH_VERSION = 1

export const INDEX_OPTION_NAMES = [
  'threshold',
  'recall',
  'shingle',
  'containment',
  'seed',
  'keepTexts',
  'bands',
  'rows',
] as const

export function makeParameters(options: IndexOptions): IndexParameters {
  const {
    threshold = DEFAULT_THRESHOLD,
    recall = DEFAULT_RECALL,
    containment = DEFAULT_CONTAINMENT,
    seed = DEFAULT_SEED,
    keepTexts = false,
  } = options
  checkShare('recall', recall)
  if (recall === 1) throw new InvalidOption('recall', recall, 'a number above 0 and below 1')
  if (containment !== false) checkShare('containment', containment)
  checkBoolean('keepTexts', keepTexts)
  const { bands, rows, slots, recall: guaranteed } = layoutOf(options, { threshold, recall })
  return {
    format: FORMAT,
    version: VERSION,
    hashVersion: HASH_VERSION,
    threshold,
    recall: { requested: recall, guaranteed },
    bands,
    rows,
    scheme: makeSketcher({ slots, seed }).scheme,
    shingle: planShingles(checkShingleOptions(options.shingle ?? {})),
    containment: containment === false ? null : planContainment(containment, recall),
    keepTexts,
  }
}

/** The requested bands and rows, or the default. */
function layoutOf({ bands, rows }: IndexOptions, request: BandRequest): BandChoice {
  if (bands === undefined && rows === undefined) return chooseBands(request)
  if (bands === undefined) throw new InvalidOption('rows', rows, 'a number together with `bands`')
  if (rows === undefined) throw new InvalidOption('bands', bands, 'a number together with `rows`')
  checkWhole('bands', bands, 1, MAX_SLOTS)
  checkWhole('rows', rows, 1, Math.floor(MAX_SLOTS / bands))
  const { threshold, recall } = request
  const choice = chooseAmong([{ bands, rows }], checkShare('threshold', threshold))
  if (choice.recall < recall) {
    const needed = minBands(threshold, recall, rows)
    throw new InvalidOption('bands', bands, `at least ${needed} for recall ${recall} with ${rows} rows`)
  }
  return choice
}

/** The options that create an index with these parameters. */
export function optionsOf(parameters: IndexParameters): IndexOptions {
  const { threshold, recall, shingle, containment, scheme, keepTexts } = parameters
  return {
    threshold,
    recall: recall.requested,
    shingle,
    containment: containment?.threshold ?? false,
    seed: scheme.seed,
    keepTexts,
    bands: parameters.bands,
    rows: parameters.rows,
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function encodeParameters(parameters: IndexParameters): Uint8Array {
  return encoder.encode(JSON.stringify(parameters))
}

/** @throws InvalidArtifact for another format or version, which would be misread */
export function decodeParameters(bytes: Uint8Array, location: string): IndexParameters {
  const stored = parseObject(bytes) as Partial<IndexParameters> | undefined
  if (stored?.format !== FORMAT) throw new InvalidArtifact('a live index', `${location} contains other data`)
  for (const [what, here] of [
    ['version', VERSION],
    ['hashVersion', HASH_VERSION],
  ] as const) {
    if (stored[what] !== here) {
      throw new InvalidArtifact(
        'a live index',
        `${location} has ${what} ${stored[what]}, but this version of Likewise has ${here}`,
        'build the index again with this version',
      )
    }
  }
  return stored as IndexParameters
}

/** Rejects options that contradict the parameters of an index. */
export function checkSameParameters(options: IndexOptions, stored: IndexParameters, location: string): void {
  const wanted: Readonly<Record<string, unknown>> = {
    threshold: options.threshold,
    recall: options.recall,
    seed: options.seed,
    containment: options.containment,
    keepTexts: options.keepTexts,
    bands: options.bands,
    rows: options.rows,
    shingle: options.shingle && planShingles(checkShingleOptions(options.shingle)),
  }
  const used: Readonly<Record<string, unknown>> = {
    threshold: stored.threshold,
    recall: stored.recall.requested,
    seed: stored.scheme.seed,
    containment: stored.containment?.threshold ?? false,
    keepTexts: stored.keepTexts,
    bands: stored.bands,
    rows: stored.rows,
    shingle: stored.shingle,
  }
  const differences = Object.keys(wanted)
    .filter(
      (what) => wanted[what] !== undefined && JSON.stringify(wanted[what]) !== JSON.stringify(used[what]),
    )
    .map((what) => ({ what, stored: used[what], current: wanted[what] }))
  if (differences.length > 0) throw new IndexMismatch(location, differences)
}

/** @throws IndexMismatch unless both read and compare documents in the same way; it does not matter whether texts are kept */
export function checkEqualParameters(one: IndexParameters, other: IndexParameters, location: string): void {
  const differences = (Object.keys(one) as (keyof IndexParameters)[])
    .filter((what) => what !== 'keepTexts' && JSON.stringify(one[what]) !== JSON.stringify(other[what]))
    .map((what) => ({ what, stored: one[what], current: other[what] }))
  if (differences.length > 0) throw new IndexMismatch(location, differences)
}

export function checkExpiry(expiry: Expiry): Expiry {
  checkNames(expiry, ['maxAge', 'maxIdle', 'maxDocuments'])
  const { maxAge, maxIdle, maxDocuments } = expiry
  if (maxAge !== undefined) checkPositive('maxAge', maxAge)
  if (maxIdle !== undefined) checkPositive('maxIdle', maxIdle)
  if (maxDocuments !== undefined) checkWhole('maxDocuments', maxDocuments, 1, 2 ** 40)
  return {
    ...(maxAge !== undefined && { maxAge }),
    ...(maxIdle !== undefined && { maxIdle }),
    ...(maxDocuments !== undefined && { maxDocuments }),
  }
}

export function encodeExpiry(expiry: Expiry): Uint8Array {
  return encoder.encode(JSON.stringify(expiry))
}

export function decodeExpiry(bytes: Uint8Array | undefined): Expiry {
  return bytes === undefined ? {} : ((parseObject(bytes) as Expiry | undefined) ?? {})
}

function parseObject(bytes: Uint8Array): object | undefined {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
