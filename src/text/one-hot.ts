/**
 * The vocabulary of several documents: each shingle once, in order of first appearance.
 *
 * @example vocabulary([['ab', 'bc'], ['bc', 'cd']]) // ['ab', 'bc', 'cd']
 */
export function vocabulary(documents: Iterable<Iterable<string>>): string[] {
  const seen = new Set<string>()
  for (const shingles of documents) {
    for (const shingle of shingles) seen.add(shingle)
  }
  return [...seen]
}

/**
 * A column of the characteristic matrix: 1 if the document contains the shingle of that row at least once, otherwise 0. Shingles outside
 * the vocabulary are ignored.
 *
 * @example oneHot(['ab', 'bc', 'cd'], ['cd', 'cd']) // 0 0 1
 */
export function oneHot(rows: readonly string[], shingles: Iterable<string>): Uint8Array {
  const has = new Set(shingles)
  return Uint8Array.from(rows, (row) => (has.has(row) ? 1 : 0))
}
