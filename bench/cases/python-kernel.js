// @ts-check
// The kernel in Python compared with the kernel in Node and with datasketch: CPU time per document on one thread.
import { spawnSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { corpusFile } from '../corpora.js'
import { measure, median } from '../measure.js'
import { inGroups } from '../record.js'

const PEERS = fileURLToPath(new URL('../peers/', import.meta.url))
const NODE = fileURLToPath(new URL('../kernel-speed.js', import.meta.url))
/** The Python package with the kernel, as the Spark engine ships it: nothing needs to be installed. */
const PACKAGE = fileURLToPath(new URL('../../dist/engine/spark/likewise.zip', import.meta.url))

/** The minimum speed in Python, relative to Node. */
const SHARE = 0.8
/** The minimum speed, relative to datasketch. */
const TIMES = 100
const PASSES = 8
/** Documents that datasketch sketches: it takes milliseconds for each. */
const FEW = 200

/** The ways to use datasketch, and whether they count in the verdict: only the documented ones, with its default hash function. */
const WAYS = /** @type {const} */ ({
  update: { title: 'datasketch, update', counts: true },
  batch: { title: 'datasketch, update_batch', counts: true },
  bulk: { title: 'datasketch, generator and xxhash', counts: false },
})

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function pythonKernel({ size = 20_000, repetitions, say }) {
  const python = process.env.PYTHON ?? 'python3'
  const env = {
    ...process.env,
    PYTHONPATH: [PACKAGE, process.env.PYTHONPATH].filter(Boolean).join(delimiter),
  }
  const file = corpusFile('articles', size)
  const run = async (/** @type {string} */ program, /** @type {readonly string[]} */ args) =>
    JSON.parse((await measure(program, args, { env })).output)
  const hasDatasketch = spawnSync(python, ['-c', 'import datasketch'], { env }).status === 0
  if (!hasDatasketch) say('datasketch is not installed (bench/peers/requirements.txt): it is left out')
  /** @type {Record<string, number[]>} */
  const times = {}
  const add = (/** @type {string} */ name, /** @type {number | undefined} */ microseconds) => {
    if (microseconds === undefined) return
    times[name] = [...(times[name] ?? []), microseconds]
    say(`${name}: ${microseconds.toFixed(2)} µs`)
  }
  let versions = `Node.js ${process.versions.node}`
  for (let round = 0; round < repetitions; round++) {
    const node = await run(process.execPath, [NODE, file, `${size}`, `${PASSES}`])
    add('Node, JSON Lines', node.jsonLines.microseconds)
    add('Node, plain texts', node.plainTexts.microseconds)
    const made = await run(python, [`${PEERS}likewise_kernel.py`, file, `${size}`, `${PASSES}`])
    if (made.checksum !== node.plainTexts.lastKey) throw new Error('the kernels made different band keys')
    add('likewise.kernel, band keys', made.kernel.keys)
    add('likewise.kernel, signatures of 128', made.kernel.signatures)
    add('likewise.kernel, MinHash signatures of 128', made.kernel.minhash)
    add('likewise.kernel, sets', made.kernel.sets)
    versions = `Node.js ${process.versions.node}, Python ${made.python}, wasmtime ${made.wasmtime}`
    if (!hasDatasketch) continue
    const other = await run(python, [`${PEERS}datasketch_speed.py`, file, `${FEW}`])
    for (const [way, { title }] of Object.entries(WAYS)) add(title, other.datasketch[way])
    versions += `, datasketch ${other.version}`
  }
  const typical = (/** @type {string} */ name) => median(times[name] ?? [])
  const share = typical('Node, plain texts') / typical('likewise.kernel, band keys')
  const shown = (/** @type {boolean} */ is) => (is ? 'shown' : 'NOT shown')
  const ways = Object.values(WAYS).filter(({ title }) => times[title] !== undefined)
  return {
    title: `The kernel in Python, Node and datasketch: ${inGroups(size)} articles`,
    notes: [
      `CPU time per document on one thread, in µs: the best of ${PASSES} passes in each of ${repetitions} processes, which ran in turn. ${versions}.`,
      'Both kernels make the keys of 13 bands of 7 rows from texts with offsets, in calls of a megabyte; Python gets them as one Arrow array.',
      `datasketch makes MinHash of 128 permutations of ${FEW} of the documents, shingles included.`,
      ...(hasDatasketch ? [] : ['datasketch was not installed.']),
    ],
    rows: [],
    tables: [
      [
        ['', 'µs per document (median)', 'all'],
        ...Object.entries(times).map(([name, list]) => [
          name,
          median(list).toFixed(2),
          list.map((time) => time.toFixed(2)).join(', '),
        ]),
      ],
    ],
    verdicts: [
      `at least ${SHARE} of the speed of the Node kernel: ${share.toFixed(2)}, ${shown(share >= SHARE)}`,
      ...ways.map(({ title, counts }) => {
        const ratio = typical(title) / typical('likewise.kernel, signatures of 128')
        return counts
          ? `at least ${TIMES} × faster than ${title}: ${ratio.toFixed(0)} ×, ${shown(ratio >= TIMES)}`
          : `faster than ${title}: ${ratio.toFixed(0)} ×`
      }),
    ],
  }
}
