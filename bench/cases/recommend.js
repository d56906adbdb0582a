// @ts-check
// Recommendations on MovieLens latest-small (../shared/data/ratings): how well they predict what customers did next, compared with EASE,
// ALS, item–item cosine with fading and the most popular items, with all settings chosen on the training data; and the time for a million
// ratings.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BASELINES, chooseBaseline } from '../../dist/apps/recommend/baselines/choose-baseline.js'
import { chooseTreatment } from '../../dist/apps/recommend/choose-treatment.js'
import { countHits } from '../../dist/apps/recommend/evaluate.js'
import { gatherHistories } from '../../dist/apps/recommend/histories.js'
import { makePreferences } from '../../dist/apps/recommend/preferences.js'
import { Recommender } from '../../dist/apps/recommend/recommender.js'
import { splitByTime } from '../../dist/apps/recommend/split.js'
import { madeRatings } from '../corpora/ratings.js'
import { measure } from '../measure.js'
import { percent } from '../record.js'
import { scratch } from './settings.js'

/** @typedef {import('../../dist/apps/recommend/histories.js').Histories} Histories */
/** @typedef {import('../../dist/apps/recommend/scale.js').ScaleOptions} ScaleOptions */
/** @typedef {import('../../dist/apps/recommend/recommend-options.js').RecommendOptions} Options */
/** @typedef {(learn: Histories) => import('../../dist/apps/recommend/baselines/list-items.js').ListItems} Make */

const DATA = fileURLToPath(new URL('../../../shared/data/ratings/', import.meta.url))
const LIKED = 4

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function recommend({ program, repetitions, say }) {
  const title = 'Recommendations: what customers did next'
  if (!existsSync(DATA))
    return { title, notes: ['Left out: ../shared/data is missing.'], rows: [], verdicts: [] }
  const histories = gatherHistories(readRatings())
  const splits = [{ last: 1 }, { share: 0.2 }].map((holdout) => splitByTime(histories, holdout))
  const treatments = splits.map(({ train }) => chooseTreatment(train))
  /** @type {readonly { name: string, make: Make }[]} */
  const ways = [
    { name: 'likewise, as the command does it', make: likewise({}, {}) },
    ...BASELINES.map((name) => ({
      name,
      make: (/** @type {Histories} */ learn) => chooseBaseline(name, learn, {}),
    })),
    { name: 'likewise, liked', make: likewise({ as: 'liked' }, {}) },
    { name: 'likewise, liked and disliked', make: likewise({ as: 'liked-and-disliked' }, {}) },
    { name: 'likewise, stars', make: likewise({ as: 'stars' }, {}) },
    { name: 'likewise, without times', make: likewise({}, { fade: 1, together: 0 }) },
    { name: 'likewise, by customers', make: likewise({}, { by: 'customers' }) },
    { name: 'likewise, by groups', make: likewise({}, { by: 'groups' }) },
  ]
  const heads = ['hit rate@10', 'precision@10', 'nDCG@10', 'MAP@10', 'coverage']
  const outcomes = ways.map(({ name, make }) => {
    const began = performance.now()
    const hits = splits.map((split) => {
      const list = make(split.train)
      return {
        any: countHits(split, list),
        liked: countHits(split, list, 10, (rating) => (rating >= LIKED ? 1 : 0)),
      }
    })
    const seconds = (performance.now() - began) / 1000
    say(`${name}: ${hits.map(({ any }) => percent(any.hitRate)).join(', ')} in ${seconds.toFixed(1)} s`)
    return { name, hits, seconds }
  })
  /** @param {number} split @param {'any' | 'liked'} which */
  const table = (split, which) => [
    [
      `${split === 0 ? 'last' : 'last fifth'}, ${which === 'any' ? 'any rating' : 'liked'}`,
      ...heads,
      'seconds',
    ],
    ...outcomes.map(({ name, hits, seconds }) => {
      const found = hits[split]?.[which]
      return [
        name,
        ...[found?.hitRate, found?.precision].map((share = 0) => percent(share)),
        ...[found?.ndcg, found?.map].map((value = 0) => value.toFixed(4)),
        percent(found?.coverage ?? 0),
        seconds.toFixed(1),
      ]
    }),
  ]
  const million = scratch('ratings.csv')
  writeFileSync(million, [...madeRatings(6000, 4000, 167)].join(''))
  const written = scratch('recommendations.csv')
  const runs = []
  for (const { name, file, args } of [
    { name: '100,836 ratings, three customers', file: `${DATA}ratings.csv`, args: [] },
    {
      name: '100,836 ratings, all customers written',
      file: `${DATA}ratings.csv`,
      args: ['--recommendations', written],
    },
    { name: '1 million made ratings, three customers', file: million, args: [] },
    {
      name: '1 million made ratings, all customers written',
      file: million,
      args: ['--recommendations', written],
    },
  ]) {
    for (let i = 0; i < repetitions; i++) {
      rmSync(written, { force: true })
      const { seconds, peakBytes } = await measure(process.execPath, [program, 'recommend', file, ...args])
      runs.push([name, seconds.toFixed(1), `${Math.round(peakBytes / 2 ** 20)} MiB`])
      say(`${name}: ${seconds.toFixed(1)} s`)
    }
  }
  for (const file of [written, million]) rmSync(file, { force: true })
  return {
    title,
    notes: [
      `MovieLens latest-small, ${histories.item.length} ratings, by time. *Last*: the last rating of each of ${histories.customers.length} customers is held out`,
      '(one standard deviation is about 1 point); *last fifth*: the last 20 % of each. A hit is any held-out rating; *liked* counts',
      `those of ${LIKED} or more stars only. Lists of ten, of items that the customer has not rated. Treatment, fading and the settings of`,
      'the baselines are chosen on a fifth that is held out within the training data. The other defaults (shrink, together, apart,',
      'neighbors) were set earlier, on the first four fifths of each customer of this set. Seconds: choosing, learning and listing for',
      'both splits, in one process.',
    ],
    rows: [],
    tables: [
      table(0, 'any'),
      table(0, 'liked'),
      table(1, 'any'),
      table(1, 'liked'),
      [['the command', 'seconds', 'peak memory'], ...runs],
      [
        ['tried inside the data to learn from', 'fade', 'last: nDCG', 'last fifth: nDCG'],
        ...(treatments[0]?.tried ?? []).map(({ as, fading, ndcg }, i) => [
          as,
          String(fading?.fade ?? ''),
          ndcg.toFixed(4),
          (treatments[1]?.tried[i]?.ndcg ?? 0).toFixed(4),
        ]),
      ],
    ],
    verdicts: [
      `chosen: ${treatments.map(({ scale, fading }) => `${scale.as}, fade ${fading.fade}`).join('; ')}`,
      `the last rating: ${outcomes
        .slice(0, 5)
        .map(({ name, hits }) => `${percent(hits[0]?.any.hitRate ?? 0)} by ${name}`)
        .join(', ')}`,
    ],
  }
}

/**
 * @param {ScaleOptions} scaleOptions
 * @param {Options} options
 * @returns {Make}
 */
function likewise(scaleOptions, options) {
  return (learn) => {
    const { scale, fading } = chooseTreatment(learn, scaleOptions, options)
    const recommender = new Recommender(makePreferences(learn, scale), { ...fading, ...options })
    return (customer, limit) => recommender.recommendNumbers(customer, limit)
  }
}

/** @returns {import('../../dist/apps/recommend/histories.js').RatingEvent[]} */
function readRatings() {
  const [, ...lines] = readFileSync(`${DATA}ratings.csv`, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [customer = '', item = '', rating, time] = line.split(',')
    return { customer, item, rating: Number(rating), time: Number(time) }
  })
}
