import { IdFinder } from '../engine/stages/read/id-table.js'
import { boundaryOf, type IdOf } from '../engine/stages/read/ids.js'
import { visitPieces } from '../engine/stages/read/visit-lines.js'
import { formIn } from '../hash/short-name.js'
import { BadRecord } from '../model/errors.js'
import { counted } from '../model/quantities.js'
import type { Decisions, LocatedDecisions } from './decisions.js'
import type { Searched } from './dedup-request.js'

/** The number of unknown ids that a message names. */
const MAX_NAMED = 3

/** Decisions by position, and the ids in them that no document has. */
export interface Located {
  readonly decisions: LocatedDecisions
  readonly unknown: readonly string[]
}

/**
 * Finds the documents that decisions refer to.
 *
 * @param idOf the ids of all documents in pairs and clusters
 */
export function locateDecisions(searched: Searched, decisions: Decisions, idOf: IdOf): Located {
  const positions = positionsOf(searched, new Set(decisions.lines.keys()), idOf)
  const at = (id: string) => positions.get(id) ?? []
  const different = new Map<number, Set<number>>()
  const separate = (a: number, b: number) => different.set(a, (different.get(a) ?? new Set()).add(b))
  for (const [one, other] of decisions.different) {
    for (const a of at(one)) {
      for (const b of at(other)) {
        if (a === b) continue
        separate(a, b)
        separate(b, a)
      }
    }
  }
  return {
    decisions: {
      keep: new Set([...decisions.keep].flatMap(at)),
      different,
      keepSources: decisions.keepSources,
    },
    unknown: [...decisions.lines.keys()].filter((id) => !positions.has(id)),
  }
}

/** An error about the ids in decisions that no document has. */
export function unknownIds(file: string, decisions: Decisions, unknown: readonly string[]): BadRecord {
  return new BadRecord(
    file,
    decisions.lines.get(unknown[0]!)!,
    unknownText(unknown),
    "use the inputs that the decisions were made about, or ignore such decisions with `onError: 'skip'`",
  )
}

export function unknownText(unknown: readonly string[]): string {
  const names = unknown.slice(0, MAX_NAMED).map((id) => JSON.stringify(id))
  const rest = unknown.length > names.length ? ', …' : ''
  return `no document has ${unknown.length === 1 ? 'the id' : `${counted(unknown.length, 'id')}:`} ${names.join(', ')}${rest}`
}

/** The positions of the documents with these ids, in full or as reports shorten them. With a second side, an id can have two. */
function positionsOf(
  { source, result: { locations, pairs, clusters, thread } }: Searched,
  wanted: ReadonlySet<string>,
  idOf: IdOf,
): Map<string, number[]> {
  const found = new Map<string, number[]>()
  if (wanted.size === 0) return found
  const wantedForm = formIn(wanted)
  const add = (name: string, position: number) => {
    const id = wantedForm(name)
    if (id === undefined) return
    const known = found.get(id)
    if (known === undefined) found.set(id, [position])
    else if (!known.includes(position)) known.push(position)
  }
  const inResult = new Uint8Array(locations.count)
  const look = (list: Iterable<number>) => {
    for (const position of list) {
      if (inResult[position] === 1) continue
      inResult[position] = 1
      add(String(idOf(position)), position)
    }
  }
  for (const { a, b } of pairs.unordered()) for (const list of [a, b]) look(list)
  look(clusters.columns.members)
  // Decisions are made about documents in pairs; the others are read only to find out whether an id exists.
  if ([...wanted].every((id) => found.has(id))) return found
  const boundary = boundaryOf(source, locations)
  const finders = [source.idField, source.against?.idField].map((field) => field && new IdFinder(field))
  const decoder = new TextDecoder()
  visitPieces(
    thread.inputs,
    source,
    locations,
    (position) => inResult[position] === 0,
    (position, bytes, start, end) => {
      const isOwn = position < boundary
      const finder = finders[isOwn ? 0 : 1]
      if (!finder) add(String(isOwn ? position : position - boundary), position)
      else {
        try {
          finder.find(bytes, start, end)
        } catch {
          return // A bad record, which was skipped, has no id.
        }
        const json = decoder.decode(finder.bytes.subarray(finder.from, finder.to))
        if (json !== 'undefined') add(String(JSON.parse(json)), position)
      }
    },
  )
  return found
}
