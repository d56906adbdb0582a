// @ts-check
// This build compared with another one (--program), in turn: searches, budgets, skew and joins, with the same options.
import { createHash } from 'node:crypto'
import { createReadStream, writeFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setsFile } from '../corpora/sets.js'
import { corpusFile } from '../corpora.js'
import { PROGRAM } from '../likewise.js'
import { alternate, measure, median } from '../measure.js'
import { inGroups, secondsOf } from '../record.js'
import { scratch } from './settings.js'

/** The share of the documents where very many are similar, or where a join is exact. */
const SMALLER = 10
const BUDGET = ['--memory', '256MB']
/** Medians of one program may differ by this factor on a quiet machine, in time and in memory. */
const NOISE = 1.05

/** @typedef {{ name: string, documents: number, args: readonly string[] }} Work */

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function versions(settings) {
  const { size = 1_000_000, repetitions, threshold, recall, only, program, say } = settings
  if (program === PROGRAM) throw new Error('--program: the main.js of the build to compare with')
  const works = worksOf(size, settings).filter(({ name }) => new RegExp(only).test(name))
  /** @type {import('../record.js').Row[]} */
  const rows = []
  /** @type {string[]} */
  const verdicts = []
  const results = []
  for (const { name, documents, args } of works) {
    const pairs = { before: scratch('versions-before.jsonl'), now: scratch('versions-now.jsonl') }
    const run = (/** @type {'before' | 'now'} */ build) => () =>
      measure(process.execPath, [
        build === 'before' ? program : PROGRAM,
        ...args,
        ...['--pairs', pairs[build], '--force', '--quiet'],
      ])
    const runs = await alternate(
      repetitions,
      [
        { name: 'before', run: run('before') },
        { name: 'now', run: run('now') },
      ],
      (build, { seconds, peakBytes }) =>
        say(`${name}, ${build}: ${seconds.toFixed(2)} s, ${Math.round(peakBytes / 1e6)} MB`),
    )
    const before = { name: `${name}, before`, documents, runs: runs.get('before') ?? [] }
    const now = { name: `${name}, now`, documents, runs: runs.get('now') ?? [] }
    const times = secondsOf(now) / secondsOf(before)
    const memory = peakOf(now) / peakOf(before)
    const same = (await hashOf(pairs.before)) === (await hashOf(pairs.now))
    rows.push(before, { ...now, ratio: `${times.toFixed(2)} × before` })
    verdicts.push(
      `${name}: ${times.toFixed(2)} × the time of before, ${judge(times)}; ` +
        `${memory.toFixed(2)} × its memory, ${judge(memory)}; ${same ? 'the same pairs' : 'other pairs'}`,
    )
    results.push({ name, documents, times, memory, same, before, now })
    // After every row, because a run on a borrowed machine may be cut short.
    writeFileSync(scratch('versions-rows.json'), `${JSON.stringify(results, null, 1)}\n`)
  }
  return {
    title: `Two builds: ${inGroups(size)} documents, and joins`,
    notes: [
      `Threshold ${threshold}, recall ${recall}; both builds ran in turn with the same options, the files in the page cache.`,
      `"No worse" allows ${NOISE} × for noise, in the median time and in the median peak memory. The pairs of two builds may differ if they choose different bands.`,
    ],
    rows,
    verdicts,
  }
}

/** @param {number} ratio of this build to the one before */
function judge(ratio) {
  return ratio <= NOISE ? 'no worse' : 'WORSE'
}

/**
 * The median of the peaks: the largest of a few depends on when garbage happened to be collected.
 *
 * @param {import('../record.js').Row} row
 */
function peakOf({ runs }) {
  return median(runs.map(({ peakBytes }) => peakBytes))
}

/**
 * @param {number} size
 * @param {import('./settings.js').Settings} settings
 * @returns {Work[]}
 */
function worksOf(size, { threshold, recall }) {
  const few = Math.ceil(size / SMALLER)
  const find = (
    /** @type {string} */ name,
    /** @type {number} */ documents,
    /** @type {string[]} */ ...more
  ) => ({
    name: [name, ...more.map((text) => text.replace('--', ''))].join(' '),
    documents,
    args: [
      ...['find', corpusFile(name, documents), '--id', 'id', '--threshold', `${threshold}`],
      ...['--recall', `${recall}`, ...more],
    ],
  })
  const sets = setsFile(`zipf-${few * 2}`) ?? ''
  const join = (/** @type {number} */ at, /** @type {string[]} */ ...more) => ({
    name: `join of sets at ${at}${more.length > 0 ? ' within 256 MB' : ''}`,
    documents: few * 2,
    args: ['join', sets, '--threshold', `${at}`, ...more],
  })
  return [
    find('articles', size),
    find('articles', size, ...BUDGET),
    find('short', size, ...BUDGET),
    find('equal', size, ...BUDGET),
    find('near-copies', few, '--method', 'bands', ...BUDGET),
    find('near-copies', few, '--method', 'exact', ...BUDGET),
    find('skew', size),
    join(0.6),
    join(0.8),
    join(0.8, ...BUDGET),
    {
      name: 'join of texts',
      documents: few,
      args: [
        ...['join', corpusFile('articles', few), '--id', 'id', '--text', 'text', '--threshold'],
        `${threshold}`,
      ],
    },
  ]
}

/** @param {string} path */
async function hashOf(path) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
