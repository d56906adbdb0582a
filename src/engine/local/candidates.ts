/** Candidates, each once, in the order of a, then b. */
export interface CandidateList {
  readonly a: Uint32Array
  readonly b: Uint32Array
}

/** The candidates of all bands in one order. */
export function mergeCandidates(bands: readonly CandidateList[], count: number): CandidateList {
  const keys = new Float64Array(bands.reduce((sum, { a }) => sum + a.length, 0))
  let end = 0
  for (const { a, b } of bands) {
    for (let i = 0; i < a.length; i++) keys[end++] = a[i]! * count + b[i]!
  }
  keys.sort()
  // Neighbours of a crowd may be its leaders too.
  const unique = keys.filter((key, i) => i === 0 || key !== keys[i - 1])
  const a = new Uint32Array(unique.length)
  const b = new Uint32Array(unique.length)
  unique.forEach((key, i) => {
    const first = Math.floor(key / count)
    a[i] = first
    b[i] = key - first * count
  })
  return { a, b }
}
