import { jaccardOfSorted } from '../../distance/sorted-sets.js'
import type { PageProfile } from './page-profile.js'

/** The minimum Jaccard similarity of the paths of two pages of one site. */
const SAME_SITE = 0.5

/**
 * The number of the site of each page. The pages of a site come from one template, whatever their articles: their texts are
 * at the ends of the same paths of elements and classes. So a page belongs to the site whose first page has the paths most
 * similar to its own. Two sites with the same template count as one, which `learnFurniture` allows for.
 */
export function sitesOf(pages: readonly PageProfile[]): Uint32Array {
  /** The paths of the first page of each site, and the sites that have a path. */
  const first: Uint32Array[] = []
  const sitesWith = new Map<number, number[]>()
  return Uint32Array.from(pages, ({ paths }) => {
    const met = new Set<number>()
    for (const path of paths) for (const site of sitesWith.get(path) ?? []) met.add(site)
    let best = { site: first.length, similarity: 0 }
    for (const site of met) {
      const similarity = jaccardOfSorted(first[site]!, paths)
      if (similarity >= SAME_SITE && similarity > best.similarity) best = { site, similarity }
    }
    if (best.site === first.length) {
      first.push(paths)
      for (const path of paths) {
        const sites = sitesWith.get(path)
        if (sites === undefined) sitesWith.set(path, [best.site])
        else sites.push(best.site)
      }
    }
    return best.site
  })
}
