import { tokenHash } from '../../../src/hash/shingle-hash.js'
import { WIDE_FROM } from '../../../src/text/wide-shingles.js'

// Two long documents whose 32-bit hashes collide, inside each and between them.

export const WORDS = { kind: 'words', k: 1 } as const

/** Pairs of different words with the same 32-bit hash, found by making many. */
function collidingWords(count: number): [string, string][] {
  const byHash = new Map<number, string>()
  const found: [string, string][] = []
  for (let i = 0; found.length < count; i++) {
    const word = `w${i.toString(36)}`
    const hash = tokenHash(word)
    const other = byHash.get(hash)
    if (other === undefined) byHash.set(hash, word)
    else found.push([other, word])
  }
  return found
}

const [first, second] = collidingWords(2) as [[string, string], [string, string]]
export const inside = first
export const across = second
export const shared = Array.from({ length: WIDE_FROM }, (_, i) => `shared${i}`)
/** Both words of a collision inside one document, and one of another collision in each of the two. */
export const left = [...shared, ...inside, across[0], 'left'].join(' ')
export const right = [...shared, ...inside, across[1]].join(' ')
/** Their similarity, shingle by shingle. */
export const truth = (WIDE_FROM + 2) / (WIDE_FROM + 5)

/** Two documents with equal 32-bit hashes, and their similarity. */
export const twins = across.map((word) => [...shared, word].join(' ')) as [string, string]
export const truthOfTwins = WIDE_FROM / (WIDE_FROM + 2)
/** Two documents whose 32-bit hashes are less similar than the documents: hashes of shared shingles collide. */
export const below = [[], ['more']].map((words) => [...shared, ...inside, ...words].join(' ')) as [
  string,
  string,
]
export const truthOfBelow = (WIDE_FROM + 2) / (WIDE_FROM + 3)
