import type { StoredPolicy } from '../cluster/survivor-policy.js'
import { type KeepRequest, policyOf } from '../dedup/dedup-request.js'
import type { Plan } from '../model/plan.js'

/** Which documents are kept, and thus why: a sentence without its final period. */
export function survivorReason(request: Omit<KeepRequest, 'source'>, plan: Plan): string {
  const among = request.onePerCluster ? 'Of each cluster' : 'Of documents that are similar to each other'
  return `${among}, ${preferred(policyOf(request, plan))} is kept`
}

function preferred(survivor: StoredPolicy): string {
  if (survivor === 'first') return 'the first in the input'
  if (survivor === 'longest') return 'the longest'
  if (survivor === 'center') return 'the center'
  if ('sources' in survivor) return `one from the first of the sources ${survivor.sources.join(', ')}`
  return `the one with the ${survivor.prefer} ${survivor.field}`
}
