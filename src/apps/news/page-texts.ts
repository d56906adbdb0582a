import { pageBlocks } from '../../read/html-blocks.js'
import { type IsFurniture, learnFurniture } from './furniture.js'
import { mainText } from './main-text.js'
import { type PageProfile, pageProfile } from './page-profile.js'

/**
 * Extracts the articles of HTML pages in two passes: it must see every page before it returns the text of any, because what
 * a site repeats is learned from its pages. It keeps a few numbers per block.
 */
export class PageTexts {
  readonly #profiles: PageProfile[] = []
  #isFurniture: IsFurniture | undefined

  /** Reads the next page in the first pass. */
  see(html: string): void {
    this.#profiles.push(pageProfile(pageBlocks(html)))
    this.#isFurniture = undefined
  }

  /** The article of a page, one line per block; pages are numbered in the order in which they were seen. */
  text(page: number, html: string): string {
    this.#isFurniture ??= learnFurniture(this.#profiles)
    const isFurniture = this.#isFurniture
    return mainText(pageBlocks(html), (block) => isFurniture(page, block))
  }
}

/**
 * The articles of HTML pages, without menus, advertisements and anything else that their sites repeat.
 *
 * @example articleTexts(pages.map(({ html }) => html)) // ['The last ferry of the season …', …]
 */
export function articleTexts(pages: readonly string[]): string[] {
  const texts = new PageTexts()
  for (const html of pages) texts.see(html)
  return pages.map((html, page) => texts.text(page, html))
}
