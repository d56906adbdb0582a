// @ts-check
// Leave-one-set-out figures of `match`: each constant listed below is halved and doubled. For each set, every constant gets the value that is
// best on the other sets, and the result on the set is reported. The values tried are those chosen earlier, half and twice these: this shows
// how sensitive the result is to the constants, not what a choice without these sets would give.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { joinInKernel } from '../../dist/kernel/join-in-kernel.js'
import { Missing } from '../corpora/real.js'
import { key, LABELED, readTables } from '../corpora/records.js'
import { mutualBest } from '../mutual-best.js'
import { pairQuality } from '../quality.js'
import { scratch } from './settings.js'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))

/**
 * @typedef {object} Varied
 * @property {string} name
 * @property {string} file
 * @property {readonly string[]} constants that are varied together
 * @property {boolean} [isShare] of a share, the odds are halved and doubled
 * @property {boolean} [isPrinciple] follows from a principle (docs/decisions/matching.md), so it is varied but not chosen
 */

/** @type {readonly Varied[]} */
const VARIED = [
  { name: 'share of records with a match that is guessed at first', file: 'evidence.js', constants: ['MATCHED_OF_TWO', 'MATCHED_OF_ONE'] }, // biome-ignore format: one row
  { name: 'share of values that are wrong', file: 'learn-field.js', constants: ['WRONG'] },
  { name: 'odds of a value that no other record has', file: 'evidence.js', constants: ['UNIQUE_VALUE_ODDS'], isPrinciple: true }, // biome-ignore format: one row
  { name: 'share of duplicates that shows that tables contain them', file: 'contain-duplicates.js', constants: ['FEW_DUPLICATES'], isShare: true }, // biome-ignore format: one row
  { name: 'similarity of similar values', file: 'tuning.js', constants: ['similar'], isShare: true },
  { name: 'share that additional words cost', file: 'tuning.js', constants: ['moreWords'], isShare: true, isPrinciple: true }, // biome-ignore format: one row
]
const TITLE = 'The constants of match, chosen on the other sets'
/** As they are first: of equally good values, the first is chosen. */
const FACTORS = [1, 0.5, 2]
/** What is expected may be this far from what is true. */
const NEAR = 0.05

/** @typedef {{ set: import('../corpora/records.js').LabeledTables, tables: Awaited<ReturnType<typeof readTables>>, truth: ReadonlySet<string> }} Input */
/** @typedef {ReturnType<typeof pairQuality> & { expectedPrecision: number | undefined, expectedRecall: number | undefined }} Figures */

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function constants({ only, say }) {
  /** @type {string[]} */
  const missing = []
  /** @type {Input[]} */
  const inputs = []
  for (const set of LABELED.filter(({ name }) => new RegExp(only).test(name))) {
    try {
      inputs.push({ set, tables: await readTables(set), truth: await set.truth() })
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      missing.push(`${set.name} was left out: ${error.message}`)
    }
  }
  if (inputs.length === 0) {
    return {
      title: TITLE,
      notes: [],
      rows: [],
      verdicts: [...missing, 'nothing measured: no data set was selected and found'],
    }
  }
  const unchanged = await matcherWith(VARIED.map(() => 1))
  const plain = inputs.map((input) => figuresOf(unchanged, input))
  say(`as it is: ${plain.map(({ f1 }) => f1.toFixed(3)).join(', ')}`)
  // For each constant and factor, F1 on each set.
  /** @type {number[][][]} */
  const varied = []
  for (const [number, { name }] of VARIED.entries()) {
    /** @type {number[][]} */
    const ofFactors = []
    for (const factor of FACTORS) {
      const match = await matcherWith(VARIED.map((_, i) => (i === number ? factor : 1)))
      ofFactors.push(
        factor === 1 ? plain.map(({ f1 }) => f1) : inputs.map((input) => figuresOf(match, input).f1),
      )
      if (factor !== 1)
        say(`${name} × ${factor}: ${ofFactors.at(-1)?.map((f1) => f1.toFixed(3)).join(', ')}`) // biome-ignore format: one row
    }
    varied.push(ofFactors)
  }
  const leftOut = []
  for (const [at, input] of inputs.entries()) {
    const chosen = varied.map((ofFactors, number) =>
      VARIED[number]?.isPrinciple === true ? 1 : (FACTORS[bestWithout(ofFactors, at)] ?? 1),
    )
    const figures = figuresOf(await matcherWith(chosen), input)
    leftOut.push({ input, chosen, figures, mutual: mutualF1(input), f1AsItIs: plain[at]?.f1 ?? 0 })
    say(`${input.set.name}: ${figures.f1.toFixed(3)} with ${choiceText(chosen)}`)
  }
  const means = varied.flatMap((ofFactors) => ofFactors.map(meanOf))
  return {
    title: TITLE,
    notes: [
      `F1 on ${inputs.length} labeled sets, without labels. Each constant is halved and doubled on its own; of shares, the odds are. This shows how sensitive the result is to values chosen earlier.`,
      'Second table: each set is left out in turn, every constant gets the value with the best mean F1 on the other sets (as it is, if no other is better),',
      'and the set is matched with all these values. What follows from a principle (docs/decisions/matching.md) is varied only in the first table:',
      `${VARIED.flatMap(({ name, isPrinciple }) => (isPrinciple === true ? [name] : [])).join(', ')}. Mutual best: as in \`npm run bench -- match\`.`,
    ],
    rows: [],
    tables: [
      [
        ['', ...inputs.map(({ set }) => set.name), 'mean'],
        ['as it is', ...[...plain.map(({ f1 }) => f1), meanOf(plain.map(({ f1 }) => f1))].map(text)],
        ...VARIED.flatMap(({ name }, number) =>
          FACTORS.flatMap((factor, i) => {
            const f1 = varied[number]?.[i] ?? []
            return factor === 1 ? [] : [[`${name} × ${factor}`, ...[...f1, meanOf(f1)].map(text)]]
          }),
        ),
      ],
      [
        ['left out', 'chosen on the others', 'F1', 'F1 as it is', 'mutual best by tf-idf', 'precision expected / true', 'recall expected / true'], // biome-ignore format: one row
        ...leftOut.map(({ input, chosen, figures, mutual, f1AsItIs }) => [
          input.set.name,
          choiceText(chosen),
          ...[figures.f1, f1AsItIs, mutual].map(text),
          `${figures.expectedPrecision?.toFixed(3) ?? 'withheld'} / ${text(figures.precision)}`,
          `${figures.expectedRecall?.toFixed(3) ?? 'withheld'} / ${text(figures.recall)}`,
        ]),
      ],
    ],
    verdicts: [
      ...missing,
      `means between ${text(Math.min(...means))} and ${text(Math.max(...means))}; as it is ${text(meanOf(plain.map(({ f1 }) => f1)))}`,
      ...judge(leftOut),
    ],
  }
}

/** @param {readonly { input: Input, chosen: readonly number[], figures: Figures, mutual: number }[]} leftOut */
function judge(leftOut) {
  const worst = leftOut.reduce((lowest, one) => (one.figures.f1 < lowest.figures.f1 ? one : lowest))
  const behind = leftOut.filter(
    ({ input, figures, mutual }) => input.tables.length === 2 && figures.f1 < mutual,
  )
  const isNear = (/** @type {number | undefined} */ expected, /** @type {number} */ truth) =>
    expected !== undefined && Math.abs(expected - truth) <= NEAR
  const near = leftOut.filter(
    ({ figures }) =>
      isNear(figures.expectedPrecision, figures.precision) && isNear(figures.expectedRecall, figures.recall),
  )
  const kept = VARIED.filter(
    ({ isPrinciple }, number) => isPrinciple !== true && leftOut.every(({ chosen }) => chosen[number] === 1),
  )
  return [
    `leaving each set out and choosing on the others: mean F1 ${text(meanOf(leftOut.map(({ figures }) => figures.f1)))}, mutual best ${text(meanOf(leftOut.map(({ mutual }) => mutual)))}`,
    `worst: ${worst.input.set.name}, ${text(worst.figures.f1)}`,
    behind.length === 0
      ? 'no pair of tables is behind mutual best'
      : `BEHIND mutual best: ${behind.map(({ input }) => input.set.name).join(', ')}`,
    `expected precision and recall within ${NEAR} of the truth on ${near.length} of ${leftOut.length}`,
    `chosen as it is, whichever set is left out: ${kept.map(({ name }) => name).join('; ') || 'none'}`,
  ]
}

/** The position of the values with the best mean, if one set does not count. @param {readonly (readonly number[])[]} ofFactors @param {number} at */
function bestWithout(ofFactors, at) {
  const means = ofFactors.map((f1) => meanOf(f1.filter((_, i) => i !== at)))
  return means.indexOf(Math.max(...means))
}

/** @param {readonly number[]} chosen */
function choiceText(chosen) {
  return (
    VARIED.flatMap(({ name }, i) => (chosen[i] === 1 ? [] : [`${name} × ${chosen[i]}`])).join('; ') ||
    'all as they are'
  )
}

/**
 * The recipe with other constants, from a copy of its folder; the rest is that of dist.
 *
 * @param {readonly number[]} factors of VARIED
 * @returns {Promise<typeof import('../../dist/apps/entities/match-records.js').matchRecords>}
 */
async function matcherWith(factors) {
  const folder = factors.every((factor) => factor === 1) ? DIST : variedCopy(factors)
  return (await import(pathToFileURL(join(folder, 'apps/entities/match-records.js')).href)).matchRecords
}

/** @param {readonly number[]} factors */
function variedCopy(factors) {
  const folder = scratch(`varied-${factors.join('-')}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'apps'), { recursive: true })
  for (const room of readdirSync(DIST)) if (room !== 'apps') symlinkSync(join(DIST, room), join(folder, room))
  cpSync(join(DIST, 'apps/entities'), join(folder, 'apps/entities'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [number, { file, constants, isShare }] of VARIED.entries()) {
    const path = join(folder, 'apps/entities', file)
    for (const name of constants) {
      const code = readFileSync(path, 'utf8')
      const definition = new RegExp(`((?:const ${name} =|\\b${name}:) )([\\d.]+)`)
      if (!definition.test(code)) throw new Error(`${file} has no constant ${name}`)
      const changed = code.replace(
        definition,
        (_, before, value) => `${before}${times(Number(value), factors[number] ?? 1, isShare === true)}`,
      )
      writeFileSync(path, changed)
    }
  }
  return folder
}

/** @param {number} value @param {number} factor @param {boolean} isShare */
function times(value, factor, isShare) {
  return isShare ? (factor * value) / (1 - value + factor * value) : factor * value
}

/**
 * @param {typeof import('../../dist/apps/entities/match-records.js').matchRecords} matchRecords
 * @param {Input} input
 * @returns {Figures}
 */
function figuresOf(matchRecords, input) {
  const { set, tables, truth } = input
  const ignore = hiddenOf(set).filter((column) => tables.some(([first]) => first !== undefined && column in first)) // biome-ignore format: one row
  const { pairs, expectedPrecision, expectedRecall } = matchRecords(tables[0] ?? [], tables[1], { ignore, join: joinInKernel }) // biome-ignore format: one row
  const right = pairs.a.filter((a, i) => truth.has(keyOf(input, a, pairs.b[i] ?? 0))).length
  return { ...pairQuality(right, pairs.count, truth.size), expectedPrecision, expectedRecall }
}

/** @param {Input} input */
function mutualF1(input) {
  const hidden = hiddenOf(input.set)
  const texts = input.tables.map((table) =>
    table.map((record) =>
      Object.entries(record)
        .flatMap(([column, value]) => (hidden.includes(column) ? [] : [value ?? '']))
        .join(' '),
    ),
  )
  const found = mutualBest(texts)
  const right = found.filter(({ a, b }) => input.truth.has(keyOf(input, a, b))).length
  return pairQuality(right, found.length, input.truth.size).f1
}

/** @param {import('../corpora/records.js').LabeledTables} set */
function hiddenOf({ ids, answers }) {
  return [...new Set([...ids, ...answers])]
}

/** @param {Input} input @param {number} a @param {number} b */
function keyOf({ set: { ids }, tables }, a, b) {
  const isTwo = tables.length === 2
  const idOf = (/** @type {number} */ side, /** @type {number} */ at) =>
    `${tables[side]?.[at]?.[ids[side] ?? '']}`
  return key(idOf(0, a), idOf(isTwo ? 1 : 0, b), isTwo)
}

/** @param {readonly number[]} values */
function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** @param {number} value */
function text(value) {
  return value.toFixed(3)
}
