import type { PageBlock } from '../../read/html-blocks.js'

/**
 * Whether each block of a page is prose, by its number of words and share of linked words, and those of its neighbors. The
 * rules and numbers are from Kohlschütter, Fankhauser and Nejdl, Boilerplate Detection using Shallow Text Features (WSDM
 * 2010), figure 1: a decision tree learned from 621 pages of 408 sites. What a page declares to be navigation, a sidebar or
 * a footer is never prose.
 */
export function proseBlocks(blocks: readonly PageBlock[]): boolean[] {
  const read = blocks.filter(({ isAside }) => !isAside)
  const prose = new Map(read.map((block, i) => [block, isProse(block, read[i - 1], read[i + 1])]))
  return blocks.map((block) => prose.get(block) ?? false)
}

function isProse(block: PageBlock, previous: PageBlock | undefined, next: PageBlock | undefined): boolean {
  if (isLinked(block, 0.333333)) return false
  const after = next?.words ?? 0
  if (isLinked(previous, 0.555556)) return block.words > 40 || after > 17
  if (block.words > 16 || after > 15) return true
  return (previous?.words ?? 0) > 4
}

/** Whether more than this share of the words of a block is linked. */
export function isLinked(block: Pick<PageBlock, 'words' | 'linkWords'> | undefined, share: number): boolean {
  return block !== undefined && block.words > 0 && block.linkWords / block.words > share
}
