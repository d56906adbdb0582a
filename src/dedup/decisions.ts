import type { Removal } from '../cluster/removal.js'
import type { IdOf } from '../engine/stages/read/ids.js'
import { BadRecord } from '../model/errors.js'

/** What a person has decided about documents, identified by their ids as text. */
export interface Decisions {
  /** Documents to keep in any case. */
  readonly keep: ReadonlySet<string>
  /** Pairs of documents that are not duplicates of each other, in both directions. */
  readonly different: ReadonlyMap<string, ReadonlySet<string>>
  /** Sources from which nothing is removed. */
  readonly keepSources: ReadonlySet<string>
}

const EXPECTED = 'expected {"keep": ID}, {"different": [ID, ID]} or {"keepSource": SOURCE}'

/** The source of a document that would be removed; undefined if unknown. */
export type SourceAt = (position: number) => string | undefined

/** Parses decisions as saved by the report: one JSON object per line. */
export function parseDecisions(file: string, text: string): Decisions {
  const keep = new Set<string>()
  const different = new Map<string, Set<string>>()
  const keepSources = new Set<string>()
  const markDifferent = (a: string, b: string) => different.set(a, (different.get(a) ?? new Set()).add(b))
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const decision = parseDecision(file, i + 1, line)
    if ('keep' in decision) keep.add(decision.keep)
    else if ('keepSource' in decision) keepSources.add(decision.keepSource)
    else {
      const [a, b] = decision.different
      markDifferent(a, b)
      markDifferent(b, a)
    }
  }
  return { keep, different, keepSources }
}

/** Adds sources from which nothing is removed to the decisions. */
export function withKeptSources(
  decisions: Decisions | undefined,
  sources: readonly string[],
): Decisions | undefined {
  if (sources.length === 0) return decisions
  const { keep = new Set<string>(), different = new Map(), keepSources = [] } = decisions ?? {}
  return { keep, different, keepSources: new Set([...keepSources, ...sources]) }
}

function parseDecision(file: string, line: number, json: string) {
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
      return { different: [String(different[0]), String(different[1])] as const }
  }
  throw new BadRecord(file, line, 'not a decision', EXPECTED)
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

/**
 * Keeps the documents that a person decided to keep, those from protected sources, and those that would be removed in favor of a document
 * they were declared different from. Every document still removed is similar to a kept one.
 *
 * @param idOf the ids of all removed documents, and of those kept instead
 * @param sourceAt called only if there are protected sources
 */
export function obeyDecisions(
  { survivorOf, similarity }: Removal,
  decisions: Decisions,
  idOf: IdOf,
  sourceAt: SourceAt = () => undefined,
): Removal {
  const { keep, different, keepSources } = decisions
  const isOfKeptSource = (position: number) => {
    const source = keepSources.size === 0 ? undefined : sourceAt(position)
    return source !== undefined && keepSources.has(source)
  }
  const decided = { survivorOf: survivorOf.slice(), similarity: similarity.slice() }
  for (let position = 0; position < survivorOf.length; position++) {
    const survivor = survivorOf[position]!
    if (survivor === position) continue
    const id = String(idOf(position))
    const isDifferent = different.get(id)?.has(String(idOf(survivor))) === true
    if (!keep.has(id) && !isDifferent && !isOfKeptSource(position)) continue
    decided.survivorOf[position] = position
    decided.similarity[position] = 1
  }
  return decided
}
