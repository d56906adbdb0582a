// @ts-check
// Recommendations on MovieLens latest-small (../shared/data/ratings): what customers did next, against the most popular
// items and item–item cosine. The parameters of all three are chosen before the part that is reported.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { itemCosine, mostPopular } from '../../dist/apps/recommend/baselines.js'
import { chooseFading } from '../../dist/apps/recommend/choose-fading.js'
import { byNames, countHits, splitByTime } from '../../dist/apps/recommend/evaluate.js'
import { ITEM_WEIGHTS } from '../../dist/apps/recommend/neighbours.js'
import { Recommender } from '../../dist/apps/recommend/recommender.js'
import { makeTastes } from '../../dist/apps/recommend/tastes.js'
import { measure } from '../measure.js'
import { percent } from '../record.js'
import { scratch } from './settings.js'

/** @typedef {import('../../dist/apps/recommend/tastes.js').TasteEvent} TasteEvent */
/** @typedef {import('../../dist/apps/recommend/tastes.js').Tastes} Tastes */
/** @typedef {import('../../dist/apps/recommend/evaluate.js').Split} Split */
/** @typedef {import('../../dist/apps/recommend/baselines.js').ListItems} ListItems */
/** @typedef {import('../../dist/apps/recommend/recommender.js').RecommendOptions} Options */
/** @typedef {{ name: string, options?: Options, scale: import('../../dist/apps/recommend/scale.js').ScaleOptions, make: (tastes: Tastes, learn: readonly TasteEvent[]) => ListItems }} Way */
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

  /** @type {string[][]} */
  const choices = []
  /** @param {string} what @param {readonly Way[]} ways the one with the most hits before the part that is reported */
  const choose = (what, ways) => {
    const tried = ways.map((way) => {
      const rates = [lastBefore, fifthBefore].map((split) => outcome(split, way).liked.hitRate)
      say(`${way.name}: ${rates.map(percent).join(', ')}`)
      return { way, rates, sum: rates.reduce((sum, rate) => sum + rate, 0) }
    })
    const best = tried.reduce((best, one) => (one.sum > best.sum ? one : best))
    for (const one of tried) {
      choices.push([what, one.way.name, ...one.rates.map(percent), one === best ? 'chosen' : ''])
    }
    return best.way
  }
  /**
   * Each parameter in turn; those that come later have their defaults.
   *
   * @param {string} what
   * @param {Options} start
   * @param {Readonly<Record<string, readonly Options[]>>} parameters
   */
  const chooseEach = (what, start, parameters) => {
    let chosen = likewise(what, {}, start)
    for (const [name, tried] of Object.entries(parameters)) {
      const before = chosen.options ?? {}
      chosen = choose(
        `${what}: ${name}`,
        tried.map((one) => likewise(text(one), {}, { ...before, ...one })),
      )
    }
    return likewise(`${what}: ${text(chosen.options ?? {})}`, {}, chosen.options ?? {})
  }
  const popular = choose('most popular', [
    { name: 'most popular, all ratings', scale: { likedFrom: 0 }, make: mostPopular },
    { name: 'most popular, liked', scale: {}, make: mostPopular },
  ])
  const cosine = choose(
    'item–item cosine',
    [20, 50, 100, 300].flatMap((neighbours) =>
      [0, LIKED].map((likedFrom) => ({
        name: `item–item cosine, ${likedFrom === 0 ? 'all ratings' : 'liked'}, ${neighbours} neighbours`,
        scale: { likedFrom },
        make: (/** @type {Tastes} */ tastes) => itemCosine(tastes, neighbours),
      })),
    ),
  )
  const own = chooseEach(
    'by items',
    {},
    {
      fading: [0.7, 0.8, 0.9].flatMap((fade) => [0.02, 0.05].map((floor) => ({ fade, floor }))),
      shrink: [1, 3, 6].map((shrink) => ({ shrink })),
      together: [2, 5, 10].map((together) => ({ together })),
      apart: [5, 10, 20].map((apart) => ({ apart })),
      neighbours: [50, 100, 200].map((neighbours) => ({ neighbours })),
    },
  )
  const neighbours = [25, 50, 100].map((count) => ({ neighbours: count }))
  const byCustomers = chooseEach('by customers', { by: 'customers' }, { neighbours })
  const byGroups = chooseEach(
    'by groups',
    { by: 'groups' },
    {
      neighbours,
      groups: [0.2, 0.3, 0.4, 0.5].map((threshold) => ({ groups: { threshold } })),
    },
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
    byCustomers,
    byGroups,
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
      'Parameters are chosen by the hits (liked) on the last rating and on the last fifth of the first four fifths of each customer, of',
      'which nothing is reported (last table: all that was tried, in turn). Seconds: learning and listing for both splits, in one process.',
      'By groups is the two-step idea of the texts. It helps where customers share few items; these share many, so that it gives about',
      'what customers and item–item cosine give, within chance, and all are far below items with their order in time, which groups and',
      'customers as sets know nothing of.',
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
      [['chosen before what is reported', 'tried', 'last: liked', 'last fifth: liked', ''], ...choices],
    ],
    verdicts: [
      `what was chosen by items, by customers and by groups ${areDefaults([own, byCustomers, byGroups]) ? 'is' : 'is NOT'} what the command takes by itself (fading aside, which it chooses)`,
      `the last rating: ${percent(best ?? 0)} against ${percent(cos ?? 0)} by item–item cosine and ${percent(pop ?? 0)} by the most popular`,
      'the source data names, for another MovieLens set, leave-last-out hit rates of 5.0 % (most popular) and 6.0 % (item Jaccard, 50 neighbours)',
    ],
  }
}

/**
 * @param {string} name
 * @param {Way['scale']} scale
 * @param {Options} options
 * @returns {Way}
 */
function likewise(name, scale, options) {
  return {
    name: `likewise, ${name}`,
    options,
    scale,
    make: (tastes) => {
      const recommender = new Recommender(tastes, options)
      return (customer, most) => recommender.recommendNumbers(customer, most)
    },
  }
}

/** @param {Options} options */
function text({ by: _, groups, ...rest }) {
  return Object.entries({ ...rest, ...(groups && { 'group threshold': groups.threshold }) })
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
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

/** @param {readonly Way[]} ways by items, by customers, by groups */
function areDefaults(ways) {
  const defaults = [
    { ...ITEM_WEIGHTS, neighbours: 100 },
    { by: 'customers', neighbours: 100 },
    { by: 'groups', neighbours: 25, groups: { threshold: 0.4 } },
  ]
  return defaults.every((wanted, i) =>
    Object.entries(wanted).every(
      ([name, value]) =>
        JSON.stringify(ways[i]?.options?.[/** @type {keyof Options} */ (name)]) === JSON.stringify(value),
    ),
  )
}

/** @returns {TasteEvent[]} */
function readRatings() {
  const [, ...lines] = readFileSync(`${DATA}ratings.csv`, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [customer = '', item = '', rating, time] = line.split(',')
    return { customer, item, rating: Number(rating), time: Number(time) }
  })
}
