import { overlapOfSorted } from '../../distance/sorted-sets.js'
import type { PageProfile } from './page-profile.js'

/** Two pages are of one site if they share this share of the labels of the one that has fewer. */
const SAME_SITE = 0.5

/**
 * The number of the site of each page. Pages of a site share menus, links and labels, whatever their articles are; so a page
 * belongs to the site whose first page shares most of its labels, if that is at least half of them. Labels that stand on a single
 * page say nothing.
 */
export function sitesOf(pages: readonly PageProfile[]): Uint32Array {
  const pagesWith = new Map<number, number>()
  for (const { labels } of pages)
    for (const label of labels) pagesWith.set(label, (pagesWith.get(label) ?? 0) + 1)
  /** The labels of the first page of each site, and the sites that have a label. */
  const first: Uint32Array[] = []
  const sitesWith = new Map<number, number[]>()
  return Uint32Array.from(pages, ({ labels }) => {
    const shared = labels.filter((label) => pagesWith.get(label)! > 1)
    const met = new Set<number>()
    for (const label of shared) for (const site of sitesWith.get(label) ?? []) met.add(site)
    let best = { site: first.length, share: 0 }
    for (const site of met) {
      const share = overlapOfSorted(first[site]!, shared) / Math.min(first[site]!.length, shared.length)
      if (share >= SAME_SITE && share > best.share) best = { site, share }
    }
    if (best.site === first.length) {
      first.push(shared)
      for (const label of shared) {
        const sites = sitesWith.get(label)
        if (sites === undefined) sitesWith.set(label, [best.site])
        else sites.push(best.site)
      }
    }
    return best.site
  })
}
