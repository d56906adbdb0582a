// @ts-check
// The baseline that anyone can write in a few lines: records as bags of words and of runs of three characters over all their columns,
// weighted by tf-idf and compared by cosine. Two tables: the pairs that are best for both records; one table: all pairs.

/** The minimum cosine of a pair; it is not tuned. */
export const CUT_OFF = 0.5

/**
 * @param {readonly (readonly string[])[]} tables the texts of the records of one or two tables
 * @returns {{ a: number, b: number, cosine: number }[]} positions in the first table and in the second, or in the one
 */
export function mutualBest([a = [], b]) {
  const texts = [...a, ...(b ?? [])]
  const split = b === undefined ? undefined : a.length
  const vectors = vectorsOf(texts)
  /** @type {Map<number, [record: number, weight: number][]>} */
  const postings = new Map()
  vectors.forEach((vector, record) => {
    if (split !== undefined && record < split) return
    for (const [feature, weight] of vector) {
      const list = postings.get(feature)
      if (list === undefined) postings.set(feature, [[record, weight]])
      else list.push([record, weight])
    }
  })
  /** @type {{ a: number, b: number, cosine: number }[]} */
  const pairs = []
  const best = texts.map(() => ({ cosine: 0, other: -1 }))
  const offer = (/** @type {number} */ record, /** @type {number} */ other, /** @type {number} */ cosine) => {
    if (cosine > (best[record]?.cosine ?? 0)) best[record] = { cosine, other }
  }
  const sums = new Float64Array(texts.length)
  for (let record = 0; record < (split ?? texts.length); record++) {
    /** @type {number[]} */
    const touched = []
    for (const [feature, weight] of vectors[record] ?? []) {
      for (const [other, of] of postings.get(feature) ?? []) {
        if (sums[other] === 0) touched.push(other)
        sums[other] = (sums[other] ?? 0) + weight * of
      }
    }
    for (const other of touched) {
      const cosine = sums[other] ?? 0
      sums[other] = 0
      if (other === record) continue
      offer(record, other, cosine)
      if (split !== undefined) offer(other, record, cosine)
      else if (other > record && cosine >= CUT_OFF) pairs.push({ a: record, b: other, cosine })
    }
  }
  if (split === undefined) return pairs
  return best.slice(0, split).flatMap(({ cosine, other }, record) => {
    const isMutual = cosine >= CUT_OFF && best[other]?.other === record
    return isMutual ? [{ a: record, b: other - split, cosine }] : []
  })
}

/** @param {readonly string[]} texts */
function vectorsOf(texts) {
  /** @type {Map<string, number>} */
  const numbers = new Map()
  /** @type {number[]} */
  const frequencies = []
  const counted = texts.map((text) => {
    /** @type {Map<number, number>} */
    const counts = new Map()
    for (const feature of featuresOf(text)) {
      const number = numbers.get(feature) ?? numbers.size
      if (number === numbers.size) numbers.set(feature, number)
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    for (const number of counts.keys()) frequencies[number] = (frequencies[number] ?? 0) + 1
    return counts
  })
  return counted.map((counts) => {
    const vector = new Map(
      [...counts].map(([number, count]) => [
        number,
        count * Math.log(texts.length / (frequencies[number] ?? 1)),
      ]),
    )
    const norm = Math.hypot(...vector.values())
    return new Map([...vector].flatMap(([number, weight]) => (weight === 0 ? [] : [[number, weight / norm]])))
  })
}

/** @param {string} text */
function featuresOf(text) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const plain = ` ${words.join(' ')} `
  return [
    ...words.map((word) => `word ${word}`),
    ...Array.from({ length: Math.max(0, plain.length - 2) }, (_, i) => plain.slice(i, i + 3)),
  ]
}
