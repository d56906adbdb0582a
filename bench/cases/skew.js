// @ts-check
// The cost of a huge group of near-identical documents.
import { isVariant } from '../corpora/articles.js'
import { corpusFile } from '../corpora.js'
import { runLikewise, summaryOf } from '../likewise.js'
import { alternate } from '../measure.js'
import { inGroups, percent, secondsOf } from '../record.js'
import { exactTruth, qualityOf } from '../truth.js'
import { scratch } from './settings.js'

const LIMIT = 2

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function skew(settings) {
  const { size = 1_000_000, repetitions, threshold, first = 3_000, say } = settings
  const inputs = ['articles', 'skew'].map((name) => ({
    name,
    corpus: corpusFile(name, size),
    pairs: scratch(`skew-${name}.pairs.jsonl`),
  }))
  const runs = await alternate(
    repetitions,
    inputs.map(({ name, corpus, pairs }) => ({ name, run: () => runLikewise(corpus, pairs, settings) })),
    (name, { seconds }) => say(`${name}: ${seconds.toFixed(2)} s`),
  )
  /** @type {import('../record.js').Row[]} */
  const rows = []
  /** @type {string[]} */
  const verdicts = []
  for (const { name, corpus, pairs } of inputs) {
    const truth = await exactTruth(corpus, first, threshold)
    const row = { name, documents: size, runs: runs.get(name) ?? [], quality: await qualityOf(pairs, truth) }
    rows.push(row)
    verdicts.push(`${name}: Likewise says ${JSON.stringify(summaryOf(row.runs[0]?.output ?? '{}'))}`)
    if (name !== 'skew') continue
    const inside = await qualityOf(pairs, truth, (a, b) => isVariant(a) && isVariant(b))
    const outside = await qualityOf(pairs, truth, (a, b) => !isVariant(a) || !isVariant(b))
    verdicts.push(
      `pairs of the page's variants: ${percent(inside.recall)} of ${inGroups(inside.truePairs)} listed, ` +
        `${percent(inside.linkedRecall)} tied by a chain of pairs`,
      `other pairs: ${percent(outside.recall)} of ${inGroups(outside.truePairs)} listed`,
    )
  }
  const [plain, skewed] = rows.map(secondsOf)
  const ratio = (skewed ?? Number.NaN) / (plain ?? Number.NaN)
  return {
    title: `Skew: ${inGroups(size)} documents, three in ten of them variants of one page`,
    notes: [
      `Threshold ${threshold}, recall ${settings.recall}; \`articles\` and \`skew\` ran in turn. All variants of the page`,
      `reach the threshold with each other, far more pairs than anyone can list. Recall is among the first ${inGroups(first)}.`,
    ],
    rows: rows.map((row) =>
      row.name === 'skew' ? { ...row, ratio: `${ratio.toFixed(2)} × articles` } : row,
    ),
    verdicts: [
      `at most ${LIMIT} × the time without them: ${ratio.toFixed(2)} ×, ${ratio <= LIMIT ? 'shown' : 'NOT shown'}`,
      ...verdicts,
    ],
  }
}
