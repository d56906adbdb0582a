// @ts-check
// Pages of one article at several papers, built from real texts with known truth.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { findSimilar } from 'likewise'
import { htmlToText } from 'likewise/html'
import { similarityOf } from 'likewise/join'
import { STOP_WORD_NEWS_OPTIONS } from 'likewise/news'
import { shingleCollection, words } from 'likewise/text'
import { HELD_OUT } from '../corpora/markups-held-out.js'
import { IN_VIEW } from '../corpora/markups-in-view.js'
import { edited, pagesOf, paragraphsOf } from '../corpora/pages.js'
import { Missing, sharedLines } from '../corpora/real.js'
import { sitePages } from '../corpora/sites.js'
import { measure } from '../measure.js'
import { adjustedRand, areaUnderCurve, pairQuality } from '../quality.js'
import { scratch } from './settings.js'

/** @typedef {{ name: string, articles: number, pages: readonly (import('../corpora/pages.js').Page & { text: string })[] }} Collection */
/** @typedef {readonly { html: string, story: number }[]} Pages */

const WAYS = /** @type {const} */ (['news', 'news-stopwords'])

const SEED = 7
const THRESHOLDS = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6]
/** Numbers of words of a shingle that begins with a stop word. */
const LENGTHS = [2, 3, 4]
/** @type {readonly (readonly [string, import('likewise').ShingleOptions])[]} */
const KINDS = [
  ['stopwords:3', STOP_WORD_NEWS_OPTIONS.shingle],
  ['stopwords:2', { ...STOP_WORD_NEWS_OPTIONS.shingle, k: 2 }],
  ['chars:10', { kind: 'chars', k: 10 }],
  ['words:5', { kind: 'words', k: 5 }],
]

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function news({ program, say }) {
  const sample = collect('sample articles (for the choice)', sampleArticles())
  const choice = chooseOptions(sample)
  say(`chosen: ${choice.threshold}, ${choice.clusters}`)
  const reported = []
  /** @type {{ name: string, articles: readonly string[] }[]} */
  const texts = [{ name: 'sample articles', articles: sampleArticles() }]
  const missing = []
  for (const [name, read] of /** @type {const} */ ([
    ['answers and encyclopedia articles', realAnswers],
    ['licence texts', realLicences],
  ])) {
    try {
      const articles = read()
      reported.push(collect(name, articles))
      texts.push({ name, articles })
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      missing.push(`${name} were left out: ${error.message}`)
    }
  }
  const ranks = [sample, ...reported].flatMap(rankRows)
  const found = []
  for (const { name, articles } of texts) {
    const paragraphs = articles.map(paragraphsOf)
    for (const as of WAYS) {
      for (const [markups, of] of /** @type {const} */ ([
        ['14 held out', HELD_OUT],
        ['16 in view', IN_VIEW],
      ])) {
        found.push(await foundRow(program, name, markups, sitePages(paragraphs, SEED, edited, of), as))
        say(`${name}, ${markups}, ${as}`)
      }
      found.push(await foundRow(program, name, '1 in view', pagesOf(articles, SEED), as))
    }
  }
  const isDefault =
    choice.threshold === STOP_WORD_NEWS_OPTIONS.threshold &&
    choice.clusters === STOP_WORD_NEWS_OPTIONS.clusters
  return {
    title: 'News: pages of one article at several papers',
    notes: [
      'Pages are built (`bench/corpora/pages.js`, seed 7): each text is in one to five of twelve papers, unchanged, without',
      'its end, without a part of its middle, or with words changed, surrounded by as much furniture as article: menus, advertisements,',
      'headlines of other stories, and prose such as notices about cookies. *Same article*: the mean Jaccard similarity of',
      'two pages with one text; *same furniture*: of two pages of one paper with different texts. AUC: how often the former',
      'is higher than the latter. *Best F1*: with the best threshold for the collection, which is not known in advance.',
      'Threshold and clusters of `--as news-stopwords` were chosen on the sample articles (last table). `--as news` extracts the article',
      'from the page and compares runs of three words. Its rules were set with the layout of `pages.js` and the markups of',
      '`markups-in-view.js` in view; those of `markups-held-out.js` were written afterwards and changed nothing. Every text is on one',
      'to five of the sites of a row, each of which has its own markup (in the rows with 1 markup, all twelve share it). The real texts are those of ../shared/data',
      '(plagiarism: the sources and the answers that are not copies; ScanCode licences of 150 to 700 words, with a similarity of at most 0.15).',
    ],
    rows: [],
    tables: [
      [
        [
          'pages from',
          'articles',
          'pages',
          'shingles',
          'same article',
          'same furniture',
          'AUC',
          'best F1',
          'at',
        ],
        ...ranks,
      ],
      [
        [
          'find --as',
          'pages from',
          'markups',
          'pages',
          'true pairs',
          'pairs found',
          'precision',
          'recall',
          'F1',
          'adjusted Rand index',
          'seconds',
          'peak memory',
        ],
        ...found,
      ],
      [['tried on the sample articles', 'F1', 'Rand, components', 'Rand, stars', ''], ...choice.table],
    ],
    verdicts: [
      ...ranks.filter(([, , , kind]) => kind === 'stopwords:3' || kind === 'chars:10').map(marginOf),
      choice.longest,
      `with them threshold ${choice.threshold} and ${choice.clusters} are best on the sample articles; ${isDefault ? 'they are' : 'they are NOT'} those of --as news-stopwords`,
      ...missing,
    ],
  }
}

/**
 * @param {string} name
 * @param {readonly string[]} articles
 * @returns {Collection}
 */
function collect(name, articles) {
  const pages = pagesOf(articles, SEED).map((page) => ({ ...page, text: htmlToText(page.html) }))
  return { name, articles: articles.length, pages }
}

function sampleArticles() {
  const file = new URL('../../examples/data/articles.jsonl', import.meta.url)
  const texts = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).text)
  return apart(
    texts.filter((text) => words(text).length >= 100),
    0.1,
  )
}

function realAnswers() {
  return sharedLines('plagiarism/clough.jsonl')
    .map((line) => JSON.parse(line))
    .filter(({ category }) => category === 'orig' || category === 'non')
    .map(({ text }) => text)
}

function realLicences() {
  const texts = sharedLines('licences/scancode-licences.jsonl.gz').map((line) => JSON.parse(line).text)
  return apart(
    texts.filter((text) => words(text).length >= 150 && words(text).length <= 700),
    0.15,
  )
}

/**
 * Selects texts no two of which are similar, so that each is a separate story.
 *
 * @param {readonly string[]} texts
 * @param {number} threshold
 */
function apart(texts, threshold) {
  const { pairs } = findSimilar(texts, { threshold, recall: 1, shingle: { k: 3 } })
  const later = new Set(pairs.map(({ b }) => b))
  return texts.filter((_, i) => !later.has(i))
}

/**
 * @param {Collection} collection
 * @returns {string[][]}
 */
function rankRows({ name, articles, pages }) {
  return KINDS.map(([kind, shingle]) => {
    const sets = shingleCollection(
      pages.map(({ text }) => text),
      shingle,
    )
    /** @type {{ article: number[], furniture: number[], other: number[] }} */
    const found = { article: [], furniture: [], other: [] }
    pages.forEach((one, i) => {
      pages.slice(i + 1).forEach((other, j) => {
        const same = one.story === other.story ? 'article' : one.paper === other.paper ? 'furniture' : 'other'
        found[same].push(similarityOf(sets, i, i + 1 + j))
      })
    })
    const best = bestF1(found.article, [...found.furniture, ...found.other])
    return [
      name,
      `${articles}`,
      `${pages.length}`,
      kind,
      mean(found.article).toFixed(2),
      mean(found.furniture).toFixed(2),
      areaUnderCurve(found.article, found.furniture).toFixed(3),
      best.f1.toFixed(3),
      best.threshold.toFixed(2),
    ]
  })
}

/**
 * How much higher pages with the same article rank than pages with the same furniture. @param {readonly string[]} row of the first table
 */
function marginOf([name, , , kind, article = '0', furniture = '0']) {
  const ratio = (Number(article) / Number(furniture)).toFixed(1)
  return `${name}, ${kind}: same article ${article}, same furniture ${furniture}: ${ratio} times as alike (the example in *Mining of Massive Datasets*, chapter 3: 3 times by stop words, as alike by characters)`
}

/**
 * @param {readonly number[]} right similarities of true pairs
 * @param {readonly number[]} wrong
 */
function bestF1(right, wrong) {
  let best = { f1: 0, threshold: 0 }
  for (let percent = 5; percent <= 95; percent++) {
    const threshold = percent / 100
    const hits = right.filter((value) => value >= threshold).length
    const { f1 } = pairQuality(hits, hits + wrong.filter((value) => value >= threshold).length, right.length)
    if (f1 > best.f1) best = { f1, threshold }
  }
  return best
}

/**
 * Chooses the threshold by F1, then the clusters by the adjusted Rand index; other lengths are shown for comparison. @param {Collection}
 * sample
 */
function chooseOptions({ pages }) {
  const tried = LENGTHS.flatMap((k) =>
    THRESHOLDS.map((threshold) => {
      const byClusters = /** @type {const} */ (['components', 'stars']).map((clusters) => {
        const shingle = { ...STOP_WORD_NEWS_OPTIONS.shingle, k }
        const report = findSimilar(
          pages.map(({ text }) => text),
          { shingle, threshold, clusters, recall: 1 },
        )
        const quality = judge(
          pages.map(({ story }) => story),
          report.pairs.map(({ a, b }) => [Number(a), Number(b)]),
          report.clusters.map(({ members }) => members.map(Number)),
        )
        return { clusters, quality }
      })
      return { k, threshold, byClusters, f1: byClusters[0]?.quality.f1 ?? 0 }
    }),
  )
  const bestOf = (/** @type {typeof tried} */ ways) =>
    ways.reduce((one, other) => (other.f1 > one.f1 ? other : one))
  const best = bestOf(tried.filter(({ k }) => k === STOP_WORD_NEWS_OPTIONS.shingle.k))
  const other = bestOf(tried)
  const { clusters = 'components' } = best.byClusters.reduce((one, other) =>
    other.quality.rand > one.quality.rand ? other : one,
  )
  return {
    threshold: best.threshold,
    clusters,
    longest: `*Mining of Massive Datasets*, chapter 3, has a stop word and two words after it; on the sample articles stopwords:${other.k} at ${other.threshold} is best, with an F1 of ${other.f1.toFixed(3)} against ${best.f1.toFixed(3)}`,
    table: tried.map((one) => [
      `stopwords:${one.k}, ${one.threshold}`,
      one.f1.toFixed(3),
      ...one.byClusters.map(({ quality }) => quality.rand.toFixed(3)),
      one === best ? 'chosen' : '',
    ]),
  }
}

/**
 * @param {readonly number[]} stories of each page
 * @param {readonly (readonly number[])[]} pairs
 * @param {readonly (readonly number[])[]} clusters
 */
function judge(stories, pairs, clusters) {
  const truth = stories.reduce(
    (sum, story, i) => sum + stories.slice(i + 1).filter((other) => other === story).length,
    0,
  )
  const right = pairs.filter(([a = 0, b = 0]) => stories[a] === stories[b]).length
  const groups = stories.map((_, i) => `alone ${i}`)
  clusters.forEach((members, number) => {
    for (const member of members) groups[member] = `cluster ${number}`
  })
  return { truth, ...pairQuality(right, pairs.length, truth), rand: adjustedRand(stories, groups) }
}

/**
 * The command on a folder of HTML files.
 *
 * @param {string} program
 * @param {string} name
 * @param {string} markups
 * @param {Pages} pages
 * @param {typeof WAYS[number]} as
 */
async function foundRow(program, name, markups, pages, as) {
  const folder = scratch('news-pages')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  pages.forEach(({ html }, i) => {
    writeFileSync(`${folder}/${i}.html`, html)
  })
  const [pairsFile, clustersFile] = [scratch('news.pairs.jsonl'), scratch('news.clusters.jsonl')]
  const run = await measure(process.execPath, [
    ...[program, 'find', `${folder}/**/*.html`, '--as', as, '--json', '--quiet'],
    ...['--pairs', pairsFile, '--clusters', clustersFile, '--force'],
  ])
  const numberOf = (/** @type {string} */ path) => Number(/(\d+)\.html$/.exec(path)?.[1])
  const rows = (/** @type {string} */ file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  const pairs = rows(pairsFile).map(({ a, b }) => [numberOf(a), numberOf(b)])
  const clusters = rows(clustersFile).map(({ members }) => members.map(numberOf))
  const quality = judge(
    pages.map(({ story }) => story),
    pairs,
    clusters,
  )
  return [
    as,
    name,
    markups,
    `${pages.length}`,
    `${quality.truth}`,
    `${pairs.length}`,
    quality.precision.toFixed(3),
    quality.recall.toFixed(3),
    quality.f1.toFixed(3),
    quality.rand.toFixed(3),
    run.seconds.toFixed(2),
    `${Math.round(run.peakBytes / 2 ** 20)} MiB`,
  ]
}

/** @param {readonly number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
