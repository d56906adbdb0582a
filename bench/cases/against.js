// @ts-check
// Deduplicates new documents against an index of old ones, compared with deduplicating all of them together.
import { closeSync, createReadStream, openSync, rmSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { corpusFile } from '../corpora.js'
import { measure, median } from '../measure.js'
import { inGroups } from '../record.js'
import { scratch } from './settings.js'

/** The number of old documents per new one. */
const OLD_FOR_NEW = 20
/** The maximum time for the new documents, as a share of the time for all documents. */
const SHARE = 0.25

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function against({ size = 2_100_000, repetitions, threshold, recall, program, say }) {
  const whole = corpusFile('articles', size)
  const recent = Math.round(size / (OLD_FOR_NEW + 1))
  const [old, fresh] = [scratch('against-old.jsonl'), scratch('against-new.jsonl')]
  await split(whole, size - recent, old, fresh)
  const index = scratch('against-index')
  const out = scratch('against-out')
  const run = (/** @type {readonly string[]} */ args) =>
    measure(process.execPath, [program, ...args, '--json'])
  const dedup = (/** @type {readonly string[]} */ args) =>
    run(['dedup', ...args, '--threshold', `${threshold}`, '--out', out, '--force'])
  const built = await run([
    'index',
    'build',
    index,
    old,
    '--threshold',
    `${threshold}`,
    '--recall',
    `${recall}`,
    '--force',
  ])
  say(`${inGroups(size - recent)} documents in the index after ${built.seconds.toFixed(1)} s`)
  const times = { against: /** @type {number[]} */ ([]), whole: /** @type {number[]} */ ([]) }
  let removed = 0
  for (let i = 0; i < repetitions; i++) {
    const one = await dedup([fresh, '--against', index, '--also-within'])
    times.against.push(one.seconds)
    removed = JSON.parse(one.output).removed
    times.whole.push((await dedup([whole, '--recall', `${recall}`])).seconds)
    say(
      `${times.against.at(-1)?.toFixed(1)} s against the index, ${times.whole.at(-1)?.toFixed(1)} s for all`,
    )
  }
  for (const path of [index, out, old, fresh]) rmSync(path, { recursive: true, force: true })
  const share = median(times.against) / median(times.whole)
  const seconds = (/** @type {readonly number[]} */ list) => list.map((time) => time.toFixed(1)).join(', ')
  return {
    title: 'New documents against an index',
    notes: [
      `The last ${inGroups(recent)} of ${inGroups(size)} generated articles, deduplicated among themselves and against an index of the others`,
      `(dedup --against INDEX --also-within), compared with a dedup of all; threshold ${threshold}, recall ${recall}. Whole processes, in turn.`,
    ],
    rows: [],
    tables: [
      [
        ['', 'documents', 'seconds', 'removed'],
        ['index build', inGroups(size - recent), built.seconds.toFixed(1), '–'],
        ['dedup --against INDEX', inGroups(recent), seconds(times.against), inGroups(removed)],
        ['dedup of all', inGroups(size), seconds(times.whole), '–'],
      ],
    ],
    verdicts: [
      `time of the new ones relative to all: ${share.toFixed(3)}, required at most ${SHARE}: ${share <= SHARE ? 'met' : 'NOT MET'}`,
    ],
  }
}

/**
 * Splits a file into its first lines and the rest.
 *
 * @param {string} file
 * @param {number} count
 * @param {string} first
 * @param {string} rest
 */
async function split(file, count, first, rest) {
  const targets = [openSync(first, 'w'), openSync(rest, 'w')]
  let [number, chunk] = [0, '']
  for await (const line of createInterface({ input: createReadStream(file) })) {
    chunk += `${line}\n`
    number++
    if (chunk.length < 2 ** 22 && number !== count) continue
    writeSync(targets[number <= count ? 0 : 1] ?? 0, chunk)
    chunk = ''
  }
  writeSync(targets[1] ?? 0, chunk)
  for (const target of targets) closeSync(target)
}
