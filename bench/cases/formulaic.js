// @ts-check
// Whether every method lists the requested share of pairs in formulaic texts, whose buckets are large and mostly dissimilar: five kinds
// with groups of 50 to 2,000 documents, and two large collections.
import { readFileSync, writeFileSync } from 'node:fs'
import { FORMULAIC, formulaicTexts } from '../corpora/formulaic.js'
import { corpusFile } from '../corpora.js'
import { countTruth, judgeListed } from '../counting-truth.js'
import { runLikewise } from '../likewise.js'
import { inGroups, percent } from '../record.js'
import { scratch } from './settings.js'

const RECALLS = [0.8, 0.95, 0.99]
const GROUPS = [50, 120, 500, 2000]
const METHODS = /** @type {const} */ (['bands', 'exact', 'chosen'])
/** The maximum number of documents of a cell, so that there are many small groups and few large ones. */
const CELL = 2400
const MAX_GROUP = 2000
const K = 3
const TRIALS = /** @type {const} */ ([
  ['notices', 35_000, 0.7],
  ['descriptions', 100_000, 0.5],
])
/** Groups of 2,000 in which every pair is similar have two million pairs, so these are searched at thresholds that fewer pairs reach. */
const LARGE_AT = { templates: 0.7, furnished: 0.8, chains: 0.5, licences: 0.9, rows: 0.7 }

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function formulaic(settings) {
  const { only } = settings
  const cells = only === 'trials' ? undefined : await matrix(settings)
  const trials = only !== '' && only !== 'trials' ? undefined : await largeTrials(settings)
  const verdicts = [cells, trials].flatMap((part) => part?.verdicts ?? [])
  return {
    title: 'Formulaic texts: the recall of listed pairs',
    notes: [
      `Shingles of ${K} words. The truth is found by counting the shingles that every two texts share, without the library. Listed recall is among the`,
      `true pairs with a document whose group has at most ${inGroups(MAX_GROUP)} documents; other pairs are listed only if they connect documents.`,
    ],
    rows: [],
    tables: [cells, trials].flatMap((part) => (part === undefined ? [] : [part.table])),
    verdicts,
  }
}

/** @param {import('./settings.js').Settings} settings */
async function matrix(settings) {
  /** @type {string[][]} */
  const table = [
    [
      'kind',
      'threshold',
      'groups of',
      'true pairs',
      'method',
      ...RECALLS.map((recall) => `listed for ${recall}`),
    ],
  ]
  let [short, fewer, wrong, count] = [0, 0, 0, 0]
  const { only } = settings
  const kinds = /** @type {(keyof typeof FORMULAIC)[]} */ (Object.keys(FORMULAIC))
  for (const kind of kinds.filter((kind) => only === '' || only === 'matrix' || kind === only)) {
    for (const size of GROUPS.filter((size) => settings.size === undefined || settings.size === size)) {
      const threshold = size === MAX_GROUP ? LARGE_AT[kind] : FORMULAIC[kind]
      const texts = formulaicTexts(kind, Array(Math.floor(CELL / size)).fill(size))
      const corpus = scratch(`formulaic-${kind}-${size}.jsonl`)
      writeFileSync(corpus, texts.map((text, id) => `${JSON.stringify({ id, text })}\n`).join(''))
      const truth = countTruth(texts, K, threshold)
      for (const method of METHODS) {
        /** @type {string[]} */
        const shares = []
        let before = 0
        for (const recall of RECALLS) {
          const { listed } = await search(corpus, truth, { ...settings, threshold, recall }, method)
          count++
          if (listed.recall < recall) short++
          if (listed.pairs < before) fewer++
          wrong += listed.wrong
          before = listed.pairs
          shares.push(percent(listed.recall))
        }
        table.push([kind, `${threshold}`, `${size}`, inGroups(truth.count), method, ...shares])
        settings.say((table.at(-1) ?? []).join(' · '))
      }
    }
  }
  return {
    table,
    verdicts: [
      `recall of listed pairs at least as requested in all ${count} cells: ${short === 0 ? 'shown' : `NOT shown in ${short}`}`,
      `more recall never lists fewer pairs: ${fewer === 0 ? 'shown' : `NOT shown in ${fewer} cells`}`,
      `no pair below the threshold or twice: ${wrong === 0 ? 'shown' : `NOT shown, ${wrong} pairs`}`,
    ],
  }
}

/** @param {import('./settings.js').Settings} settings */
async function largeTrials(settings) {
  /** @type {string[][]} */
  const table = [
    [
      'corpus',
      'documents',
      'true pairs',
      'method',
      'requested',
      'pairs listed',
      'listed recall',
      'estimated',
      'omitted',
      'reported as omitted',
      'seconds',
    ],
  ]
  let [short, fewer, wrong, outside] = [0, 0, 0, 0]
  for (const [name, size, threshold] of TRIALS) {
    const corpus = corpusFile(name, size)
    const texts = readFileSync(corpus, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => /** @type {{ text: string }} */ (JSON.parse(line)).text)
    const truth = countTruth(texts, K, threshold)
    for (const method of /** @type {const} */ (['bands', 'chosen'])) {
      let before = 0
      for (const recall of RECALLS) {
        const { listed, report, seconds } = await search(
          corpus,
          truth,
          { ...settings, threshold, recall },
          method,
        )
        const { low, high } = report.pairsOmittedInterval ?? {
          low: report.pairsOmitted,
          high: report.pairsOmitted,
        }
        if (listed.omitted < low || listed.omitted > high) outside++
        if (listed.recall < recall) short++
        if (listed.pairs < before) fewer++
        wrong += listed.wrong
        before = listed.pairs
        table.push([
          name,
          inGroups(size),
          inGroups(truth.count),
          report.plan.method === 'exact' ? `${method} (exact)` : method,
          `${recall}`,
          inGroups(listed.pairs),
          percent(listed.recall),
          percent(report.recall.estimated),
          inGroups(listed.omitted),
          `${inGroups(report.pairsOmitted)}${low === high ? '' : ` (${inGroups(low)} to ${inGroups(high)})`}`,
          seconds.toFixed(1),
        ])
        settings.say((table.at(-1) ?? []).join(' · '))
      }
    }
  }
  return {
    table,
    verdicts: [
      `large collections: recall of listed pairs at least as requested: ${short === 0 ? 'shown' : `NOT shown in ${short} rows`}`,
      `large collections: more recall never lists fewer pairs: ${fewer === 0 ? 'shown' : `NOT shown in ${fewer} rows`}`,
      `large collections: no pair below the threshold or twice: ${wrong === 0 ? 'shown' : `NOT shown, ${wrong} pairs`}`,
      `large collections: omitted pairs as reported, or in the interval: ${outside === 0 ? 'shown' : `NOT shown in ${outside} rows`}`,
    ],
  }
}

/**
 * @param {string} corpus
 * @param {import('../counting-truth.js').CountedTruth} truth
 * @param {import('./settings.js').Settings} settings
 * @param {'bands' | 'exact' | 'chosen'} method
 */
async function search(corpus, truth, settings, method) {
  const pairs = scratch('formulaic.pairs.jsonl')
  const more = ['--shingle', `words:${K}`, ...(method === 'chosen' ? [] : ['--method', method])]
  const { output, seconds } = await runLikewise(corpus, pairs, { ...settings, more })
  return { listed: await judgeListed(pairs, truth, MAX_GROUP), report: JSON.parse(output), seconds }
}
