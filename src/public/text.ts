// `likewise/text`: text to shingles, and hashing.

export { DEFAULT_SEED, mix32 } from '../hash/mix.js'
export { hashText } from '../hash/murmur3.js'
export { Random } from '../hash/random.js'
export { bagElement, shingleHash, tokenHash } from '../hash/shingle-hash.js'
export type { StopWordChoice } from '../text/choose-stop-words.js'
export { type NormalizeOptions, normalize } from '../text/normalize.js'
export type { ShingleKind } from '../text/shingle-options.js'
export { shingle, shingleCollection, shingleStrings } from '../text/shingles.js'
export { characters, type WordOptions, words } from '../text/tokens.js'
