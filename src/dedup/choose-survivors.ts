import { joinRemovals, type Removal } from '../cluster/removal.js'
import { orderBySurvival } from '../cluster/survival-order.js'
import type { StoredPolicy } from '../cluster/survivor-policy.js'
import type { NodeFindResult } from '../engine/node/node-engine-options.js'
import { nodeInputs } from '../engine/node/node-input-bytes.js'
import { removeFound } from '../engine/stages/cluster/remove-similar.js'
import { RecordReader } from '../engine/stages/read/record-reader.js'
import type { Document } from '../model/document.js'
import { similarityIn } from '../model/plan.js'
import { isSymmetric } from '../model/similarity.js'
import { fieldReader, textReader } from '../read/json-field.js'
import type { Source } from '../read/source.js'
import { type KeepRequest, policyOf, type Searched } from './dedup-request.js'
import { type SourceOf, sourceReader } from './document-source.js'
import { mostSimilarKnown, removeClustersOf, withinLeft } from './known-documents.js'
import { onePerCluster, verifiedSimilarities } from './one-per-cluster.js'

/** For each position, the document that is kept instead, and the similarity to it if known. */
export function chooseSurvivors({ source, result }: Searched, request: KeepRequest): Removal {
  const policy = policyOf(request, result.plan)
  const sourceOf = sourceReader(source, request.source)
  const documents = documentReader(source, result.locations, policy, sourceOf)
  const orderOf =
    policy === 'first' || policy === 'center'
      ? undefined
      : (members: Uint32Array) => orderBySurvival(members, policy, documents.read)
  try {
    const { clusters, locations, pairs, plan, against } = result
    const known = against && mostSimilarKnown(result, against)
    if (known !== undefined && !against!.alsoWithin) return known
    const left = known && withinLeft(result, against!, known)
    if (!request.onePerCluster) {
      const removal = removeFound(source, { ...result, ...left }, orderOf, against?.boundary)
      return known === undefined ? removal : joinRemovals(known, removal)
    }
    const within = onePerCluster(clusters, against?.boundary ?? locations.count, policy, orderOf)
    const survivorOf = known === undefined ? within : removeClustersOf(known, clusters, within)
    return {
      survivorOf,
      similarity: verifiedSimilarities(pairs, survivorOf, !isSymmetric(similarityIn(plan))),
    }
  } finally {
    documents.close()
  }
}

/** Reads only the parts of a document that the policy needs. */
function documentReader(
  { textFields, ...source }: Source,
  locations: NodeFindResult['locations'],
  policy: StoredPolicy,
  sourceOf: SourceOf,
) {
  const reader = new RecordReader(nodeInputs, source)
  const readText = textReader(textFields)
  const look: (line: Uint8Array, file: number) => Document =
    typeof policy === 'string'
      ? (line) => ({ text: readText(line) })
      : 'field' in policy
        ? fieldDocument(policy.field)
        : (line, number) => {
            const from = sourceOf(line, number)
            return { text: '', ...(from !== undefined && { source: from }) }
          }
  return {
    read: (position: number) => {
      const file = locations.file(position)
      return look(reader.read(file, locations.start(position), locations.length(position)), file)
    },
    close: () => reader.close(),
  }
}

function fieldDocument(field: string): (line: Uint8Array) => Document {
  const read = fieldReader(field)
  return (line) => ({ text: '', [field]: read(line) })
}
