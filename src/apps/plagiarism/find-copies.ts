import { joinByCounting } from '../../join/counting.js'
import type { SetJoin } from '../../join/set-join.js'
import { checkChoice, checkFunction, checkNames, checkShare, checkWhole } from '../../model/check.js'
import type { DocumentId } from '../../model/document.js'
import { DuplicateId, InvalidOption, InvalidValue } from '../../model/errors.js'
import type { OnProgress } from '../../model/on-progress.js'
import { collectSortedSets } from '../../model/set-collection.js'
import { CODE_LANGUAGE_NAMES } from '../../text/code-languages.js'
import type { ProseOptions } from '../../text/token-sequence.js'
import { findPassages } from '../../verify/passages.js'
import { type CopyScore, copyScore } from './copy-score.js'
import {
  type CopyTokens,
  copyTokens,
  gatherBase,
  RUN,
  readTokens,
  type TextLanguage,
  textLanguage,
} from './copy-tokens.js'
import { pairsBySharedRuns } from './shared-runs.js'

/** A text that may be a copy, or the source of one. */
export interface CopyDocument {
  /** Default: the 0-based position in the input. */
  readonly id?: DocumentId
  readonly text: string
  /** Default: by the ending of the id, such as `.java`; prose where it says nothing. */
  readonly language?: TextLanguage
}

/** What counts as a copy. */
export interface CopyOptions extends ProseOptions {
  /** The least score of a pair, in (0, 1]. Default: 0.24 for prose, 0.85 for code, which has fewer ways to say a thing. */
  readonly threshold?: number
  /** A pair with a passage of so many equal tokens is reported whatever its score. Default: 40 words, 80 tokens of code. */
  readonly passage?: number
  /** Texts that everybody was given, such as a template or the question: what stands in them does not count. */
  readonly base?: readonly CopyDocument[]
  /**
   * The engine that finds the pairs that share enough to be compared; asked for overlaps of 3 and less. Default:
   * `joinByCounting`, the quickest for overlaps as small as that. It does not change the result.
   */
  readonly join?: SetJoin
  /** Called before each pair is compared. */
  readonly onProgress?: OnProgress
}

/** A stretch of the text of one document that stands in the other, with small changes; in UTF-16 units. */
export interface CopyPassage {
  readonly a: readonly [start: number, end: number]
  readonly b: readonly [start: number, end: number]
  /** Equal tokens in it: words, or tokens of code. */
  readonly matched: number
}

/** Two documents of which one may be copied from the other, or both from a third. */
export interface Copy extends CopyScore {
  /** Before b in the input. */
  readonly a: DocumentId
  readonly b: DocumentId
  /** The share of each document's tokens that lie in passages. */
  readonly copied: { readonly a: number; readonly b: number }
  /** Equal tokens of the longest passage. */
  readonly longest: number
  /** The most tokens in a row that both have, word for word. */
  readonly verbatim: number
  /** In the order of the first document. */
  readonly passages: readonly CopyPassage[]
}

/** What was found. */
export interface CopyReport {
  readonly documents: number
  /** Documents without a run of tokens of their own; they match nothing. */
  readonly empty: number
  /** Documents that are read as code. */
  readonly code: number
  /** Pairs that share enough to be compared. */
  readonly candidates: number
  readonly threshold: { readonly prose: number; readonly code: number }
  /** By falling score. */
  readonly copies: readonly Copy[]
}

const PROSE = { threshold: 0.24, passage: 40, run: 3, gap: 4, least: 8 } as const
const CODE = { threshold: 0.85, passage: 80, run: 5, gap: 4, least: 15 } as const

/**
 * Finds documents that are copied from one another, in whole or in part, with reordered sentences and changed words, and
 * the passages that they share. Prose is compared with prose and code with code. Only pairs that share a few runs of three
 * tokens are compared, so the time does not grow with the number of all pairs. A pair is reported if it reaches the
 * threshold and has a passage of at least 8 words (15 tokens of code), or if it has one long passage.
 *
 * @example
 * const { copies } = findCopies([{ id: 'ann.txt', text: '…' }, { id: 'ben.txt', text: '…' }])
 * copies[0] // { a: 'ann.txt', b: 'ben.txt', score: 0.71, passages: [{ a: [0, 120], b: [310, 432], matched: 19 }], … }
 */
export function findCopies(documents: readonly CopyDocument[], options: CopyOptions = {}): CopyReport {
  checkNames(options, ['threshold', 'passage', 'base', 'stopWords', 'join', 'onProgress'])
  const { onProgress = () => {} } = options
  if (options.threshold !== undefined) checkShare('threshold', options.threshold)
  if (options.passage !== undefined) checkWhole('passage', options.passage, 1, 2 ** 31)
  const join = checkFunction('join', options.join ?? joinByCounting)
  const ids = idsOf(documents)
  const read = readAll(documents, options)
  let candidates = 0
  const copies: Copy[] = []
  for (const isCode of [false, true]) {
    const positions = read.flatMap((tokens, i) => (tokens.isCode === isCode ? [i] : []))
    const runs = collectSortedSets(positions.map((position) => read[position]!.runs))
    const settings = { ...(isCode ? CODE : PROSE), ...definedOf(options) }
    const pairs = pairsBySharedRuns(runs, join)
    candidates += pairs.count
    const found: { readonly a: number; readonly b: number; readonly copy: Omit<Copy, 'a' | 'b'> }[] = []
    for (let i = 0; i < pairs.count; i++) {
      onProgress(isCode ? 'comparing programs' : 'comparing texts', i, pairs.count)
      const [a, b] = [positions[pairs.a[i]!]!, positions[pairs.b[i]!]!]
      const copy = compareTokens(read[a]!, read[b]!, settings)
      if (copy !== undefined) found.push({ a, b, copy })
    }
    found.sort((x, y) => x.b - y.b || x.a - y.a)
    for (const { a, b, copy } of found) copies.push({ a: ids[a]!, b: ids[b]!, ...copy })
  }
  return {
    documents: documents.length,
    empty: read.filter(({ runs }) => runs.length === 0).length,
    code: read.filter(({ isCode }) => isCode).length,
    candidates,
    threshold: { prose: options.threshold ?? PROSE.threshold, code: options.threshold ?? CODE.threshold },
    // Stable: equal scores stay in the order of the input.
    copies: copies.sort((x, y) => y.score - x.score),
  }
}

/** Two documents as they are reported; undefined where that is not worth it. */
function compareTokens(a: CopyTokens, b: CopyTokens, settings: Settings): Omit<Copy, 'a' | 'b'> | undefined {
  const score = copyScore(a, b)
  // A passage of n equal tokens is made of runs of three at least, so it has n / 3 of them.
  if (score.score < settings.threshold && score.shared < settings.passage / RUN) return undefined
  const copy = { ...score, ...sharedPassages(a, b, settings) }
  if (copy.passages.length === 0) return undefined
  return copy.score >= settings.threshold || copy.longest >= settings.passage ? copy : undefined
}

/**
 * Compares two documents, whatever they have in common: their score and passages.
 *
 * @example compareCopies({ text: 'the plane was ready' }, { text: 'the plane was late' }).runs // 1/2
 */
export function compareCopies(
  a: CopyDocument,
  b: CopyDocument,
  options: Pick<CopyOptions, 'base' | 'stopWords'> = {},
): Omit<Copy, 'a' | 'b'> {
  checkNames(options, ['base', 'stopWords'])
  const [one, other] = readAll([a, b], options)
  return { ...copyScore(one!, other!), ...sharedPassages(one!, other!, one!.isCode ? CODE : PROSE) }
}

interface Settings {
  readonly threshold: number
  readonly passage: number
  readonly run: number
  readonly gap: number
  readonly least: number
}

function definedOf({ threshold, passage }: CopyOptions): Partial<Settings> {
  return { ...(threshold !== undefined && { threshold }), ...(passage !== undefined && { passage }) }
}

function sharedPassages(
  a: CopyTokens,
  b: CopyTokens,
  { run, gap, least }: Settings,
): Pick<Copy, 'copied' | 'longest' | 'verbatim' | 'passages'> {
  const found = findPassages(
    a.tokens.hashes,
    b.tokens.hashes,
    // A shorter document is a passage as a whole.
    { run, gap, least: Math.max(1, Math.min(least, a.tokens.hashes.length, b.tokens.hashes.length)) },
    { a: a.ignored, b: b.ignored },
  )
  return {
    copied: {
      a: shareIn(
        found.map((one) => one.a),
        a,
      ),
      b: shareIn(
        found.map((one) => one.b),
        b,
      ),
    },
    longest: found.reduce((most, { matched }) => Math.max(most, matched), 0),
    verbatim: found.reduce((most, { longestRun }) => Math.max(most, longestRun), 0),
    passages: found.map((one) => ({
      a: [a.tokens.starts[one.a.start]!, a.tokens.ends[one.a.end - 1]!],
      b: [b.tokens.starts[one.b.start]!, b.tokens.ends[one.b.end - 1]!],
      matched: one.matched,
    })),
  }
}

/** The share of a document's tokens that lie in any of these stretches; two may overlap by their gaps. */
function shareIn(stretches: readonly { start: number; end: number }[], { tokens }: CopyTokens): number {
  const inside = new Uint8Array(tokens.hashes.length)
  for (const { start, end } of stretches) inside.fill(1, start, end)
  return inside.length === 0 ? 0 : inside.reduce((sum, one) => sum + one, 0) / inside.length
}

/** The tokens of documents, without what stands in a base of their kind. */
function readAll(
  documents: readonly CopyDocument[],
  { base = [], stopWords }: Pick<CopyOptions, 'base' | 'stopWords'>,
): CopyTokens[] {
  const prose = stopWords === undefined ? {} : { stopWords }
  const read = (document: CopyDocument) => {
    const language = languageOf(document)
    return { isCode: language !== 'prose', tokens: readTokens(document.text, language, prose) }
  }
  const given = base.map(read)
  const bases = [false, true].map((isCode) =>
    gatherBase(given.filter((one) => one.isCode === isCode).map(({ tokens }) => tokens)),
  )
  return documents.map((document) => {
    const { isCode, tokens } = read(document)
    return copyTokens(tokens, isCode, bases[isCode ? 1 : 0]!)
  })
}

function idsOf(documents: readonly CopyDocument[]): DocumentId[] {
  if (!Array.isArray(documents)) throw new InvalidOption('documents', documents, 'a list of documents')
  const seen = new Map<DocumentId, number>()
  return (documents as readonly CopyDocument[]).map((document, position) => {
    if (typeof document?.text !== 'string') {
      throw new InvalidValue('the text of a document', document?.text, position, 'a string')
    }
    const id = document.id ?? position
    const first = seen.get(id)
    if (first !== undefined) throw new DuplicateId(id, first, position)
    seen.set(id, position)
    return id
  })
}

function languageOf({ language, id = '' }: CopyDocument): TextLanguage {
  if (language === undefined) return textLanguage(String(id))
  return checkChoice('language', language, ['prose', ...CODE_LANGUAGE_NAMES])
}
