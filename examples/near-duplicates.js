// @ts-check
// Finds the near-duplicates among the sample articles, prints a summary and writes a report.
// Run: npm start, or node examples/near-duplicates.js [articles.jsonl] [threshold] [recall]
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findSimilar } from 'likewise'
import { reportPage } from './report-page.js'

const SAMPLE = fileURLToPath(new URL('data/articles.jsonl', import.meta.url))
const OUT = 'out'

const [input = SAMPLE, threshold = '0.7', recall = '0.95'] = process.argv.slice(2)
const articles = readArticles(input)

const began = performance.now()
const report = findSimilar(articles, { threshold: Number(threshold), recall: Number(recall) })
const seconds = (performance.now() - began) / 1000

printSummary()
console.log(`Report         ${writeWhole('near-duplicates.html', reportPage(articles, report))}`)
console.log(`Pairs          ${writeWhole('pairs.jsonl', lines(report.pairs))}`)
console.log(`Clusters       ${writeWhole('clusters.jsonl', lines(report.clusters))}`)

/** @typedef {{ id: string, source: string, date: string, title: string, text: string }} Article */

/**
 * @param {string} file
 * @returns {Article[]}
 */
function readArticles(file) {
  const rows = readFileSync(file, 'utf8').split('\n')
  return rows.flatMap((row, i) => {
    if (row === '') return []
    try {
      return [JSON.parse(row)]
    } catch (error) {
      throw new Error(`${file}, line ${i + 1}: not JSON; mend or remove the line`, { cause: error })
    }
  })
}

function printSummary() {
  const { plan } = report
  const titles = new Map(articles.map((article) => [article.id, `${article.title} (${article.source})`]))
  const method =
    plan.method === 'exact'
      ? 'an exact join'
      : `${plan.bands} bands of ${plan.rows} rows, found with probability ${report.recall.guaranteed.toFixed(3)} at the threshold`
  const inClusters = report.clusters.reduce((sum, cluster) => sum + cluster.members.length, 0)
  console.log(
    `Documents      ${report.documents}, of which ${report.empty} empty, ${report.identical} identical and ${report.equal} equal to an earlier one`,
  )
  console.log(
    `Alike          similarity of at least ${plan.threshold} on shingles of ${plan.shingle.k} ${plan.shingle.kind}`,
  )
  console.log(`Method         ${method}`)
  console.log(`Candidates     ${report.candidates} compared`)
  console.log(`Pairs          ${report.pairs.length}, every one verified`)
  console.log(`Clusters       ${report.clusters.length}, holding ${inClusters} documents`)
  console.log(`Time           ${seconds.toFixed(2)} s`)
  console.log('\nThe most similar pairs that are not identical:')
  const close = report.pairs.filter((pair) => pair.similarity < 1).sort((x, y) => y.similarity - x.similarity)
  for (const { a, b, similarity } of close.slice(0, 5)) {
    console.log(
      `  ${similarity.toFixed(3)}  ${a}  ${titles.get(String(a))}\n         ${b}  ${titles.get(String(b))}`,
    )
  }
  console.log()
}

/** @param {readonly unknown[]} rows */
function lines(rows) {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/**
 * Writes beside and renames, so that a file under its final name is whole.
 *
 * @param {string} name
 * @param {string} content
 */
function writeWhole(name, content) {
  mkdirSync(OUT, { recursive: true })
  const file = `${OUT}/${name}`
  writeFileSync(`${file}.part`, content)
  renameSync(`${file}.part`, file)
  return file
}
