// @ts-check
// `likewise find --engine spark` compared with MLlib and a plain MinHash job on the same Spark, and how the cost per document grows with
// their number.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sparkCommand } from '../../dist/engine/spark/node-spark-command.js'
import { corpusFile } from '../corpora.js'
import { alternate, median } from '../measure.js'
import { inGroups, percent, secondsOf } from '../record.js'
import { MEASURED, measureSpark, SHARED } from '../spark-job.js'
import { sizingTable } from '../spark-sizing.js'
import { exactTruth, qualityOf } from '../truth.js'
import { scratch } from './settings.js'

const FOLDER = fileURLToPath(new URL('../peers/', import.meta.url))
/** How many times faster than each peer Likewise must be. */
const TIMES = 5
/** The maximum cost per document at the largest size, relative to the smallest size. */
const GROWTH = 1.3
/** A recall that is lower by less counts as equal, in favor of the peers. */
const EQUAL_RECALL = 0.005

/**
 * @typedef {object} Peer
 * @property {string} name
 * @property {string} program in bench/peers
 * @property {readonly string[]} choices of its last argument, from few candidates to many
 * @property {(quality: import('../truth.js').Quality) => number} recallOf what counts as found
 * @property {readonly string[]} [before] arguments before its last one
 */

/** @param {number} threshold @returns {readonly Peer[]} */
const peersAt = (threshold) => [
  {
    name: 'MLlib MinHashLSH',
    program: 'spark_mllib.py',
    before: [`${threshold}`],
    choices: ['1', '2', '3', '4', '6', '8', '12'],
    recallOf: ({ recall }) => recall,
  },
  {
    name: 'PySpark MinHash',
    program: 'spark_minhash.py',
    choices: ['16x8', '18x7', '21x6', '25x5', '32x4'],
    // It finds components, so a pair counts if any chain connects it.
    recallOf: ({ linkedRecall }) => linkedRecall,
  },
]

/**
 * @param {import('./settings.js').Settings} settings `only`: `MLlib`, `PySpark` or `scaling`, with | between them
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function spark(settings) {
  const { size = 100_000, threshold, only } = settings
  const cluster = new Cluster(settings)
  const isWanted = (/** @type {string} */ name) => only.split('|').some((part) => name.includes(part))
  const peers = peersAt(threshold).filter(({ name }) => isWanted(name))
  const compared = peers.length === 0 ? undefined : await comparePeers(cluster, settings, size, peers)
  const scaled = isWanted('scaling') ? await scale(cluster, settings) : undefined
  return {
    title: `On Spark: ${[compared && `${inGroups(size)} articles, compared with peers`, scaled && 'cost per document'].filter(Boolean).join('; ')}`,
    notes: [
      `Spark on ${cluster.master}, the same for every program${cluster.conf.length === 0 ? '' : ` (${cluster.conf.join(', ')})`}. Threshold ${threshold}, recall ${settings.recall} for`,
      'Likewise. Times are of whole processes, from submitting to the written pairs. Memory and CPU time are those of the process and',
      'all its descendants, Java and Python, so they are complete with a local master. Shuffled bytes are those that tasks wrote for',
      'each other, compressed, according to the event log of Spark; disk is the maximum that its local folder and checkpoints took.',
      ...(compared?.notes ?? []),
    ],
    rows: [...(compared?.rows ?? []), ...(scaled?.rows ?? [])],
    tables: [
      costTable([...(compared?.rows ?? []), ...(scaled?.rows ?? [])]),
      ...(scaled === undefined ? [] : [scaled.sizing]),
    ],
    verdicts: [...(compared?.verdicts ?? []), ...(scaled?.verdicts ?? [])],
  }
}

/** Where Spark is, and how programs are submitted to it. */
class Cluster {
  /** @param {import('./settings.js').Settings} settings */
  constructor({ master, sparkConf, ...settings }) {
    this.master = master ?? `local[${availableParallelism()}]`
    this.conf = sparkConf
    this.settings = settings
    const { command, env } = sparkCommand({ master: this.master })
    this.submit = command
    // Peers run with their own settings of Java.
    this.env = { ...process.env, ...(env.SPARK_HOME !== undefined && { SPARK_HOME: env.SPARK_HOME }) }
    this.all = [...Object.entries(MEASURED).map(([name, value]) => `${name}=${value}`), ...this.conf]
  }

  /** @param {string} corpus @param {string} pairs */
  likewise(corpus, pairs) {
    const { program, threshold, recall } = this.settings
    const asked = ['--threshold', `${threshold}`, '--recall', `${recall}`, '--pairs', pairs, '--force']
    const where = ['--engine', 'spark', '--master', this.master, '--spark-dir', SHARED]
    const conf = this.all.flatMap((setting) => ['--spark-conf', setting])
    const args = [program, 'find', corpus, ...asked, ...where, ...conf, '--json', '--quiet']
    return measureSpark(process.execPath, args, this.env)
  }

  /** @param {Peer} peer @param {string} corpus @param {string} out @param {readonly string[]} choices */
  peer({ program, before = [] }, corpus, out, choices) {
    const conf = this.all.flatMap((setting) => ['--conf', setting])
    const words = ['--py-files', `${FOLDER}spark_words.py`]
    const args = ['--master', this.master, ...conf, ...words, `${FOLDER}${program}`, corpus, out, ...before]
    return measureSpark(this.submit, [...args, choices.join(',')], this.env)
  }
}

/**
 * @param {Cluster} cluster
 * @param {import('./settings.js').Settings} settings
 * @param {number} size
 * @param {readonly Peer[]} peers
 */
async function comparePeers(cluster, { repetitions, threshold, first = 20_000, say }, size, peers) {
  const corpus = corpusFile('articles', size)
  const truth = await exactTruth(corpus, Math.min(first, size), threshold)
  const pairs = scratch('spark-likewise.pairs.jsonl')
  await cluster.likewise(corpus, pairs)
  const quality = await qualityOf(pairs, truth)
  say(`likewise: recall ${percent(quality.recall)}, of connected pairs ${percent(quality.linkedRecall)}`)
  const head = corpusFile('articles', Math.min(first, size))
  const contestants = []
  for (const peer of peers) {
    const out = scratch(`spark-${peer.program}`)
    const choice = await choiceWithRecall(cluster, peer, head, out, truth, quality, say)
    contestants.push({ peer, choice, out, name: `${peer.name} (${choice})` })
  }
  const ours = { name: 'likewise find --engine spark', run: () => cluster.likewise(corpus, pairs) }
  const runs = await alternate(
    repetitions,
    [
      ...contestants.flatMap(({ peer, choice, out, name }) => [
        ours,
        { name, run: () => cluster.peer(peer, corpus, out, [choice]) },
      ]),
      ours,
    ],
    (name, { seconds, cpuSeconds }) =>
      say(`${name}: ${seconds.toFixed(1)} s, CPU time ${cpuSeconds.toFixed(1)} s`),
  )
  const row = (/** @type {string} */ name, /** @type {import('../truth.js').Quality} */ found) => ({
    name,
    documents: size,
    quality: found,
    runs: runs.get(name) ?? [],
  })
  const own = row(ours.name, quality)
  const others = []
  for (const { peer, choice, out, name } of contestants) {
    const found = await qualityOf(gathered(join(out, choice)), truth)
    const other = row(name, { ...found, recall: peer.recallOf(found) })
    const times = secondsOf(other) / secondsOf(own)
    others.push({ ...other, times, ratio: `${times.toFixed(1)} × likewise` })
  }
  return {
    notes: [
      'Each peer uses the first of its settings, from few candidates to many, in parentheses (hash tables, or bands x rows), whose measured',
      `recall among the first ${inGroups(truth.texts.length)} documents is less than ${percent(EQUAL_RECALL)} below that of Likewise. MLlib verifies pairs; the plain`,
      'MinHash job does not, and its recall counts a pair if any chain connects its documents.',
    ],
    rows: [own, ...others],
    verdicts: others.map(
      ({ name, times }) =>
        `at least ${TIMES} × faster than ${name}: ${times.toFixed(1)} ×, ${times >= TIMES ? 'shown' : 'NOT shown'}`,
    ),
  }
}

/**
 * The first setting of a peer whose recall is not below that of Likewise; the last one if none is.
 *
 * @param {Cluster} cluster
 * @param {Peer} peer
 * @param {string} corpus the documents of which the truth is known
 * @param {string} out
 * @param {import('../truth.js').Truth} truth
 * @param {import('../truth.js').Quality} ours
 * @param {(line: string) => void} say
 */
async function choiceWithRecall(cluster, peer, corpus, out, truth, ours, say) {
  // All of them in one application: starting one takes longer than a search of few documents.
  await cluster.peer(peer, corpus, out, peer.choices)
  for (const choice of peer.choices) {
    const recall = peer.recallOf(await qualityOf(gathered(join(out, choice)), truth))
    say(`${peer.name} (${choice}): recall ${percent(recall)}`)
    if (recall > peer.recallOf(ours) - EQUAL_RECALL) return choice
  }
  return peer.choices.at(-1) ?? ''
}

/** The part files of a folder as one file. @param {string} folder */
function gathered(folder) {
  const file = `${folder}.jsonl`
  if (!existsSync(folder)) throw new Error(`${folder} was not written`)
  writeFileSync(file, '')
  for (const name of readdirSync(folder).sort()) {
    if (name.startsWith('part-')) writeFileSync(file, readFileSync(join(folder, name)), { flag: 'a' })
  }
  return file
}

/**
 * @param {Cluster} cluster
 * @param {import('./settings.js').Settings} settings
 */
async function scale(cluster, { repetitions, threshold, first = 20_000, sizes, say }) {
  const inputs = (sizes ?? [100_000, 500_000, 2_000_000]).map((documents) => ({
    documents,
    name: `likewise find --engine spark, ${inGroups(documents)}`,
    corpus: corpusFile('articles', documents),
    pairs: scratch(`spark-${documents}.pairs.jsonl`),
  }))
  const smallest = Math.min(...inputs.map(({ documents }) => documents))
  const runs = await alternate(
    repetitions,
    inputs.map(({ name, corpus, pairs }) => ({ name, run: () => cluster.likewise(corpus, pairs) })),
    (name, { seconds, cpuSeconds }) =>
      say(`${name}: ${seconds.toFixed(1)} s, CPU time ${cpuSeconds.toFixed(1)} s`),
  )
  const truth = await exactTruth(inputs[0]?.corpus ?? '', Math.min(first, smallest), threshold)
  const rows = []
  for (const { name, documents, pairs } of inputs) {
    const row = { name, documents, quality: await qualityOf(pairs, truth), runs: runs.get(name) ?? [] }
    rows.push({ ...row, ratio: `${((1e6 * secondsOf(row)) / documents).toFixed(1)} µs per document` })
    rmSync(pairs, { force: true })
  }
  const perDocument = rows.map((row) => secondsOf(row) / row.documents)
  const growth = (perDocument.at(-1) ?? Number.NaN) / (perDocument[0] ?? Number.NaN)
  const [largest] = rows.slice(-1)
  return {
    rows,
    sizing: largest === undefined ? [] : sizingTable(costOf(largest)),
    verdicts: [
      `time per document at most ${GROWTH} × from ${inputs.map(({ documents }) => inGroups(documents)).join(' to ')} documents: ${growth.toFixed(2)} ×, ${growth <= GROWTH ? 'shown' : 'NOT shown'}`,
    ],
  }
}

/** @typedef {import('../record.js').Row} Row */

/** The cost per document, from the medians of the runs. @param {Row} row */
function costOf({ documents, runs }) {
  const measured = /** @type {readonly import('../spark-job.js').SparkMeasurement[]} */ (runs)
  const perDocument = (/** @type {(run: import('../spark-job.js').SparkMeasurement) => number} */ of) =>
    median(measured.map(of)) / documents
  return {
    cpuSeconds: perDocument((run) => run.cpuSeconds),
    shuffleBytes: perDocument((run) => run.shuffleBytes),
    diskBytes: perDocument((run) => run.diskBytes),
    tasks: median(measured.map((run) => run.tasks)),
  }
}

/** @param {readonly Row[]} rows */
function costTable(rows) {
  return [
    [
      '',
      'documents',
      'µs per document',
      'CPU µs per document',
      'shuffled bytes per document',
      'disk bytes per document',
      'tasks',
    ],
    ...rows.map((row) => {
      const { cpuSeconds, shuffleBytes, diskBytes, tasks } = costOf(row)
      return [
        row.name,
        inGroups(row.documents),
        ((1e6 * secondsOf(row)) / row.documents).toFixed(1),
        (1e6 * cpuSeconds).toFixed(1),
        inGroups(Math.round(shuffleBytes)),
        inGroups(Math.round(diskBytes)),
        inGroups(tasks),
      ]
    }),
  ]
}
