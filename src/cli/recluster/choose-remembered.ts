import { chooseSurvivor } from '../../cluster/survivors.js'
import type { Reclustered } from '../../engine/local/node-recluster.js'
import type { Cluster } from '../../model/cluster.js'
import type { Document } from '../../model/document.js'
import { InvalidOption } from '../../model/errors.js'
import type { DedupPlan } from '../dedup/plan-dedup.js'

type Policy = DedupPlan['survivor']

/** Refuses a policy that looks at what the run does not remember. */
export function checkRemembered(policy: Policy, { fields, clusters }: Reclustered): void {
  if (policy === 'centre' && clusters.length > 0 && clusters.at(0).centre === undefined) {
    throw new InvalidOption('--survivor', policy, 'another policy, or add --cluster-by stars')
  }
  if (typeof policy === 'string') return
  const field = fieldOf(policy, fields)
  if (field === undefined || !fields.includes(field)) {
    const known = fields.length === 0 ? '' : `, or one by ${fields.join(', ')}`
    throw new InvalidOption(
      '--survivor',
      'field' in policy ? `field:${policy.field}` : 'sources',
      `first, longest${known}: the run remembers no other field; dedup with this policy would`,
    )
  }
}

function fieldOf(policy: Exclude<Policy, string>, fields: readonly string[]): string | undefined {
  return 'field' in policy ? policy.field : fields[0]
}

/** The member of a cluster that is kept, by what the run remembers. */
export function chooseRemembered(
  { members, centre }: Cluster,
  policy: Policy,
  { memory, fields }: Reclustered,
): number {
  if (policy === 'first') return members[0]!
  if (policy === 'centre') return centre!
  if (policy === 'longest') {
    return members.reduce((best, member) =>
      memory.at(member).length > memory.at(best).length ? member : best,
    )
  }
  const documents: Document[] = []
  const field = fieldOf(policy, fields)!
  for (const member of members) {
    const value = memory.at(member).fields[field]
    documents[member] = 'field' in policy ? { text: '', [field]: value } : sourced(value)
  }
  return chooseSurvivor(members, documents, policy)
}

function sourced(value: unknown): Document & { readonly source?: string } {
  if (value === undefined || value === null) return { text: '' }
  return { text: '', source: typeof value === 'string' ? value : JSON.stringify(value) }
}
