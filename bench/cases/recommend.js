// @ts-check
// Recommendations on MovieLens latest-small (../shared/data/ratings): what customers did next, against the most popular
// items and item–item cosine. The parameters of all three are chosen before the part that is reported.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { itemCosine, mostPopular } from '../../dist/apps/recommend/baselines.js'
import { chooseFading } from '../../dist/apps/recommend/choose-fading.js'
import { byNames, countHits, splitByTime } from '../../dist/apps/recommend/evaluate.js'
import { Recommender } from '../../dist/apps/recommend/recommender.js'
import { makeTastes } from '../../dist/apps/recommend/tastes.js'
import { measure } from '../measure.js'
import { percent } from '../record.js'
import { scratch } from './settings.js'

/** @typedef {import('../../dist/apps/recommend/tastes.js').TasteEvent} TasteEvent */
/** @typedef {import('../../dist/apps/recommend/tastes.js').Tastes} Tastes */
/** @typedef {import('../../dist/apps/recommend/evaluate.js').Split} Split */
/** @typedef {import('../../dist/apps/recommend/baselines.js').ListItems} ListItems */
/** @typedef {{ name: string, scale: import('../../dist/apps/recommend/scale.js').ScaleOptions, make: (tastes: Tastes, learn: readonly TasteEvent[]) => ListItems }} Way */
/** @typedef {{ any: import('../../dist/apps/recommend/evaluate.js').Hits, liked: import('../../dist/apps/recommend/evaluate.js').Hits, seconds: number }} Outcome */

const DATA = fileURLToPath(new URL('../../../shared/data/ratings/', import.meta.url))
const LIKED = 4

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function recommend({ program, repetitions, say }) {
  const title = 'Recommendations: what customers did next'
  if (!existsSync(DATA))
    return { title, notes: ['Left out: ../shared/data is not here.'], rows: [], verdicts: [] }
  const events = readRatings()
  const last = splitByTime(events, { last: 1 })
  const fifth = splitByTime(events, { share: 0.2 })
  // Nothing of what is reported is in these two: both lie in the first four fifths of each customer.
  const lastBefore = splitByTime(fifth.learn, { last: 1 })
  const fifthBefore = splitByTime(fifth.learn, { share: 0.2 })

  /** @param {readonly Way[]} ways the one with the most hits before the part that is reported */
  const choose = (ways) => {
    const tried = ways.map((way) => {
      const sum = outcome(lastBefore, way).liked.hitRate + outcome(fifthBefore, way).liked.hitRate
      say(`${way.name}: ${sum.toFixed(4)}`)
      return { way, sum }
    })
    return tried.reduce((best, one) => (one.sum > best.sum ? one : best)).way
  }
  const popular = choose([
    { name: 'most popular, all ratings', scale: { likedFrom: 0 }, make: mostPopular },
    { name: 'most popular, liked', scale: {}, make: mostPopular },
  ])
  const cosine = choose(
    [20, 50, 100, 300].flatMap((neighbours) =>
      [0, LIKED].map((likedFrom) => ({
        name: `item–item cosine, ${likedFrom === 0 ? 'all ratings' : 'liked'}, ${neighbours} neighbours`,
        scale: { likedFrom },
        make: (/** @type {Tastes} */ tastes) => itemCosine(tastes, neighbours),
      })),
    ),
  )
  const own = choose(
    [0.7, 0.8, 0.9].flatMap((fade) =>
      [1, 3, 6].flatMap((shrink) =>
        [0.02, 0.05].map((floor) =>
          likewise(`fade ${fade}, shrink ${shrink}, floor ${floor}`, {}, { fade, shrink, floor }),
        ),
      ),
    ),
  )
  /** @type {readonly Way[]} */
  const ways = [
    popular,
    cosine,
    own,
    {
      name: 'likewise, as the command does it: fading chosen on what it learns from',
      scale: {},
      make: (tastes, learn) => {
        const recommender = new Recommender(tastes, chooseFading(learn))
        return (customer, most) => recommender.recommendNumbers(customer, most)
      },
    },
    likewise('all ratings', { likedFrom: 0 }, {}),
    likewise('stars', { as: 'stars' }, {}),
    likewise('liked and hated', { as: 'liked-and-hated' }, {}),
    likewise('without times', {}, { fade: 1, together: 0 }),
    likewise('by customers', {}, { by: 'customers' }),
    likewise('by groups', {}, { by: 'groups' }),
  ]
  const table = [
    [
      '',
      'last: hit rate@10',
      'liked',
      'last fifth: hit rate@10',
      'precision@10',
      'liked: hit rate@10',
      'precision@10',
      'seconds',
    ],
    ...ways.map((way) => {
      const [one, other] = [outcome(last, way), outcome(fifth, way)]
      say(`${way.name}: ${percent(one.any.hitRate)}`)
      return [
        way.name,
        ...[
          one.any.hitRate,
          one.liked.hitRate,
          other.any.hitRate,
          other.any.precision,
          other.liked.hitRate,
          other.liked.precision,
        ].map(percent),
        (one.seconds + other.seconds).toFixed(1),
      ]
    }),
  ]
  const written = scratch('recommendations.csv')
  const runs = []
  for (let i = 0; i < repetitions; i++) {
    runs.push(
      await measure(process.execPath, [
        program,
        'recommend',
        `${DATA}ratings.csv`,
        '--recommendations',
        written,
      ]),
    )
  }
  rmSync(written, { force: true })
  const [best, cos, pop] = [own, cosine, popular].map((way) => outcome(last, way).any.hitRate)
  const customers = outcome(last, popular)
  return {
    title,
    notes: [
      `MovieLens latest-small, ${events.length} ratings, by time. *Last*: the last rating of each of ${customers.any.customers} customers is kept back`,
      '(one standard deviation is about 1 point); *last fifth*: the last 20 % of each. A hit is any rating kept back; *liked* counts',
      `those of ${LIKED} stars and more alone, and the ${customers.liked.customers} customers who have one. Lists of ten, of items that the customer has not rated.`,
      'Parameters of all three are chosen by the hits (liked) on the last rating and on the last fifth of the first four fifths of each',
      'customer, of which nothing is reported. Seconds: learning and listing for both splits, in one process.',
    ],
    rows: [],
    tables: [
      table,
      [
        ['the command, writing ten recommendations for every customer', 'seconds', 'peak memory'],
        ...runs.map(({ seconds, peakBytes }, i) => [
          `run ${i + 1}`,
          seconds.toFixed(1),
          `${Math.round(peakBytes / 2 ** 20)} MiB`,
        ]),
      ],
    ],
    verdicts: [
      `the last rating: ${percent(best ?? 0)} against ${percent(cos ?? 0)} by item–item cosine and ${percent(pop ?? 0)} by the most popular`,
      'the source data names, for another MovieLens set, leave-last-out hit rates of 5.0 % (most popular) and 6.0 % (item Jaccard, 50 neighbours)',
    ],
  }
}

/**
 * @param {string} name
 * @param {Way['scale']} scale
 * @param {import('../../dist/apps/recommend/recommender.js').RecommendOptions} options
 * @returns {Way}
 */
function likewise(name, scale, options) {
  return {
    name: `likewise, ${name}`,
    scale,
    make: (tastes) => {
      const recommender = new Recommender(tastes, options)
      return (customer, most) => recommender.recommendNumbers(customer, most)
    },
  }
}

/**
 * @param {Split} split
 * @param {Way} way
 * @returns {Outcome}
 */
function outcome(split, { scale, make }) {
  const began = performance.now()
  const tastes = makeTastes(split.learn, scale)
  const list = byNames(tastes, make(tastes, split.learn))
  /** @type {Map<string, string[]>} */
  const lists = new Map()
  for (const customer of split.kept.keys()) lists.set(customer, list(customer, 10))
  const seconds = (performance.now() - began) / 1000
  const known = (/** @type {string} */ customer) => lists.get(customer) ?? []
  return {
    any: countHits(split, known),
    liked: countHits(split, known, 10, ({ rating = 0 }) => rating >= LIKED),
    seconds,
  }
}

/** @returns {TasteEvent[]} */
function readRatings() {
  const [, ...lines] = readFileSync(`${DATA}ratings.csv`, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [customer = '', item = '', rating, time] = line.split(',')
    return { customer, item, rating: Number(rating), time: Number(time) }
  })
}
