// @ts-check
// A report of any number of pairs, for the page: groups of documents of mixed sizes, with similarities spread evenly.

/**
 * @param {number} pairs
 * @param {number} threshold the lowest similarity
 * @returns {import('../src/report/report-data.js').ReportData}
 */
export function generatedReport(pairs, threshold) {
  const random = mulberry32(1)
  const a = new Uint32Array(pairs)
  const b = new Uint32Array(pairs)
  const similarity = new Float32Array(pairs)
  const histogram = new Array(100).fill(0)
  let [count, documents] = [0, 0]
  while (count < pairs) {
    // Most groups are small, and some have hundreds of documents.
    const size = Math.min(2 + Math.floor(1 / (1 - random()) ** 0.8), 600)
    for (let one = 0; one < size && count < pairs; one++) {
      // Each document is similar to the next ones of its group, as in long chains of edits.
      for (let other = one + 1; other < Math.min(one + 4, size) && count < pairs; other++) {
        a[count] = documents + one
        b[count] = documents + other
        const value = Math.fround(threshold + (1 - threshold) * random())
        similarity[count] = value
        histogram[Math.min(Math.floor(value * 100), 99)]++
        count++
      }
    }
    documents += size
  }
  const texts = generatedTexts(a, b)
  return {
    version: 1,
    command: 'find',
    title: `${pairs} generated pairs`,
    created: '2026-01-01T00:00:00.000Z',
    measure: 'similarity',
    threshold,
    counts: {
      documents,
      empty: 0,
      candidates: pairs,
      pairs,
      clusters: clustersAt(documents, { a, b, similarity }, threshold),
    },
    histogram,
    documents: {
      ids: Array.from({ length: documents }, (_, i) => `document-${i}`),
      files: ['generated.jsonl'],
    },
    texts,
    plan: PLAN(threshold),
    leftOut: { pairs: 0, clustersAreComplete: true, texts: documents - texts.length },
    pairs: { a, b, similarity },
    fileOf: new Uint32Array(documents),
  }
}

/** @param {number} threshold @returns {import('../src/model/plan.js').Plan} */
const PLAN = (threshold) => ({
  threshold,
  recall: 1,
  method: 'exact',
  maxGroup: 2000,
  shingle: {
    kind: 'words',
    k: 3,
    bag: false,
    segment: 'bigrams',
    nfkc: false,
    case: 'fold',
    punctuation: 'remove',
    whitespace: 'collapse',
  },
})

/** As many characters of texts as a report may hold, and how long one is. */
const [TEXT, ONE_TEXT] = [8_000_000, 4000]

/**
 * Texts for the documents of the first pairs: those of a group differ in some words, and all have the same last words.
 *
 * @param {Uint32Array} a
 * @param {Uint32Array} b
 * @returns {import('../src/report/report-data.js').ReportText[]}
 */
function generatedTexts(a, b) {
  const random = mulberry32(3)
  const word = () => `w${Math.floor(random() * 20_000).toString(36)}`
  const footer = Array.from({ length: 20 }, word).join(' ')
  /** @type {Map<number, string[]>} */
  const wordsOf = new Map()
  for (let i = 0; i < a.length && wordsOf.size < TEXT / ONE_TEXT; i++) {
    const [one, other] = /** @type {[number, number]} */ ([a[i], b[i]])
    const own = wordsOf.get(one) ?? Array.from({ length: ONE_TEXT / 5 - 20 }, word)
    wordsOf.set(one, own)
    if (!wordsOf.has(other))
      wordsOf.set(
        other,
        own.map((known) => (random() < 0.02 ? word() : known)),
      )
  }
  return Array.from(wordsOf, ([document, words]) => ({ document, text: `${words.join(' ')} ${footer}` }))
}

/**
 * A report of one pair of long texts: a third of their words differ, some of them single words, others in long stretches.
 *
 * @param {number} characters
 * @returns {import('../src/report/report-data.js').ReportData}
 */
export function longPair(characters) {
  const random = mulberry32(2)
  const word = () => `w${Math.floor(random() * 20_000).toString(36)}`
  /** @type {string[]} */
  const one = []
  /** @type {string[]} */
  const other = []
  for (let length = 0; length < characters; ) {
    const shared = Array.from({ length: 5 + Math.floor(random() * 40) }, word)
    const own = () => Array.from({ length: Math.floor(random() * 12) }, word)
    one.push(...shared, ...own())
    other.push(...shared, ...own())
    length = 5 * one.length
  }
  const texts = [one, other].map((words) => words.join(' ').slice(0, characters))
  return {
    version: 1,
    command: 'find',
    title: 'two long texts',
    created: '2026-01-01T00:00:00.000Z',
    measure: 'similarity',
    threshold: 0.5,
    counts: { documents: 2, empty: 0, candidates: 1, pairs: 1, clusters: 1 },
    histogram: new Array(100).fill(0),
    documents: { ids: ['one', 'other'], files: ['generated.jsonl'] },
    texts: texts.map((text, document) => ({ document, text })),
    leftOut: { pairs: 0, clustersAreComplete: true, texts: 0 },
    pairs: { a: Uint32Array.of(0), b: Uint32Array.of(1), similarity: Float32Array.of(0.6) },
    fileOf: new Uint32Array(2),
  }
}

/**
 * How many clusters there are, by walking from document to document.
 *
 * @param {number} documents
 * @param {import('../src/report/report-data.js').ReportPairs} pairs
 * @param {number} threshold
 */
export function clustersAt(documents, { a, b, similarity }, threshold) {
  const limit = Math.fround(threshold)
  /** @type {Map<number, number[]>} */
  const neighbors = new Map()
  const join = (/** @type {number} */ from, /** @type {number} */ to) => {
    const list = neighbors.get(from)
    if (list) list.push(to)
    else neighbors.set(from, [to])
  }
  for (let i = 0; i < a.length; i++) {
    if (/** @type {number} */ (similarity[i]) < limit) continue
    join(/** @type {number} */ (a[i]), /** @type {number} */ (b[i]))
    join(/** @type {number} */ (b[i]), /** @type {number} */ (a[i]))
  }
  const seen = new Uint8Array(documents)
  let clusters = 0
  for (const start of neighbors.keys()) {
    if (seen[start]) continue
    clusters++
    const waiting = [start]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (seen[at]) continue
      seen[at] = 1
      for (const next of neighbors.get(at) ?? []) if (!seen[next]) waiting.push(next)
    }
  }
  return clusters
}

/** @param {number} seed @returns {() => number} from 0 to below 1 */
function mulberry32(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
