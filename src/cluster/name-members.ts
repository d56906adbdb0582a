import type { Cluster } from '../model/cluster.js'
import type { DocumentId } from '../model/document.js'
import type { DocumentCluster } from '../model/report.js'

/** A cluster by the ids of its members. */
export function nameMembers<Id extends DocumentId>(
  { members, center, ...cluster }: Cluster,
  idOf: (position: number) => Id,
): DocumentCluster<Id> {
  const named = { ...cluster, members: members.map((member) => idOf(member)) }
  return center === undefined ? named : { ...named, center: idOf(center) }
}
