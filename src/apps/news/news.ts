import type { SurvivorPolicy } from '../../cluster/survivor-policy.js'
import { chooseSurvivor } from '../../cluster/survivors.js'
import type { Engine, FindRequest, RunControl } from '../../engine/engine.js'
import { checkChoice } from '../../model/check.js'
import type { DocumentId } from '../../model/document.js'
import { InvalidValue } from '../../model/errors.js'
import { htmlToText } from '../../read/html.js'
import { NEWS_OPTIONS, type NewsMethod, newsSettings } from './news-options.js'
import { articleTexts } from './page-texts.js'

/** A page that may contain a story: its HTML, or the text of its article. */
export interface NewsPage {
  /** Default: the 0-based position in the input. */
  readonly id?: DocumentId | null | undefined
  /** The page as it was fetched. */
  readonly html?: string | undefined
  /** The text of the article; used as it is, where there is no `html`. */
  readonly text?: string | undefined
}

/** The options of `findStories`. */
export interface StoryOptions<Page extends NewsPage = NewsPage>
  extends Omit<Partial<NewsMethod>, 'survivor'> {
  /** Which page of a story represents it. Default: `longest`, the one that was shortened least. */
  readonly survivor?: SurvivorPolicy<Page & { readonly text: string }>
}

/** A story: the pages that contain the same article. */
export interface Story<Id extends DocumentId = DocumentId> {
  /** The ids of its pages, in input order. */
  readonly pages: readonly Id[]
  /** The page that represents it. */
  readonly survivor: Id
  readonly minSimilarity: number
  readonly meanSimilarity: number
}

/** The id of a page, or its position. */
type PageId<Page extends NewsPage> = Page extends { readonly id: infer Id extends DocumentId }
  ? Id
  : DocumentId

/**
 * Finds the stories that occur on more than one page. `find --as news` and `dedup --as news` have the same settings. The recall that an engine reports is
 * that of pairs of similar articles, not of stories: an article that was rewritten or cut to a third is not found.
 *
 * @param engine `inlineEngine` if the pages fit into memory, or `nodeEngine()` of `likewise/node`
 * @param options settings that override `NEWS_OPTIONS`
 * @example (await findStories(pages, inlineEngine))[0] // { pages: ['herald/3', 'post/8'], survivor: 'post/8', … }
 */
export async function findStories<Page extends NewsPage>(
  pages: readonly Page[],
  engine: Pick<Engine, 'find'>,
  options: StoryOptions<Page> = {},
  control: RunControl = {},
): Promise<Story<PageId<Page>>[]> {
  const { survivor = NEWS_OPTIONS.survivor, html = NEWS_OPTIONS.html, ...given } = options
  checkChoice('html', html, ['article', 'text'])
  const { html: _, survivor: __, ...defaults } = newsSettings(NEWS_OPTIONS, given.plan !== undefined)
  const documents = textsOf(pages, html).map((text, position) => ({
    ...pages[position]!,
    id: pages[position]!.id ?? position,
    text,
  }))
  const ids = documents.map(({ id }) => id as PageId<Page>)
  const request: FindRequest = { ...defaults, ...given }
  const texts = documents.map(({ id, text }) => ({ id, text }))
  await using found = await engine.find(texts, request, control)
  const positions = new Map<DocumentId, number>(ids.map((id, position) => [id, position]))
  const stories: Story<PageId<Page>>[] = []
  for await (const { members, center, minSimilarity, meanSimilarity } of found.clusters()) {
    const printed = members.map((id) => positions.get(id)!)
    stories.push({
      pages: printed.map((page) => ids[page]!),
      survivor:
        ids[
          chooseSurvivor(
            printed,
            documents,
            survivor,
            center === undefined ? undefined : positions.get(center),
          )
        ]!,
      minSimilarity,
      meanSimilarity,
    })
  }
  return stories
}

/** The texts that are compared. */
function textsOf(pages: readonly NewsPage[], html: NewsMethod['html']): string[] {
  const marked = pages.flatMap(({ html }) => html ?? [])
  const articles = html === 'article' ? articleTexts(marked) : marked.map(htmlToText)
  let next = 0
  return pages.map((page, position) => {
    if (page.html !== undefined) return articles[next++]!
    if (typeof page.text === 'string') return page.text
    throw new InvalidValue('the text of a page', page.text, position, 'a string, or html instead')
  })
}
