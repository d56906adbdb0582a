import type { PageProfile } from './page-profile.js'
import { sitesOf } from './sites.js'

/** The minimum share of a page's prose that is its own story. */
const OWN_SHARE = 0.1
/** Two pages of a site tell the same story if they have this share of the words of the shorter one in common. */
const SAME_STORY = 1 / 2
/** The number of pages sharing a block that are compared with a page: enough to see whether they tell its story. */
const COMPARED = 8

/** Whether a block of a page is furniture of its site; pages and blocks are given by number. */
export type IsFurniture = (page: number, block: number) => boolean

/**
 * Learns from the given pages which blocks are furniture, that is, text that a site repeats on many pages, such as menus. A block is
 * furniture if it is on more than half of the pages of the site, and on more than twice as many as the page's own story, which may be
 * printed more than once; or if most of the pages that share it have little else in common. There is no rule for any particular site.
 */
export function learnFurniture(pages: readonly PageProfile[]): IsFurniture {
  const sites = sitesOf(pages)
  const bySite = new Map<number, number[]>()
  sites.forEach((site, page) => {
    const members = bySite.get(site)
    if (members === undefined) bySite.set(site, [page])
    else members.push(page)
  })
  const furniture = new Array<Uint8Array>(pages.length)
  for (const members of bySite.values()) markFurniture(pages, members, furniture)
  return (page, block) => furniture[page]![block] === 1
}

function markFurniture(
  pages: readonly PageProfile[],
  members: readonly number[],
  furniture: Uint8Array[],
): void {
  const carriers = new Map<number, number[]>()
  for (const page of members) {
    for (const hash of new Set(pages[page]!.hashes)) {
      const list = carriers.get(hash)
      if (list === undefined) carriers.set(hash, [page])
      else list.push(page)
    }
  }
  const spreadOf = (hash: number) => carriers.get(hash)!.length
  for (const page of members) {
    const profile = pages[page]!
    const max = Math.max(members.length / 2, 2 * ownSpread(profile, spreadOf))
    const isStory = new Map<number, boolean>()
    const hasSameStory = (other: number) => {
      const known =
        isStory.get(other) ??
        sameStory(profile, pages[other]!, (hash) => (carriers.get(hash)?.length ?? 0) <= max)
      isStory.set(other, known)
      return known
    }
    furniture[page] = Uint8Array.from(profile.hashes, (hash) => {
      const spread = spreadOf(hash)
      if (spread === 1) return 0
      if (spread > max) return 1
      const others = carriers
        .get(hash)!
        .filter((other) => other !== page)
        .slice(0, COMPARED)
      return 2 * others.filter(hasSameStory).length >= others.length ? 0 : 1
    })
  }
}

/** The number of pages that a page's own story is on: that of the tenth of its prose that is repeated least. */
function ownSpread({ hashes, proseWords }: PageProfile, spreadOf: (hash: number) => number): number {
  const spread = Array.from(hashes, spreadOf)
  const order = spread.map((_, i) => i).sort((i, j) => spread[i]! - spread[j]!)
  const total = proseWords.reduce((sum, count) => sum + count, 0)
  let seen = 0
  for (const i of order) {
    seen += proseWords[i]!
    if (seen > 0 && seen >= OWN_SHARE * total) return spread[i]!
  }
  return 1
}

/** @param counts whether a block can be part of a story */
function sameStory(one: PageProfile, other: PageProfile, counts: (hash: number) => boolean): boolean {
  const there = new Set(other.hashes)
  const wordsOf = ({ hashes, proseWords }: PageProfile, isTaken: (hash: number) => boolean) =>
    proseWords.reduce((sum, words, i) => (counts(hashes[i]!) && isTaken(hashes[i]!) ? sum + words : sum), 0)
  const shared = wordsOf(one, (hash) => there.has(hash))
  return (
    shared > 0 &&
    shared >=
      SAME_STORY *
        Math.min(
          wordsOf(one, () => true),
          wordsOf(other, () => true),
        )
  )
}
