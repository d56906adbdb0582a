import type { RemovalInput } from '../cluster/removal.js'
import { orderBySurvival } from '../cluster/survival-order.js'
import type { StoredPolicy as Policy } from '../cluster/survivor-policy.js'
import type { Reclustered } from '../engine/node/node-recluster.js'
import type { Document } from '../model/document.js'
import { InvalidOption } from '../model/errors.js'

/** Rejects a policy that needs data the run did not store. */
export function checkRemembered(policy: Policy, { fields, clusters }: Reclustered): void {
  if (policy === 'center' && clusters.length > 0 && clusters.at(0).center === undefined) {
    throw new InvalidOption('survivor', policy, 'another policy, or star clusters')
  }
  if (typeof policy === 'string') return
  const field = fieldOf(policy, fields)
  if (field === undefined || !fields.includes(field)) {
    const known = fields.length === 0 ? '' : `, or one by ${fields.join(', ')}`
    throw new InvalidOption(
      'survivor',
      'field' in policy ? `field:${policy.field}` : 'sources',
      `first or longest${known}; the run stores no other field, so run dedup with this policy`,
    )
  }
}

function fieldOf(policy: Exclude<Policy, string>, fields: readonly string[]): string | undefined {
  return 'field' in policy ? policy.field : fields[0]
}

/** Documents in the order of a policy, based on what the run stored; undefined: in input order. */
export function rememberedOrder(policy: Policy, { memory, fields }: Reclustered): RemovalInput['orderOf'] {
  if (policy === 'first' || policy === 'center') return undefined
  if (policy === 'longest') {
    const byLength = { field: 'length', prefer: 'largest' } as const
    return (members) =>
      orderBySurvival(members, byLength, (member) => ({ text: '', length: memory.at(member).length }))
  }
  const field = fieldOf(policy, fields)!
  return (members) =>
    orderBySurvival(members, policy, (member) => {
      const value = memory.at(member).fields[field]
      return 'field' in policy ? { text: '', [field]: value } : sourced(value)
    })
}

function sourced(value: unknown): Document & { readonly source?: string } {
  if (value === undefined || value === null) return { text: '' }
  return { text: '', source: typeof value === 'string' ? value : JSON.stringify(value) }
}
