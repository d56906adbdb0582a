import { removeSimilar } from '../cluster/removal.js'
import type { Reclustered } from '../engine/node/node-recluster.js'
import { knownOf } from '../engine/stages/cluster/remove-similar.js'
import { similarityIn } from '../model/plan.js'
import { isSymmetric } from '../model/similarity.js'
import { type KeepRequest, policyOf } from './dedup-request.js'
import { onePerCluster } from './one-per-cluster.js'
import { checkRemembered, rememberedOrder } from './remembered-order.js'

/** For each position, the document that is kept instead. Only listed pairs count, because no document is read again. */
export function chooseFromRun(found: Reclustered, request: Omit<KeepRequest, 'source'>): Uint32Array {
  const policy = policyOf(request, found.plan)
  checkRemembered(policy, found)
  const { clusters, positions } = found
  const orderOf = rememberedOrder(policy, found)
  if (request.onePerCluster) return onePerCluster(clusters, positions, policy, orderOf)
  const isDirected = !isSymmetric(similarityIn(found.plan))
  return removeSimilar({ ...knownOf(found, positions), isDirected, ...(orderOf && { orderOf }) }).survivorOf
}
