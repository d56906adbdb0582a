import type { PageBlocks, PageElement } from '../../read/html-blocks.js'
import { proseBlocks } from './prose.js'

/** A paragraph next to the article belongs to it if it has more words than this. */
const PARAGRAPH_WORDS = 16

/**
 * The article of a page: the prose in the element that holds most of it, without the furniture of the site. If nothing is
 * left, all text that is not furniture; if there is none either, all text.
 *
 * @param isFurniture whether a block is repeated on other pages of the site
 */
export function mainText(page: PageBlocks, isFurniture: (block: number) => boolean): string {
  const { blocks } = page
  const isProse = proseBlocks(blocks)
  const own = blocks.map((_, i) => i).filter((i) => !isFurniture(i))
  const prose = own.filter((i) => isProse[i])
  const main = prose.length === 0 ? [] : inMainElement(page, prose)
  const kept = [main, own].find((some) => some.length > 0)
  return (kept ?? blocks.map((_, i) => i)).map((i) => blocks[i]!.text).join('\n')
}

/**
 * The blocks of the element that directly holds most of the prose. A paragraph counts in full for the element around it and
 * half for the next outer one, as in Readability, so that an article wins over a list of separate comments. Siblings with
 * the same name and class, which are parts of a divided article, and adjacent paragraphs are included.
 */
function inMainElement({ blocks, elements }: PageBlocks, prose: readonly number[]): number[] {
  const held = blocksHeld({ blocks, elements })
  // A paragraph is the outermost element with a single block; the element around it holds paragraphs.
  const holderOf = (block: number) => {
    let at = blocks[block]!.element
    while (held[at] === 1 && elements[at]!.parent >= 0) at = elements[at]!.parent
    return at
  }
  const scores = new Map<number, number>()
  const add = (element: number, words: number) => scores.set(element, (scores.get(element) ?? 0) + words)
  for (const block of prose) {
    const holder = holderOf(block)
    const { words } = blocks[block]!
    add(holder, words)
    const outer = elements[holder]!.parent
    if (outer >= 0) add(outer, words / 2)
  }
  let main = 0
  for (const [element, score] of scores) {
    const best = scores.get(main) ?? 0
    if (score > best || (score === best && element < main)) main = element
  }
  const { parent, signature } = elements[main]!
  const isPart = (element: number) =>
    element === main || (elements[element]!.parent === parent && elements[element]!.signature === signature)
  return prose.filter((block) => {
    if (hasAncestor(elements, blocks[block]!.element, isPart)) return true
    return holderOf(block) === parent && blocks[block]!.words > PARAGRAPH_WORDS
  })
}

/** The number of blocks in each element, at any depth. */
function blocksHeld({ blocks, elements }: PageBlocks): Uint32Array {
  const held = new Uint32Array(elements.length)
  for (const { element } of blocks) held[element]!++
  // Elements come after their parents.
  for (let at = elements.length - 1; at > 0; at--) held[elements[at]!.parent]! += held[at]!
  return held
}

function hasAncestor(
  elements: readonly PageElement[],
  element: number,
  isWanted: (element: number) => boolean,
): boolean {
  for (let at = element; at >= 0; at = elements[at]!.parent) if (isWanted(at)) return true
  return false
}
