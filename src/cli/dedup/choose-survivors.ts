import { chooseSurvivor } from '../../cluster/survivors.js'
import type { LocalResult } from '../../engine/local/local-engine.js'
import type { Document } from '../../model/document.js'
import { fieldReader } from '../../read/json-field.js'
import { RecordReader } from '../../read/node-records.js'
import type { Source } from '../../read/source.js'
import type { SourceOf } from './document-source.js'
import type { DedupPlan } from './plan-dedup.js'

/** Members whose documents are held at a time; every policy is a best-of, so batches can be played off. */
const BATCH = 1000

/** For each position the one that is kept in its place: itself, or the survivor of its cluster. */
export function chooseSurvivors(
  source: Source,
  { clusters, places }: LocalResult,
  policy: DedupPlan['survivor'],
  sourceOf: SourceOf,
): Uint32Array {
  const survivorOf = Uint32Array.from({ length: places.count }, (_, position) => position)
  const readDocument = documentReader(source, places, policy, sourceOf)
  try {
    for (const { members, centre } of clusters) {
      let survivor = members[0]!
      if (policy === 'centre') survivor = centre!
      else if (policy !== 'first') {
        for (let from = 1; from < members.length; from += BATCH) {
          const round = [survivor, ...members.slice(from, from + BATCH)]
          const documents: Document[] = []
          for (const member of round) documents[member] = readDocument.read(member)
          survivor = chooseSurvivor(round, documents, policy)
        }
      }
      for (const member of members) survivorOf[member] = survivor
    }
  } finally {
    readDocument.close()
  }
  return survivorOf
}

/** Reads of a document what the policy looks at, and nothing else. */
function documentReader(
  { textField, ...source }: Source,
  places: LocalResult['places'],
  policy: DedupPlan['survivor'],
  sourceOf: SourceOf,
) {
  const reader = new RecordReader(source)
  const readText = fieldReader(textField)
  const look: (line: Uint8Array, file: number) => Document =
    typeof policy === 'string'
      ? (line) => ({ text: readText(line) as string })
      : 'field' in policy
        ? fieldDocument(policy.field)
        : (line, number) => {
            const from = sourceOf(line, number)
            return { text: '', ...(from !== undefined && { source: from }) }
          }
  return {
    read: (position: number) => {
      const file = places.file(position)
      return look(reader.read(file, places.start(position), places.length(position)), file)
    },
    close: () => reader.close(),
  }
}

function fieldDocument(field: string): (line: Uint8Array) => Document {
  const read = fieldReader(field)
  return (line) => ({ text: '', [field]: read(line) })
}
