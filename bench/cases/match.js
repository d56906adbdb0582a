// @ts-check
// Records of the same thing: pair precision, recall and F1 on labelled sets, and the time for many people with errors.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { matchTuned } from '../../dist/apps/entities/match-tuned.js'
import { TUNING } from '../../dist/apps/entities/tuning.js'
import { readTable } from '../../dist/read/node-read-records-table.js'
import { Missing } from '../corpora/real.js'
import { key, LABELLED, PEOPLE_COLUMNS, writePeople } from '../corpora/records.js'
import { measure } from '../measure.js'
import { inGroups } from '../record.js'
import { scratch } from './settings.js'

/** A constant is changed for a gain in the mean F1 of more than this. */
const GAIN = 0.001
/** Thresholds among which one is chosen on the first half of a set. */
const THRESHOLDS = [0.5, 0.01, 0.1, 0.3, 0.7, 0.9, 0.99, 0.999]
/** Blocked by single columns, as here, it takes 7 GB and more beyond. */
const MOST_FOR_SPLINK = 5000
/** For pairs down to the least of them. */
const ALL = ['--threshold', '0.01']
const SPLINK = fileURLToPath(new URL('../peers/splink_dedupe.py', import.meta.url))
const PYTHON = fileURLToPath(new URL('../../.cache/peer-splink/bin/python', import.meta.url))

/**
 * What is tried of the constants in src/apps/entities/tuning.ts, one after the other; all else as it was chosen before.
 *
 * @type {readonly { readonly [name in keyof Tuning]?: Tuning[name] }[][]}
 */
const TRIED = [
  [
    { trust: [1, 1, 1, 1, 1, 1, 1] },
    { trust: [1, 1, 1, 1, 0.5, 0, 0] },
    { trust: [1, 1, 1, 1, 0, 0, 0] },
    { trust: [1, 1, 1, 0.5, 0, 0, 0] },
  ],
  [0.7, 0.8, 0.9].map((likely) => ({ likely })),
  [0.6, 0.7, 0.8].map((similarWords) => ({ similarWords })),
  [0.4, 0.5, 0.6].map((similarGrams) => ({ similarGrams })),
  [0.25, 0.5, 1].map((partShare) => ({ partShare })),
  [0.25, 0.5, 1].map((moreWords) => ({ moreWords })),
  [0.35, 0.5, 0.65].map((spelling) => ({ spelling })),
]

/** @typedef {import('../../dist/apps/entities/tuning.js').Tuning} Tuning */
/** @typedef {import('../corpora/records.js').Half} Half */
/** @typedef {{ precision: number, recall: number, f1: number }} Figures */

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function match({ size = 100_000, program, only, say }) {
  /** @type {string[][]} */
  const cells = []
  /** @type {string[]} */
  const verdicts = []
  const tuning = await chooseTuning(say)
  for (const set of LABELLED.filter(({ name }) => name.includes(only))) {
    try {
      const { choose, report, all } = set.write(scratch('match'))
      const two = report.files.length === 2
      const run = (/** @type {Half} */ half, /** @type {readonly string[]} */ ...more) =>
        runMatch(program, half, [...set.options, ...more])
      const plain = await run(report)
      const whole = await run(all)
      const [onChoose, onReport] = [await run(choose, ...ALL), await run(report, ...ALL)]
      const chosen = THRESHOLDS.reduce((best, threshold) =>
        onChoose.at(threshold).f1 > onChoose.at(best).f1 ? threshold : best,
      )
      const assigned = two ? await run(all, '--one-to-one') : undefined
      const points = await run(report, '--score-by', 'points')
      const peer = set.splink && existsSync(PYTHON) ? await runSplink(report, set.splink) : undefined
      cells.push([
        set.name,
        inGroups(report.records),
        inGroups(report.truth.size),
        text(whole.figures),
        assigned === undefined ? '–' : text(assigned.figures),
        text(plain.figures),
        `${text(onReport.at(chosen))} at ${chosen}`,
        text(points.figures),
        peer === undefined ? '–' : text(peer.figures),
        set.published,
        ...costs(plain),
        ...costs(peer),
      ])
      say(`${set.name}: ${text(plain.figures)}${peer === undefined ? '' : `, Splink ${text(peer.figures)}`}`)
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      verdicts.push(`${set.name} was left out: ${error.message}`)
    }
  }
  for (const count of 'people'.includes(only) ? new Set([5000, size]) : []) {
    const half = writePeople(count, scratch('match'))
    const plain = await runMatch(program, half, [])
    const peer =
      existsSync(PYTHON) && count <= MOST_FOR_SPLINK ? await runSplink(half, PEOPLE_COLUMNS) : undefined
    cells.push([
      'people, all',
      inGroups(count),
      inGroups(half.truth.size),
      text(plain.figures),
      ...['–', '–', '–', '–'],
      peer === undefined ? '–' : text(peer.figures),
      '–',
      ...costs(plain),
      ...costs(peer),
    ])
    say(`${inGroups(count)} people: ${text(plain.figures)} in ${plain.seconds.toFixed(1)} s`)
  }
  return {
    title: 'Records of the same thing',
    notes: NOTES,
    rows: [],
    tables: [
      [HEAD, ...cells],
      [['constant', 'mean F1 over the first halves', ''], ...tuning.table],
    ],
    verdicts: [
      ...verdicts,
      `the constants chosen on the first halves ${tuning.isDefault ? 'are' : 'are NOT'} those of the program`,
    ],
  }
}

const HEAD = [
  '',
  'records of the second half',
  'true pairs',
  'whole set: F1 (precision, recall)',
  'whole set with --one-to-one',
  'second half',
  'second half, threshold chosen on the first',
  'second half with --score-by points',
  'Splink',
  'published F1',
  'seconds',
  'peak memory',
  'seconds of Splink',
  'its peak memory',
]

const NOTES = [
  'Likewise is given the files and nothing else, but to ignore the column that holds the answer. Each set is also cut in two',
  'by things, by a hash of their names: all records of one thing fall into one half. It is given no label. In one column',
  'the threshold is chosen on the first half and the figures are of the second; thresholds tried:',
  `${THRESHOLDS.join(', ')}. Published figures are those of the data's README, on whole sets. Truth as it is given: that of`,
  'the restaurants lacks pairs with the same name and phone, so that no method reaches a precision of 1 on it.',
  'People are made by bench/corpora/people.js: a fifth of the records are second records of a person, with one to four errors.',
  'Splink 5.0.0 is set up as its tutorials do (bench/peers/splink_dedupe.py) and takes pairs of a probability of 0.5 or more;',
  'it is told what each column holds, Likewise finds that out by itself; its columns are of the second half, and of all people.',
  'The constants inside were chosen in turn by the mean F1 over the first halves of these sets (second table; trust: how much of',
  `its weight each of seven levels of agreement keeps), and changed only for a gain of more than ${GAIN}; febrl 1 and 3, where all is found`,
  'whatever they are, had no part in it. The columns of the second half show them on things that had no part in it. The search',
  'began at constants that had been settled with these sets in view, and a few (points of a band, what counts as small) stayed so.',
]

/**
 * The constants with the best mean F1 over the first halves.
 *
 * @param {(line: string) => void} say
 */
async function chooseTuning(say) {
  /** @type {{ choose: Half, tables: (readonly import('likewise/match').RecordFields[])[], ignore: string[] }[]} */
  const sets = []
  for (const { options, write } of LABELLED.filter(({ name }) => !/febrl [13]/.test(name))) {
    try {
      const { choose } = write(scratch('match'))
      const tables = []
      for (const file of choose.files) tables.push((await readTable(file)).records)
      sets.push({ choose, tables, ignore: options[0] === '--ignore' ? options.slice(1) : [] })
    } catch (error) {
      if (!(error instanceof Missing)) throw error
    }
  }
  /** @type {Map<string, number>} */
  const known = new Map()
  const meanOf = (/** @type {Tuning} */ tuning) => {
    const before = known.get(JSON.stringify(tuning))
    if (before !== undefined) return before
    const f1 = sets.map(({ choose, tables: [a = [], b], ignore }) => {
      const { pairs } = matchTuned(a, b, { ignore }, tuning)
      const found = Array.from(pairs.a, (i, at) =>
        named(idOf(a[i] ?? {}), idOf((b ?? a)[pairs.b[at] ?? 0] ?? {}), b !== undefined),
      )
      return figuresOf(choose, found).f1
    })
    const mean = f1.reduce((sum, value) => sum + value, 0) / f1.length
    known.set(JSON.stringify(tuning), mean)
    return mean
  }
  /** @type {string[][]} */
  const table = []
  let chosen = TUNING
  for (const tried of sets.length === 0 ? [] : TRIED) {
    const before = meanOf(chosen)
    const rated = tried.map((one) => ({ one, tuning: { ...chosen, ...one } }))
    const best = rated.reduce((best, { tuning }) => (meanOf(tuning) > meanOf(best) ? tuning : best), chosen)
    if (meanOf(best) > before + GAIN) chosen = best
    for (const { one, tuning } of rated) {
      const [[name, value] = ['', '']] = Object.entries(one)
      say(`${name} ${value}: ${meanOf(tuning).toFixed(4)}`)
      const isChosen = JSON.stringify(tuning) === JSON.stringify(chosen)
      table.push([`${name} ${value}`, meanOf(tuning).toFixed(4), isChosen ? 'chosen' : ''])
    }
  }
  return { table, isDefault: chosen === TUNING }
}

/** The labelled sets have their ids in the first column. @param {import('likewise/match').RecordFields} record */
function idOf(record) {
  return `${Object.values(record)[0] ?? ''}`.trim()
}

/** @param {string} a @param {string} b @param {boolean} isTwo whether they are of two tables */
function named(a, b, isTwo) {
  return isTwo ? `${a} ${b}` : key(a, b)
}

/** @param {string} program @param {Half} half @param {readonly string[]} options */
async function runMatch(program, half, options) {
  const pairs = scratch('match.pairs.jsonl')
  const run = await measure(process.execPath, [
    program,
    'match',
    ...half.files,
    '--pairs',
    pairs,
    '--force',
    '--quiet',
    ...options,
  ])
  const found = readFileSync(pairs, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  const isTwo = half.files.length === 2
  const at = (/** @type {number} */ threshold) =>
    figuresOf(
      half,
      found.filter(({ score }) => score >= threshold).map(({ a, b }) => named(`${a}`, `${b}`, isTwo)),
    )
  return { ...run, at, figures: at(0) }
}

/** @param {Half} half @param {readonly string[]} columns */
async function runSplink(half, columns) {
  const pairs = scratch('splink.pairs.txt')
  const run = await measure(PYTHON, [SPLINK, half.files[0] ?? '', pairs, ...columns])
  const found = readFileSync(pairs, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return {
    ...run,
    figures: figuresOf(
      half,
      found.map((line) => key(line.split(' ')[0] ?? '', line.split(' ')[1] ?? '')),
    ),
  }
}

/** @param {Half} half @param {readonly string[]} found @returns {Figures} */
function figuresOf({ truth }, found) {
  const right = found.filter((pair) => truth.has(pair)).length
  const precision = found.length === 0 ? 0 : right / found.length
  const recall = truth.size === 0 ? 0 : right / truth.size
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

/** @param {Figures} figures */
function text({ precision, recall, f1 }) {
  return `${f1.toFixed(3)} (${precision.toFixed(3)}, ${recall.toFixed(3)})`
}

/** @param {{ seconds: number, peakBytes: number } | undefined} run */
function costs(run) {
  return run === undefined
    ? ['–', '–']
    : [run.seconds.toFixed(1), `${Math.round(run.peakBytes / 2 ** 20)} MiB`]
}
