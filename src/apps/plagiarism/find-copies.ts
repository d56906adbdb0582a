import { joinByCounting } from '../../join/counting.js'
import type { SetJoin } from '../../join/set-join.js'
import { checkFunction, checkNames, checkPositive, checkShare, checkWhole } from '../../model/check.js'
import type { DocumentId } from '../../model/document.js'
import type { OnProgress } from '../../model/on-progress.js'
import { collectSortedSets } from '../../model/set-collection.js'
import type { ProseOptions } from '../../text/token-sequence.js'
import { type ClassLimits, classLimits, type ScoreHistogram } from './class-limits.js'
import { type CopyDocument, idsOf, readAll } from './copy-document.js'
import { type CopyAuthor, type CopyGroup, copyAuthors, copyGroups } from './copy-groups.js'
import { type CopyPassages, type PassageSettings, sharedPassages } from './copy-passages.js'
import { type CopyScore, copyScore } from './copy-score.js'
import { type CopyTokens, RUN } from './copy-tokens.js'
import { pairsBySharedRuns } from './shared-runs.js'

/** What counts as a copy. */
export interface CopyOptions extends ProseOptions {
  /**
   * The lowest score of a reported pair, in (0, 1]. Default: 0.24 for prose and 0.85 for code, in which there are fewer ways
   * to express something; higher if many independent pairs reach that score (see `byChance`), but less so for documents
   * that are less similar to the rest than others.
   */
  readonly threshold?: number
  /**
   * A pair with a passage of this many equal tokens is reported whatever its score. Default: 40 words or 80 tokens of code;
   * more if passages of that length are common in these documents.
   */
  readonly passage?: number
  /**
   * The acceptable number of reported pairs that are similar only by chance, as independent answers to the same question can
   * be. With ten documents or more, limits that you do not set are raised until no more are expected. Default: 1.
   */
  readonly byChance?: number
  /** Texts that everyone was given, such as a template or the question; their content does not count. */
  readonly base?: readonly CopyDocument[]
  /**
   * The join that finds the pairs to compare, those with an overlap of 3 or less. Default: `joinByCounting`, the fastest for
   * such small overlaps. It does not change the result.
   */
  readonly join?: SetJoin
  /** Called before each pair is compared. */
  readonly onProgress?: OnProgress
}

/** Two documents of which one may be copied from the other, or both from a third. */
export interface Copy extends CopyScore, CopyPassages {
  /** Before b in the input. */
  readonly a: DocumentId
  readonly b: DocumentId
  /** Whether both are code, whose tokens are counted; in prose, words are. */
  readonly isCode: boolean
  /** The score from which this pair is reported. Its score may be lower if it has a long passage or equal texts. */
  readonly limit: number
}

/** What was found. */
export interface CopyReport {
  readonly documents: number
  /** Documents without any run of tokens outside the base; they match nothing. */
  readonly empty: number
  /** Documents that are read as code. */
  readonly code: number
  /** Pairs that share enough to be compared. */
  readonly candidates: number
  /** The score from which any pair is reported. Above 1: no score indicates a copy of an ordinary document. */
  readonly threshold: { readonly prose: number; readonly code: number }
  /** The lowest limit of a pair: pairs of documents that are less similar to the rest than others have lower limits. */
  readonly minLimit: { readonly prose: number; readonly code: number }
  /** The length of a passage from which a pair is reported whatever its score. */
  readonly passage: { readonly prose: number; readonly code: number }
  /**
   * The expected number of reported pairs that are independent, estimated from the usual similarity of these documents;
   * undefined for fewer than ten documents.
   */
  readonly expectedByChance: number | undefined
  /** The distribution of the scores of all pairs, for prose and code; undefined as above. */
  readonly histogram: {
    readonly prose: ScoreHistogram | undefined
    readonly code: ScoreHistogram | undefined
  }
  /** By decreasing score. */
  readonly copies: readonly Copy[]
  /** Documents that are connected by pairs, the largest group first. */
  readonly groups: readonly CopyGroup[]
  /** One entry per author with a document in a pair, by decreasing score. */
  readonly authors: readonly CopyAuthor[]
}

const PROSE = { threshold: 0.24, passage: 40, run: 3, gap: 4, minLength: 8 } as const
const CODE = { threshold: 0.85, passage: 80, run: 5, gap: 4, minLength: 15 } as const

/**
 * Finds documents that are copied from one another, in whole or in part, with reordered sentences and changed words, and
 * the passages that they share. Prose is compared with prose and code with code. Only pairs that share a few runs of three
 * tokens are compared, so the time does not grow with the number of all pairs. A pair is reported if it reaches the
 * threshold, if it has one long passage, or if its texts are equal.
 *
 * @example
 * const { copies } = findCopies([{ id: 'ann.txt', text: '…' }, { id: 'ben.txt', text: '…' }])
 * copies[0] // { a: 'ann.txt', b: 'ben.txt', score: 0.71, passages: [{ a: [0, 120], b: [310, 432], matched: 19 }], … }
 */
export function findCopies(documents: readonly CopyDocument[], options: CopyOptions = {}): CopyReport {
  checkOptions(options)
  const ids = idsOf(documents)
  const read = readAll(documents, options)
  const [prose, code] = [false, true].map((isCode) => {
    const positions = read.flatMap((tokens, i) => (tokens.isCode === isCode ? [i] : []))
    return searchKind(documents, read, positions, isCode, options)
  })
  const copies = [...prose!.found, ...code!.found]
    .map(({ a, b, copy }) => ({ a: ids[a]!, b: ids[b]!, ...copy }))
    // Stable: equal scores stay in the order of the input.
    .sort((x, y) => y.score - x.score)
  const authors = new Map(documents.map(({ author }, position) => [ids[position]!, author]))
  return {
    documents: documents.length,
    empty: read.filter(({ runs }) => runs.length === 0).length,
    code: read.filter(({ isCode }) => isCode).length,
    candidates: prose!.candidates + code!.candidates,
    threshold: { prose: prose!.limits.threshold, code: code!.limits.threshold },
    minLimit: { prose: prose!.limits.minLimit, code: code!.limits.minLimit },
    passage: { prose: prose!.limits.passage, code: code!.limits.passage },
    expectedByChance: sumOfKnown([prose!.limits.expected, code!.limits.expected]),
    histogram: { prose: prose!.limits.histogram, code: code!.limits.histogram },
    copies,
    groups: copyGroups(copies),
    authors: copyAuthors(copies, (id) => authors.get(id)),
  }
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
): Omit<Copy, 'a' | 'b' | 'isCode' | 'limit'> {
  checkNames(options, ['base', 'stopWords'])
  const [one, other] = readAll([a, b], options)
  return { ...copyScore(one!, other!), ...sharedPassages(one!, other!, one!.isCode ? CODE : PROSE) }
}

function checkOptions(options: CopyOptions): void {
  checkNames(options, ['threshold', 'passage', 'byChance', 'base', 'stopWords', 'join', 'onProgress'])
  const { threshold, passage, byChance, join } = options
  if (threshold !== undefined) checkShare('threshold', threshold)
  if (passage !== undefined) checkWhole('passage', passage, 1, 2 ** 31)
  if (byChance !== undefined) checkPositive('byChance', byChance)
  if (join !== undefined) checkFunction('join', join)
}

interface FoundCopies {
  readonly candidates: number
  readonly limits: ClassLimits
  /** By positions, in the order of the input. */
  readonly found: readonly { readonly a: number; readonly b: number; readonly copy: Omit<Copy, 'a' | 'b'> }[]
}

/** The copies among the texts of one kind, prose or code. */
function searchKind(
  documents: readonly CopyDocument[],
  read: readonly CopyTokens[],
  positions: readonly number[],
  isCode: boolean,
  options: CopyOptions,
): FoundCopies {
  const { join = joinByCounting, onProgress = () => {}, byChance = 1 } = options
  const settings = isCode ? CODE : PROSE
  const authors = positions.map((position) => documents[position]!.author)
  const mayCopy = (a: number, b: number) => authors[a] === undefined || authors[a] !== authors[b]
  const tokens = positions.map((position) => read[position]!)
  const limits = classLimits(tokens, mayCopy, settings, {
    threshold: options.threshold ?? settings.threshold,
    passage: options.passage ?? settings.passage,
    isThresholdGiven: options.threshold !== undefined,
    isPassageGiven: options.passage !== undefined,
    byChance,
  })
  const pairs = pairsBySharedRuns(collectSortedSets(tokens.map(({ runs }) => runs)), join)
  const found: FoundCopies['found'][number][] = []
  for (let i = 0; i < pairs.count; i++) {
    onProgress(isCode ? 'comparing programs' : 'comparing texts', i, pairs.count)
    const [one, other] = [pairs.a[i]!, pairs.b[i]!]
    if (!mayCopy(one, other)) continue
    const [a, b] = [positions[one]!, positions[other]!]
    const limit = limits.limitOf(one, other)
    const copy = compareTokens(tokens[one]!, tokens[other]!, limit, limits.passage, settings, () =>
      isSameText(documents[a]!.text, documents[b]!.text),
    )
    if (copy !== undefined) found.push({ a, b, copy: { isCode, limit, ...copy } })
  }
  found.sort((x, y) => x.b - y.b || x.a - y.a)
  return { candidates: pairs.count, limits, found }
}

/** Compares two documents for the report; returns undefined if they are not worth reporting. */
function compareTokens(
  a: CopyTokens,
  b: CopyTokens,
  limit: number,
  passage: number,
  settings: PassageSettings,
  isSame: () => boolean,
): Omit<Copy, 'a' | 'b' | 'isCode' | 'limit'> | undefined {
  const score = copyScore(a, b)
  const isCertain = score.score >= limit || (score.score === 1 && isSame())
  // A passage of n equal tokens consists of runs of at least three, so it has at least n / 3 of them. In code the literals
  // may differ, but runs have at least five tokens.
  if (!isCertain && score.shared < passage / RUN) return undefined
  const copy = { ...score, ...sharedPassages(a, b, settings) }
  return isCertain || copy.longest >= passage ? copy : undefined
}

/** Whether two texts are equal except for white space: no two people write the same names and comments. */
function isSameText(a: string, b: string): boolean {
  const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()
  return squeezed(a) === squeezed(b)
}

function sumOfKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0)
}
