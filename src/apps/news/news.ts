import type { SurvivorPolicy } from '../../cluster/survivor-policy.js'
import { chooseSurvivor } from '../../cluster/survivors.js'
import type { FindOptions } from '../../engine/find-options.js'
import type { Document, DocumentId, IdOf } from '../../model/document.js'
import type { SimilarityReport } from '../../model/report.js'

/**
 * How pages of one article at several papers are found (Mining of Massive Datasets, 3.1.2 and 3.8.6). A shingle is a stop
 * word and the next two words: prose has many, menus and advertisements few, so the article outweighs what stands around
 * it. The threshold is low because papers shorten articles and frame them; it and the clusters were chosen on the sample
 * articles, not on those that the benchmark reports. In a star every page is alike to the centre, so pages of one paper,
 * which share some prose too, do not chain its stories together.
 */
export const NEWS_OPTIONS = {
  threshold: 0.4,
  shingle: { kind: 'stopwords', k: 3 },
  clusters: 'stars',
} as const satisfies FindOptions

/** An engine as a function, such as `findSimilar`. */
export type Find = (documents: readonly Document[], options: FindOptions) => SimilarityReport

/** What is wished of stories. */
export interface StoryOptions<Page extends Document = Document> extends FindOptions {
  /** Which page of a story stands for it. Default: `longest`, the one that was shortened least. */
  readonly survivor?: SurvivorPolicy<Page>
}

/** One story: the pages that print one article. */
export interface Story<Id extends DocumentId = DocumentId> {
  /** The ids of its pages, in input order. */
  readonly pages: readonly Id[]
  /** The page that stands for it. */
  readonly survivor: Id
  readonly leastSimilarity: number
  readonly meanSimilarity: number
}

/**
 * The stories that stand on more than one page. Documents are texts; `htmlToText` of `likewise/html` makes them of pages.
 *
 * @param find the engine; `findSimilar` where the pages fit into memory
 * @param options what shall differ from `NEWS_OPTIONS`
 * @example findStories(pages, findSimilar)[0] // { pages: ['herald/3', 'post/8'], survivor: 'post/8', … }
 */
export function findStories<Page extends Document>(
  documents: readonly Page[],
  find: Find,
  options: StoryOptions<Page> = {},
): Story<IdOf<Page>>[] {
  const { survivor = 'longest', ...wishes } = options
  const { clusters } = find(documents, { ...NEWS_OPTIONS, ...wishes })
  const ids = documents.map(({ id }, position) => (id ?? position) as IdOf<Page>)
  const positions = new Map<DocumentId, number>(ids.map((id, position) => [id, position]))
  return clusters.map(({ members, centre, leastSimilarity, meanSimilarity }) => {
    const pages = members.map((id) => positions.get(id)!)
    const kept = chooseSurvivor(
      pages,
      documents,
      survivor,
      centre === undefined ? undefined : positions.get(centre)!,
    )
    return {
      pages: pages.map((page) => ids[page]!),
      survivor: ids[kept]!,
      leastSimilarity,
      meanSimilarity,
    }
  })
}
