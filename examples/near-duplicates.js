// @ts-check
// Finds the near-duplicates among the sample articles, prints a summary and writes a report that you can open in a browser.
// Run: npm start, or node examples/near-duplicates.js [articles.jsonl] [threshold] [recall]
import { createWriteStream, mkdirSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { find } from 'likewise/node'

const SAMPLE = fileURLToPath(new URL('data/articles.jsonl', import.meta.url))
const OUT = 'out'

const [input = SAMPLE, threshold = '0.7', recall = '0.95'] = process.argv.slice(2)
const began = performance.now()
const found = await find(input, { threshold: Number(threshold), recall: Number(recall) })
try {
  printSummary(found.summary, (performance.now() - began) / 1000)
  await printClosest(5)
  mkdirSync(OUT, { recursive: true })
  await found.writeReport(`${OUT}/near-duplicates.html`, { title: 'Sample articles' })
  await pipeline(lines(found.pairs()), createWriteStream(`${OUT}/pairs.jsonl`))
  await pipeline(lines(found.clusters()), createWriteStream(`${OUT}/clusters.jsonl`))
} finally {
  await found.close()
}
console.log(`Report         ${OUT}/near-duplicates.html (open it in a browser)`)
console.log(`Pairs          ${OUT}/pairs.jsonl`)
console.log(`Clusters       ${OUT}/clusters.jsonl`)

/**
 * @param {import('likewise/node').FindSummary} summary
 * @param {number} seconds
 */
function printSummary({ plan, recall, ...counts }, seconds) {
  const method =
    plan.method === 'exact'
      ? 'exact search'
      : `${plan.bands} bands of ${plan.rows} rows; at least ${(100 * recall.guaranteed).toFixed(1)} % of pairs at the threshold`
  console.log(
    `Documents      ${counts.documents}: ${counts.empty} empty, ${counts.identical} identical and ${counts.equal} equal to an earlier one`,
  )
  console.log(
    `Similarity     at least ${plan.threshold}, on shingles of ${plan.shingle.k} ${plan.shingle.kind}`,
  )
  console.log(`Method         ${method}`)
  console.log(`Candidates     ${counts.candidates} compared`)
  console.log(`Pairs          ${counts.pairs}, each verified`)
  console.log(`Clusters       ${counts.clusters}`)
  console.log(`Time           ${seconds.toFixed(2)} s`)
}

/** @param {number} count */
async function printClosest(count) {
  const pairs = []
  for await (const pair of found.pairs()) if (pair.similarity < 1) pairs.push(pair)
  pairs.sort((x, y) => y.similarity - x.similarity)
  console.log('\nThe most similar pairs that are not identical:')
  for (const { a, b, similarity } of pairs.slice(0, count))
    console.log(`  ${similarity.toFixed(3)}  ${a}  ${b}`)
  console.log()
}

/** @param {AsyncIterable<unknown>} rows */
async function* lines(rows) {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}
