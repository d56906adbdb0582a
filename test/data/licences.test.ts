import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { findSimilar, type SimilarityReport } from 'likewise'
import { shingleCollection } from 'likewise/text'
import { joinByPosition } from 'likewise/textbook'
import { describe, expect, it } from 'vitest'
import { byDepth } from '../depth.js'
import { findSharedData, titled } from '../outside.js'

const data = findSharedData()

/** Lines of a gzipped file of the shared data. */
function linesOf(file: string): string[] {
  return gunzipSync(readFileSync(`${data.path}licences/${file}`))
    .toString('utf8')
    .trimEnd()
    .split('\n')
}

/** Every so many of the texts: comparing all of them takes long. */
const STEP = byDepth({ short: 10, long: 1 })

interface Truth {
  readonly a: number
  readonly b: number
  readonly similarity: number
}

describe.skipIf(data.path === undefined)(titled('real licence texts with known pairs', data), () => {
  it.each(['scancode-licences', 'spdx-versions'])('are found as published: %s', (name) => {
    const texts = linesOf(`${name}.jsonl.gz`)
      .filter((_, i) => i % STEP === 0)
      .map((line) => (JSON.parse(line) as { text: string }).text)
    const truth = linesOf(`${name}.pairs-w5-j50.txt.gz`)
      .map((line) => line.split(/\s+/).map(Number) as [number, number, number, number])
      .filter(([a, b]) => a % STEP === 0 && b % STEP === 0)
      .map(([a, b, overlap, union]): Truth => ({ a: a / STEP, b: b / STEP, similarity: overlap / union }))
    const wanted = (threshold: number) => truth.filter((pair) => pair.similarity >= threshold)

    const exact = joinByPosition(shingleCollection(texts), { threshold: 0.8 })
    const pairs = Array.from(exact.a, (a, i) => ({ a, b: exact.b[i]!, similarity: exact.similarity[i]! }))
    expect(pairs).toEqual(sorted(wanted(0.8)))

    // The texts of one licence share their shingles, so one seed is far from independent trials: the recall of a run
    // varies more than a binomial would. It is the mean over seeds that must reach the requested recall.
    const recalls = [1, 2, 3, 4].map((seed) => {
      const report = findSimilar(texts, { threshold: 0.8, recall: 0.9, seed, method: 'bands' })
      return recallOf(report, wanted(0.8))
    })
    expect(recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length).toBeGreaterThanOrEqual(0.9)
  })
})

/** The share of the true pairs that were found; each pair found must be true. */
function recallOf(report: SimilarityReport, truth: readonly Truth[]): number {
  const known = new Map(truth.map(({ a, b, similarity }) => [`${a} ${b}`, similarity]))
  for (const { a, b, similarity } of report.pairs) {
    if (known.get(`${a} ${b}`) !== similarity) throw new Error(`pair ${a} ${b} is not true`)
  }
  return report.pairs.length / truth.length
}

function sorted(pairs: readonly Truth[]): Truth[] {
  return [...pairs].sort((x, y) => x.a - y.a || x.b - y.b)
}
