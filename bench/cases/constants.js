// @ts-check
// How much the few constants of `match` matter: each is halved and doubled, and for each set, the result of the variant that is best on the
// other sets is reported.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { joinInKernel } from '../../dist/kernel/join-in-kernel.js'
import { key, LABELED, readTables } from '../corpora/records.js'
import { scratch } from './settings.js'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))
/** Sets that take long, and whose matches every variant finds, are left out. */
const SLOW = ['dblp-acm', 'febrl 1', 'febrl 2', 'febrl 3']
/** @type {readonly { name: string, file: string, constants: readonly string[] }[]} */
const VARIED = [
  { name: 'share of records with a match that is guessed at first', file: 'evidence.js', constants: ['MATCHED_OF_TWO', 'MATCHED_OF_ONE'] }, // biome-ignore format: one row
  { name: 'pairs that the guess is worth', file: 'evidence.js', constants: ['GUESS_WEIGHT'] },
  { name: 'share of values that are wrong altogether', file: 'evidence.js', constants: ['WRONG'] },
  { name: 'bits of a value that nobody else has', file: 'evidence.js', constants: ['UNIQUE_VALUE_BITS'] },
  {
    name: 'pairs that strengths as they are count for',
    file: 'recalibrate.js',
    constants: ['UNCORRECTED_WEIGHT'],
  },
]
const FACTORS = [0.5, 2]

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function constants({ only, say }) {
  const sets = LABELED.filter(({ name }) => new RegExp(only).test(name) && !SLOW.includes(name))
  /** @type {Parameters<typeof f1Of>[1][]} */
  const inputs = []
  for (const set of sets) inputs.push({ set, tables: await readTables(set), truth: await set.truth() })
  /** @type {{ name: string, f1: number[] }[]} */
  const variants = []
  const measure = async (/** @type {string} */ name, /** @type {string} */ folder) => {
    const { matchRecords } = await import(pathToFileURL(join(folder, 'apps/entities/match-records.js')).href)
    const f1 = inputs.map((input) => f1Of(matchRecords, input))
    variants.push({ name, f1 })
    say(`${name}: ${f1.map((value) => value.toFixed(3)).join(', ')}`)
  }
  await measure('as it is', DIST)
  for (const { name, file, constants } of VARIED) {
    for (const factor of FACTORS) {
      await measure(`${name} × ${factor}`, variedCopy(file, constants, factor))
    }
  }
  const meanOf = (/** @type {readonly number[]} */ values) =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const leftOut = sets.map(({ name }, at) => {
    const without = ({ f1 = /** @type {number[]} */ ([]) }) => meanOf(f1.filter((_, i) => i !== at))
    const best = variants.reduce((one, other) => (without(other) > without(one) ? other : one))
    return { name, chosen: best.name, f1: best.f1[at] ?? 0, noCompression: variants[0]?.f1[at] ?? 0 }
  })
  return {
    title: 'The constants of match, halved and doubled',
    notes: [
      `F1 on ${sets.length} labeled sets (not on ${SLOW.join(', ')}, which take long and are found completely), without labels. Each constant is halved and`,
      'doubled on its own. Second table: for each set, the variant with the best mean F1 on the others, and its F1 on the set.',
    ],
    rows: [],
    tables: [
      [
        ['', ...sets.map(({ name }) => name), 'mean'],
        ...variants.map(({ name, f1 }) => [name, ...[...f1, meanOf(f1)].map((value) => value.toFixed(3))]),
      ],
      [
        ['left out', 'chosen on the others', 'its F1', 'F1 as it is'],
        ...leftOut.map(({ name, chosen, f1, noCompression }) => [
          name,
          chosen,
          f1.toFixed(3),
          noCompression.toFixed(3),
        ]),
      ],
    ],
    verdicts: [
      `means between ${Math.min(...variants.map(({ f1 }) => meanOf(f1))).toFixed(3)} and ${Math.max(...variants.map(({ f1 }) => meanOf(f1))).toFixed(3)}; as it is ${meanOf(variants[0]?.f1 ?? []).toFixed(3)}`,
      `leaving each set out and choosing on the others: mean F1 ${meanOf(leftOut.map(({ f1 }) => f1)).toFixed(3)}`,
    ],
  }
}

/** A copy of the recipe with other constants; the rest is that of dist. @param {string} file @param {readonly string[]} names @param {number} factor */
function variedCopy(file, names, factor) {
  const folder = scratch(`varied-${file}-${names.join('-')}-${factor}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'apps'), { recursive: true })
  for (const room of readdirSync(DIST)) if (room !== 'apps') symlinkSync(join(DIST, room), join(folder, room))
  cpSync(join(DIST, 'apps/entities'), join(folder, 'apps/entities'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const path = join(folder, 'apps/entities', file)
  const text = names.reduce(
    (code, name) => {
      const constant = new RegExp(`const ${name} = ([\\d.]+)`)
      if (!constant.test(code)) throw new Error(`${file} has no constant ${name}`)
      return code.replace(constant, (_, value) => `const ${name} = ${Number(value) * factor}`)
    },
    readFileSync(path, 'utf8'),
  )
  writeFileSync(path, text)
  return folder
}

/**
 * @param {typeof import('../../dist/apps/entities/match-records.js').matchRecords} matchRecords
 * @param {{ set: import('../corpora/records.js').LabeledTables, tables: Awaited<ReturnType<typeof readTables>>, truth: ReadonlySet<string> }} input
 */
function f1Of(matchRecords, { set: { ids, answers }, tables, truth }) {
  const isTwo = tables.length === 2
  const ignore = [...new Set([...ids, ...answers])].filter((column) => tables.some(([first]) => first !== undefined && column in first)) // biome-ignore format: one row
  const { pairs } = matchRecords(tables[0] ?? [], tables[1], { ignore, join: joinInKernel })
  const idOf = (/** @type {number} */ side, /** @type {number} */ at) =>
    `${tables[side]?.[at]?.[ids[side] ?? '']}`
  const right = pairs.a.filter((a, i) =>
    truth.has(key(idOf(0, a), idOf(isTwo ? 1 : 0, pairs.b[i] ?? 0), isTwo)),
  )
  return (2 * right.length) / (pairs.count + truth.size)
}
