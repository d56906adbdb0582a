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
import { differentIn, type LocatedDecisions } from './decisions.js'
import { type KeepRequest, policyOf, type Searched } from './dedup-request.js'
import { type SourceOf, sourceReader } from './document-source.js'
import { mostSimilarKnown, removeClustersOf, withinLeft } from './known-documents.js'
import { onePerCluster, verifiedSimilarities } from './one-per-cluster.js'
import { separateCopies } from './separate-copies.js'
import { splitClusters } from './split-clusters.js'

/**
 * For each position, the document that is kept instead, and the similarity to it if known.
 *
 * @param decisions which similar documents are different from each other; default: none
 */
export function chooseSurvivors(
  { source, result: found }: Searched,
  request: KeepRequest,
  decisions?: LocatedDecisions,
): Removal {
  const areDifferent = decisions && decisions.different.size > 0 ? differentIn(decisions) : undefined
  const result = areDifferent ? { ...found, ...separateCopies(found, decisions!) } : found
  const policy = policyOf(request, result.plan)
  const sourceOf = sourceReader(source, request.source)
  const documents = documentReader(source, result.locations, policy, sourceOf)
  const orderOf =
    policy === 'first' || policy === 'center'
      ? undefined
      : (members: Uint32Array) => orderBySurvival(members, policy, documents.read)
  try {
    const { clusters, locations, plan, against } = result
    const known = against && mostSimilarKnown(result, against, areDifferent)
    if (known !== undefined && !against!.alsoWithin) return known
    const left = known && withinLeft(result, against!, known)
    if (!request.onePerCluster) {
      const removal = removeFound(source, { ...result, ...left }, orderOf, against?.boundary, areDifferent)
      return known === undefined ? removal : joinRemovals(known, removal)
    }
    const count = against?.boundary ?? locations.count
    const groups = areDifferent ? [...splitClusters(source, result, decisions!, orderOf, count)] : clusters
    const within = onePerCluster(groups, count, policy, orderOf)
    const survivorOf = known === undefined ? within : removeClustersOf(known, groups, within)
    return {
      survivorOf,
      similarity: verifiedSimilarities(found.pairs, survivorOf, !isSymmetric(similarityIn(plan))),
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
  const parse: (line: Uint8Array, file: number) => Document =
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
      return parse(reader.read(file, locations.start(position), locations.length(position)), file)
    },
    close: () => reader.close(),
  }
}

function fieldDocument(field: string): (line: Uint8Array) => Document {
  const read = fieldReader(field)
  return (line) => ({ text: '', [field]: read(line) })
}
