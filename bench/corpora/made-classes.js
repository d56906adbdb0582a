// @ts-check
// Classes of independent homework for one task: programs in each author's own names and small choices, and answers in prose from
// facts that everyone knows, in one of a few wordings each; and programs by one of two approaches. Nobody copies.
import { Random } from '../../dist/public/text.js'

/** @typedef {{ id: string, text: string }} Work */
/** @typedef {ReturnType<typeof chooser>} Chooser */

/** @param {number} seed */
function chooser(seed) {
  const random = new Random(seed)
  const below = (/** @type {number} */ limit) => random.below(limit)
  const chance = (/** @type {number} */ share) => random.unit() < share
  const pick = (/** @type {readonly string[]} */ list) => list[below(list.length)] ?? ''
  /** @template T @param {readonly T[]} list @returns {T[]} */
  const shuffled = (list) => {
    const left = [...list]
    return list.map(() => /** @type {T} */ (left.splice(below(left.length), 1)[0]))
  }
  return { below, chance, pick, shuffled }
}

/** @param {number} students @param {number} seed @param {number} ways of writing a loop @returns {Work[]} */
export function programs(students, seed, ways) {
  const choose = chooser(seed)
  return Array.from({ length: students }, (_, i) => ({ id: `s${i}.java`, text: program(choose, ways) }))
}

/** Reads numbers, and prints their mean and maximum, sorted if the author likes. @param {Chooser} choose @param {number} ways */
function program({ below, chance, pick, shuffled }, ways) {
  const way = below(ways)
  const list = pick(['numbers', 'values', 'list', 'arr', 'data', 'nums', 'input'])
  const sum = pick(['sum', 'total', 's', 'acc'])
  const i = pick(['i', 'j', 'k', 'idx'])
  const max = pick(['max', 'largest', 'm', 'biggest'])
  const mean = pick(['mean', 'avg', 'average'])
  const input = pick(['in', 'sc', 'scanner', 'reader'])
  const n = pick(['n', 'count', 'size', 'len'])
  const loop = (/** @type {(item: string) => string} */ body) => {
    if (way === 0) return `for (int ${i} = 0; ${i} < ${list}.length; ${i}++) { ${body(`${list}[${i}]`)} }`
    if (way === 1) return `for (int x : ${list}) { ${body('x')} }`
    return `int ${i} = 0; while (${i} < ${list}.length) { ${body(`${list}[${i}]`)} ${i}++; }`
  }
  const either = (/** @type {string} */ one, /** @type {string} */ other) => (chance(0.5) ? one : other)
  const sorts = [
    `java.util.Arrays.sort(${list});`,
    `for (int a = 0; a < ${list}.length; a++) for (int b = a + 1; b < ${list}.length; b++) if (${list}[b] < ${list}[a]) { int t = ${list}[a]; ${list}[a] = ${list}[b]; ${list}[b] = t; }`,
    `boolean swapped = true; while (swapped) { swapped = false; for (int a = 1; a < ${list}.length; a++) { if (${list}[a - 1] > ${list}[a]) { int t = ${list}[a]; ${list}[a] = ${list}[a - 1]; ${list}[a - 1] = t; swapped = true; } } }`,
  ]
  const functions = [
    `static int ${sum}(int[] ${list}) { int ${sum} = 0; ${loop((x) => either(`${sum} += ${x};`, `${sum} = ${sum} + ${x};`))} return ${sum}; }`,
    `static double ${mean}(int[] ${list}) { ${either(`if (${list}.length == 0) return 0;`, '')} return ${either(`(double) ${sum}(${list}) / ${list}.length`, `${sum}(${list}) * 1.0 / ${list}.length`)}; }`,
    `static int ${max}(int[] ${list}) { int ${max} = ${pick([`${list}[0]`, 'Integer.MIN_VALUE', '0'])}; ${loop((x) => either(`if (${x} > ${max}) ${max} = ${x};`, `${max} = Math.max(${max}, ${x});`))} return ${max}; }`,
    ...(chance(0.6) ? [`static void sort(int[] ${list}) { ${pick(sorts)} }`] : []),
    ...(chance(0.4) ? [`static void print(int[] ${list}) { ${loop((x) => `System.out.print(${x} + " ");`)} System.out.println(); }`] : []),
    ...(chance(0.3) ? [`static double median(int[] ${list}) { int[] copy = ${list}.clone(); java.util.Arrays.sort(copy); return copy[copy.length / 2]; }`] : []),
  ] // biome-ignore format: one row each
  const printed = shuffled([
    `System.out.println("${pick(['Mean: ', 'The average is ', 'avg = '])}" + ${mean}(${list}));`,
    `System.out.println("${pick(['Max: ', 'The largest is ', 'max = '])}" + ${max}(${list}));`,
    either(`sort(${list}); System.out.println(java.util.Arrays.toString(${list}));`, ''),
  ])
  const question = `System.out.println("${pick(['How many numbers?', 'Enter the count', 'n?'])}");`
  const main = `public static void main(String[] args) { Scanner ${input} = new Scanner(System.in); ${either(question, '')} int ${n} = ${input}.nextInt(); int[] ${list} = new int[${n}]; for (int ${i} = 0; ${i} < ${n}; ${i}++) { ${list}[${i}] = ${input}.nextInt(); } ${printed.join(' ')} }`
  const parts = chance(0.5) ? [main, ...shuffled(functions)] : [...shuffled(functions), main]
  const name = pick(['Main', 'Homework', 'Stats', 'Program', 'Task1', 'Solution'])
  return `import java.util.Scanner;\npublic class ${name} {\n${parts.join('\n').replaceAll('; ', ';\n').replaceAll('{ ', '{\n')}\n}\n`
}

const OPERATORS = '+ - * / % < > == != && ||'.split(' ')
const KEYWORDS = 'if while for return switch do new try throw int double String'.split(' ')
const STEPS = 12

/**
 * Programs of twelve steps by one of two approaches, which have about a third of the steps in common. Each step is written in one of three
 * ways, or in an author's own.
 *
 * @param {number} students
 * @param {number} seed
 * @param {number} other the share of students who choose the second approach
 * @returns {Work[]}
 */
export function approaches(students, seed, other) {
  const { below, chance, pick } = chooser(seed)
  const literal = () =>
    chance(0.5) ? `${below(50)}` : `"${pick(['sum', 'mean', 'enter', 'max', 'size'])} ${below(30)}"`
  const statement = () => {
    const terms = Array.from(
      { length: 3 + below(5) },
      () => `x ${pick(OPERATORS)} ${chance(0.3) ? literal() : 'y[z]'}`,
    )
    return `${pick(KEYWORDS)} (${terms.join(' ')});`
  }
  const made = () => Array.from({ length: STEPS }, () => Array.from({ length: 3 }, statement))
  const first = made()
  const second = made().map((ways, step) => (chance(0.3) ? (first[step] ?? ways) : ways))
  return Array.from({ length: students }, (_, i) => {
    const approach = chance(other) ? second : first
    const steps = approach.map(([usual = '', rarer = '', rare = '']) =>
      chance(0.1) ? statement() : chance(0.6) ? usual : chance(0.75) ? rarer : rare,
    )
    return { id: `s${i}.java`, text: steps.join('\n') }
  })
}

const SYLLABLES = 'ba lo ri ten mus pa der ko vin sa ulo ment tion'.split(' ')
const SMALL_WORDS = 'the of and is to in that a it which'.split(' ')

/** @param {number} students @param {number} seed @param {number} wordings of each fact @returns {Work[]} */
export function answers(students, seed, wordings) {
  const { below, chance, pick, shuffled } = chooser(seed)
  const made = (/** @type {number} */ count, /** @type {() => string} */ make) =>
    Array.from({ length: count }, make)
  const vocabulary = made(150, () => made(2 + below(3), () => pick(SYLLABLES)).join(''))
  const sentence = (/** @type {number} */ length) =>
    made(length, () => pick(chance(0.5) ? SMALL_WORDS : vocabulary)).join(' ')
  const facts = Array.from({ length: 14 }, () => made(wordings, () => sentence(9)))
  return Array.from({ length: students }, (_, i) => {
    const known = shuffled(facts).slice(0, 4 + below(5))
    const said = shuffled([...known.map(pick), ...made(4 + below(5), () => sentence(8 + below(10)))])
    return { id: `s${i}.txt`, text: said.map((text) => `${text}.`).join(' ') }
  })
}
