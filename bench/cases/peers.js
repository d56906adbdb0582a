// @ts-check
// Likewise compared with datasketch, rensa and datatrove, on the same documents and shingles and at the same recall.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { corpusFile } from '../corpora.js'
import { runLikewise } from '../likewise.js'
import { alternate, measure } from '../measure.js'
import { inGroups, percent, secondsOf } from '../record.js'
import { exactTruth, qualityOf } from '../truth.js'
import { scratch } from './settings.js'

const PYTHON = fileURLToPath(new URL('../../.cache/peers/bin/python', import.meta.url))
const FOLDER = fileURLToPath(new URL('../peers/', import.meta.url))

/** Bands and rows of up to 128 permutations, the usual number, by ascending recall. */
const CUSTOMARY = /** @type {const} */ ([
  [16, 8],
  [18, 7],
  [21, 6],
  [25, 5],
  [32, 4],
])
/** As few permutations as possible, at the cost of precision. */
const FEW = /** @type {const} */ ([
  [8, 5],
  [10, 5],
  [12, 5],
  [14, 5],
  [16, 5],
  [18, 5],
])

/** The number of our runs before each peer and after the last one; a peer takes as long as dozens of them. */
const OURS = 2

/** @typedef {readonly [bands: number, rows: number]} Layout */
/**
 * @typedef {object} Peer
 * @property {string} name
 * @property {string} program in bench/peers
 * @property {string[]} [extra] arguments
 * @property {readonly Layout[]} [layouts] default: CUSTOMARY
 * @property {string} [layoutOf] the peer whose layout it uses, if both make the same sketches
 * @property {number} [limit] how many times faster Likewise must be
 */

/** @type {readonly Peer[]} */
const PEERS = [
  { name: 'datasketch, update_batch', program: 'datasketch_lsh.py', extra: ['batch'], limit: 100 },
  {
    name: 'datasketch, update',
    program: 'datasketch_lsh.py',
    extra: ['update'],
    layoutOf: 'datasketch, update_batch',
    limit: 100,
  },
  { name: 'datasketch, generator and xxhash', program: 'datasketch_lsh.py', extra: ['bulk'], limit: 100 },
  {
    name: 'datasketch, generator and xxhash, few',
    program: 'datasketch_lsh.py',
    extra: ['bulk'],
    layouts: FEW,
  },
  { name: 'rensa', program: 'rensa_lsh.py', limit: 3 },
  { name: 'rensa, few', program: 'rensa_lsh.py', layouts: FEW },
  { name: 'datatrove', program: 'datatrove_minhash.py', extra: [`${availableParallelism()}`], limit: 50 },
  {
    name: 'datatrove, few',
    program: 'datatrove_minhash.py',
    extra: [`${availableParallelism()}`],
    layouts: FEW,
  },
]

/** @param {string} only names, or parts of them, with | between them */
function isWanted(only) {
  const parts = only.split('|')
  const isName = (/** @type {string} */ part) => PEERS.some(({ name }) => name === part)
  return (/** @type {Peer} */ { name }) =>
    parts.some((part) => (isName(part) ? name === part : name.includes(part)))
}

/** A peer with its bands and rows. */
class Contestant {
  /**
   * @param {Peer} peer
   * @param {Layout} layout
   * @param {string} corpus
   */
  constructor(peer, [bands, rows], corpus) {
    this.peer = peer
    this.layout = /** @type {Layout} */ ([bands, rows])
    this.name = `${peer.name} (${bands} × ${rows})`
    this.isPipeline = peer.program.startsWith('datatrove')
    this.out = scratch(`peers-${peer.name.replaceAll(/\W+/g, '-')}`)
    this.args = [`${FOLDER}${peer.program}`, corpus, this.out, `${bands}`, `${rows}`, ...(peer.extra ?? [])]
    this.said = ''
  }

  async run() {
    const measurement = await measure(PYTHON, this.args)
    this.said = measurement.output.trimEnd().split('\n').at(-1) ?? ''
    return measurement
  }

  /** @param {import('../truth.js').Truth} truth */
  async quality(truth) {
    if (!this.isPipeline) return qualityOf(this.out, truth)
    const pairs = `${this.out}.pairs.jsonl`
    await measure(PYTHON, [`${FOLDER}datatrove_pairs.py`, this.out, pairs])
    return qualityOf(pairs, truth)
  }
}

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function peers(settings) {
  if (!existsSync(PYTHON)) throw new Error(`${PYTHON} is not there: sh bench/install-peers.sh`)
  const { size = 20_000, repetitions, threshold, first = 20_000, only, say } = settings
  const corpus = corpusFile('articles', size)
  // The first documents are the same at every size, and recall does not depend on the others.
  const truth = await exactTruth(corpus, Math.min(first, size), threshold)
  const pairs = scratch('peers-likewise.pairs.jsonl')
  await runLikewise(corpus, pairs, settings)
  const quality = await qualityOf(pairs, truth)
  say(`likewise: recall ${percent(quality.recall)}`)

  /** @type {Contestant[]} */
  const contestants = []
  const head = corpusFile('articles', Math.min(first, size))
  for (const peer of PEERS.filter(isWanted(only))) {
    const same = contestants.find((other) => other.peer.name === peer.layoutOf)
    const layout = same?.layout ?? (await layoutWithRecall(peer, head, truth, quality.recall, say))
    contestants.push(new Contestant(peer, layout, corpus))
  }
  const ours = { name: 'likewise find', run: () => runLikewise(corpus, pairs, settings) }
  const oursInTurn = Array.from({ length: OURS }, () => ours)
  const runs = await alternate(
    repetitions,
    // Before and after each peer: some take many minutes, and the machine may change.
    [
      ...contestants.flatMap((peer) => [...oursInTurn, { name: peer.name, run: () => peer.run() }]),
      ...oursInTurn,
    ],
    (name, { seconds }) => say(`${name}: ${seconds.toFixed(2)} s`),
  )
  const likewise = { name: 'likewise find', documents: size, quality, runs: runs.get('likewise find') ?? [] }
  const rows = []
  for (const contestant of contestants) {
    const { name, peer } = contestant
    const row = {
      name,
      documents: size,
      quality: await contestant.quality(truth),
      runs: runs.get(name) ?? [],
    }
    rows.push({ ...row, limit: peer.limit, times: secondsOf(row) / secondsOf(likewise) })
  }
  return {
    title: `Against peers: ${inGroups(size)} articles of about 1.5 KB`,
    notes: [
      `Threshold ${threshold}, recall ${settings.recall} for Likewise. Each peer uses the first of its settings, from few`,
      'candidates to many, with a measured recall among the first documents not below that of Likewise; its bands × rows are',
      'given after its name.',
      '`few` means the fewest permutations instead of the usual 128. Likewise ran before and after each peer. The time is',
      'that of the whole process, from the file to the pairs. The peers return candidates and do not verify them; for',
      `datatrove, the pairs are listed afterwards, outside of its time. Recall is among the first ${inGroups(truth.texts.length)}.`,
      `Output of the peers: ${contestants.map(({ said }) => `\`${said}\``).join('; ')}.`,
    ],
    rows: [likewise, ...rows.map((row) => ({ ...row, ratio: `${row.times.toFixed(1)} × likewise` }))],
    verdicts: rows
      .filter((row) => row.limit !== undefined)
      .map(({ name, limit = 0, times }) => {
        const verdict = times >= limit ? 'shown' : 'NOT shown'
        return `at least ${limit} × faster than ${name}: ${times.toFixed(1)} ×, ${verdict}`
      }),
  }
}

/**
 * The first layout of a peer whose recall is not below the one requested; the last one if none is.
 *
 * @param {Peer} peer
 * @param {string} corpus the documents of which the truth is known
 * @param {import('../truth.js').Truth} truth
 * @param {number} requested
 * @param {(line: string) => void} say
 */
async function layoutWithRecall(peer, corpus, truth, requested, say) {
  const layouts = peer.layouts ?? CUSTOMARY
  for (const layout of layouts) {
    const contestant = new Contestant(peer, layout, corpus)
    await contestant.run()
    const { recall } = await contestant.quality(truth)
    say(`${contestant.name}: recall ${percent(recall)}`)
    if (recall >= requested || layout === layouts.at(-1)) return layout
  }
  throw new Error(`${peer.name} has no layouts`)
}
