import type { KeepRequest } from '../dedup/dedup-request.js'

/** Which documents are kept, and so why: a sentence without its full stop. */
export function survivorReason({ survivor, onePerCluster }: Omit<KeepRequest, 'source'>): string {
  const among = onePerCluster ? 'Of each cluster' : 'Of documents that are similar to each other'
  return `${among}, ${preferred(survivor)} is kept`
}

function preferred(survivor: KeepRequest['survivor']): string {
  if (survivor === 'first') return 'the first in the input'
  if (survivor === 'longest') return 'the longest'
  if (survivor === 'center') return 'the center'
  if ('sources' in survivor) return `one from the first of the sources ${survivor.sources.join(', ')}`
  return `the one with the ${survivor.prefer} ${survivor.field}`
}
