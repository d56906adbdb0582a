import type { AreDifferent, Removal } from '../cluster/removal.js'
import { formIn } from '../hash/short-name.js'
import { isId } from '../model/document-id.js'
import { BadRecord } from '../model/errors.js'

/** What a person has decided about documents, identified by their ids as text; long ids and sources may be in their short form. */
export interface Decisions {
  /** Documents to keep in any case. */
  readonly keep: ReadonlySet<string>
  /** Pairs of documents that are not duplicates of each other. */
  readonly different: readonly (readonly [string, string])[]
  /** Sources from which nothing is removed. */
  readonly keepSources: ReadonlySet<string>
  /** Where each id occurs first. */
  readonly lines: ReadonlyMap<string, number>
  /** The decisions of the file, in order; without sources that were protected in another way. */
  readonly saved: readonly SavedDecision[]
}

/** A line of a file of decisions. */
export type SavedDecision =
  | { readonly keep: string }
  | { readonly keepSource: string }
  | { readonly different: readonly [string, string] }

/** The same, by position. */
export interface LocatedDecisions {
  readonly keep: ReadonlySet<number>
  /** For each document, those that it is different from, in both directions. */
  readonly different: ReadonlyMap<number, ReadonlySet<number>>
  readonly keepSources: ReadonlySet<string>
}

const EXPECTED = 'expected {"keep": ID}, {"different": [ID, ID]} or {"keepSource": SOURCE}'

/** The source of a document that would be removed; undefined if unknown. */
export type SourceAt = (position: number) => string | undefined

/** Parses decisions as saved by the report: one JSON object per line. */
export function parseDecisions(file: string, text: string): Decisions {
  const keep = new Set<string>()
  const different: (readonly [string, string])[] = []
  const keepSources = new Set<string>()
  const lines = new Map<string, number>()
  const saved: SavedDecision[] = []
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const decision = parseDecision(file, i + 1, line)
    saved.push(decision)
    const ids = 'keep' in decision ? [decision.keep] : 'different' in decision ? decision.different : []
    for (const id of ids) if (!lines.has(id)) lines.set(id, i + 1)
    if ('keep' in decision) keep.add(decision.keep)
    else if ('keepSource' in decision) keepSources.add(decision.keepSource)
    else different.push(decision.different)
  }
  return { keep, different, keepSources, lines, saved }
}

/** Adds sources from which nothing is removed to the decisions. */
export function withKeptSources(
  decisions: Decisions | undefined,
  sources: readonly string[],
): Decisions | undefined {
  if (sources.length === 0) return decisions
  const { keepSources, ...others } = decisions ?? {
    keep: new Set(),
    different: [],
    keepSources: [],
    lines: new Map(),
    saved: [],
  }
  return { ...others, keepSources: new Set([...keepSources, ...sources]) }
}

function parseDecision(file: string, line: number, json: string): SavedDecision {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new BadRecord(file, line, 'not JSON', EXPECTED)
  }
  const { keep, different, keepSource } = (value ?? {}) as Readonly<Record<string, unknown>>
  const made = [keep, different, keepSource].filter((one) => one !== undefined).length
  if (made === 1) {
    if (isId(keep)) return { keep: String(keep) }
    if (typeof keepSource === 'string') return { keepSource }
    if (Array.isArray(different) && different.length === 2 && different.every(isId))
      return { different: [String(different[0]), String(different[1])] }
  }
  throw new BadRecord(file, line, 'not a decision', EXPECTED)
}

/** Whether a person has decided that two documents are different. */
export function differentIn({ different }: LocatedDecisions): AreDifferent {
  return (a, b) => different.get(a)?.has(b) === true
}

/**
 * Keeps the documents that a person decided to keep, and those from protected sources. Also keeps documents that would be removed in favor
 * of one from which they were declared different; such documents are connected to it only by a chain of pairs. All other removals stay as
 * they are.
 *
 * @param sourceAt called only if there are protected sources
 */
export function keepDecided(
  { survivorOf, similarity }: Removal,
  decisions: LocatedDecisions,
  sourceAt: SourceAt = () => undefined,
): Removal {
  const { keep, keepSources } = decisions
  const areDifferent = differentIn(decisions)
  const keptForm = formIn(keepSources)
  const isOfKeptSource = (position: number) => {
    const source = keepSources.size === 0 ? undefined : sourceAt(position)
    return source !== undefined && keptForm(source) !== undefined
  }
  const decided = { survivorOf: survivorOf.slice(), similarity: similarity.slice() }
  for (let position = 0; position < survivorOf.length; position++) {
    const survivor = survivorOf[position]!
    if (survivor === position) continue
    if (!keep.has(position) && !areDifferent(position, survivor) && !isOfKeptSource(position)) continue
    decided.survivorOf[position] = position
    decided.similarity[position] = 1
  }
  return decided
}
