import { describe, expect, it } from 'vitest'
import { findCopies } from '../../../../src/apps/plagiarism/find-copies.js'
import { Random } from '../../../../src/hash/random.js'

/** A program of a class: a task that leaves little room, in each author's own names and small choices. */
function homework(seed: number): string {
  const random = new Random(seed)
  const pick = (...options: string[]) => options[random.below(options.length)]!
  const steps = Array.from({ length: 8 }, (_, i) =>
    pick(
      `for (int i = 0; i < n; i++) { sum += data[i] * ${10 + random.below(80)}; }`,
      `while (left < right) { left++; total = total + "${pick('row', 'line', 'item')} ${i}"; }`,
      `if (count > ${10 + random.below(80)}) { print("too many"); } else { count = count + 1; }`,
      `int value${i} = read(${10 + random.below(80)}); check(value${i}, limit);`,
    ),
  )
  return `class Task { // work of ${seed}
  void run(int[] data, int n) { print("Enter the numbers:"); ${steps.join('\n')} print("The result is:" + sum); } }`
}

const CLASS = Array.from({ length: 20 }, (_, i) => ({ id: `student-${i}.java`, text: homework(i + 1) }))
/** Every name changed, every number raised by one, and two statements moved. */
const DISGUISED = `class Solution { // my own work
  void start(int[] values, int size) { print("Enter the numbers:"); ${homework(3)
    .split('print("Enter the numbers:"); ')[1]!
    .split('print("The result')[0]!
    .replaceAll(/\b(sum|data|left|right|total|count|limit)\b/g, 'my$1')
    .replaceAll(/\d\d/g, (digits) => String(Number(digits) + 1))} print("The result is:" + mysum); } }`

describe('a class', () => {
  it('of independent answers to one question accuses nearly nobody, and says how many it expects', () => {
    const fixed = findCopies(CLASS, { threshold: 0.5, passage: 80 })
    const { copies, expectedByChance, threshold, histogram } = findCopies(CLASS)
    expect(fixed.copies.length).toBeGreaterThan(20)
    expect(copies.length).toBeLessThanOrEqual(2)
    expect(expectedByChance).toBeLessThanOrEqual(1)
    expect(threshold.code).toBeGreaterThanOrEqual(0.85)
    expect(histogram.code!.bars.reduce((sum, count) => sum + count)).toBe(190)
    expect(fixed.expectedByChance).toBeGreaterThan(10)
  })

  it('reports a copy whose names and literals were all changed, by its structure', () => {
    const { copies } = findCopies([...CLASS, { id: 'copy.java', text: DISGUISED }])
    expect(copies.map(({ a, b }) => [a, b])).toContainEqual(['student-2.java', 'copy.java'])
  })

  it('in which two thirds copied from one another still shows the copies', () => {
    const copied = homework(3)
    const copiers = Array.from({ length: 40 }, (_, i) => ({
      id: `copier-${i}.java`,
      text: copied.replaceAll(/\d\d/g, (digits) => String(Number(digits) + (i % 3))),
    }))
    const { copies, threshold } = findCopies([...CLASS, ...copiers])
    expect(threshold.code).toBeLessThanOrEqual(1)
    expect(copies.filter(({ a, b }) => `${a}${b}`.includes('copier')).length).toBeGreaterThan(700)
    const honest = copies.filter(({ a, b }) => !`${a}${b}`.includes('copier'))
    expect(honest.length).toBeLessThanOrEqual(5)
  })

  it('reports equal texts even where independent ones are as similar', () => {
    const tiny = (author: string) =>
      `// ${author}\nclass Hello { void run() { print("Hello, world"); print("Bye"); } }`
    const texts = Array.from({ length: 12 }, (_, i) => ({ id: `${i}.java`, text: tiny(`author ${i}`) }))
    const { copies, threshold } = findCopies([...texts, { id: 'twin.java', text: `${tiny('author 4')}\n` }])
    expect(threshold.code).toBe(Number.POSITIVE_INFINITY)
    expect(copies.map(({ a, b }) => [a, b])).toEqual([['4.java', 'twin.java']])
  })

  it('shows a copy of an unusual program, even if ordinary ones are more similar to one another', () => {
    const ordinary = Array.from({ length: 16 }, (_, i) => ({
      id: `student-${i}.java`,
      text: `// student ${i}
      class Hello { void run(int n) { print("Hello"); for (int i = 0; i < n; i++) { print("Bye"); } print(${i % 3}); } }`,
    }))
    const unusual = { id: 'unusual.java', text: homework(3) }
    const changed = homework(3).replace(/\d\d/, '7').replaceAll('work of 3', 'my work')
    const { copies, threshold, minLimit } = findCopies([
      ...ordinary,
      unusual,
      { id: 'copy.java', text: changed },
    ])
    expect(threshold.code).toBe(Number.POSITIVE_INFINITY)
    expect(copies.map(({ a, b }) => [a, b])).toEqual([['unusual.java', 'copy.java']])
    const { score, limit } = copies[0]!
    expect(score).toBeLessThan(1)
    expect(limit).toBeLessThanOrEqual(score)
    expect(minLimit.code).toBeLessThanOrEqual(limit)
  })

  it('of honest authors has as few reported pairs as expected, whatever its size', () => {
    for (const size of [10, 20]) {
      const classes = Array.from({ length: 12 }, (_, i) =>
        Array.from({ length: size }, (_, j) => ({
          id: `${j}.java`,
          text: homework(1000 * i + 31 * size + j),
        })),
      )
      const reported = classes.map((documents) => findCopies(documents))
      const expected = reported.reduce((sum, { expectedByChance }) => sum + expectedByChance!, 0)
      const found = reported.reduce((sum, { copies }) => sum + copies.length, 0)
      // Three standard deviations of a count.
      expect(found).toBeLessThanOrEqual(expected + 3 * Math.sqrt(expected))
    }
  })

  it('with fewer than ten documents is not judged', () => {
    expect(findCopies(CLASS.slice(0, 9))).toMatchObject({
      expectedByChance: undefined,
      histogram: { prose: undefined, code: undefined },
      threshold: { code: 0.85 },
    })
  })

  it('raises no limit that was given, and fewer pairs by chance mean fewer pairs', () => {
    expect(findCopies(CLASS, { threshold: 0.3 }).threshold).toEqual({ prose: 0.3, code: 0.3 })
    const counts = [0.1, 1, 30].map((byChance) => findCopies(CLASS, { byChance }).copies.length)
    expect(counts).toEqual([...counts].sort((x, y) => x - y))
    expect(() => findCopies(CLASS, { byChance: 0 })).toThrow('invalid byChance: 0')
  })
})

describe('pairs', () => {
  it('without a passage are reported if their score is high', () => {
    const words =
      'harbour ferry captain winter timber market bridge miller copper garden lantern orchard'.split(' ')
    const shuffled = (step: number) => words.map((_, i) => words[(i * step) % words.length]!).join(' ')
    const { copies } = findCopies([
      { text: shuffled(1) },
      { text: `${shuffled(5)} ${shuffled(1).slice(0, 42)}` },
    ])
    expect(copies).toHaveLength(1)
    expect(copies[0]!.score).toBeGreaterThan(0.4)
    expect(copies[0]!.passages).toEqual([])
  })

  it('of one author are not compared', () => {
    const text = 'the last ferry left the harbour before the storm came in from the north west that night'
    const documents = ['x', 'y', 'z'].map((id, i) => ({ id, text, author: i < 2 ? 'ann' : 'ben' }))
    expect(findCopies(documents).copies.map(({ a, b }) => [a, b])).toEqual([
      ['x', 'z'],
      ['y', 'z'],
    ])
  })

  it('make groups, and a row for each author', () => {
    const one = 'the last ferry left the harbour before the storm came in from the north west that night'
    const other = 'seven grandmasters drew their games in the library of the old school behind the market'
    const { groups, authors } = findCopies(
      [one, other, one, one, other].map((text, id) => ({ id, text, author: `author ${id}` })),
    )
    expect(groups).toEqual([
      { members: [0, 2, 3], pairs: 3, minScore: 1, maxScore: 1 },
      { members: [1, 4], pairs: 1, minScore: 1, maxScore: 1 },
    ])
    expect(authors).toHaveLength(5)
    const expected = { author: 'author 0', ids: [0], pairs: 2, maxScore: 1, id: 0, with: 2 }
    expect(authors[0]).toEqual(expected)
  })

  it('make one row for an author of several documents', () => {
    const one = 'the last ferry left the harbour before the storm came in from the north west that night'
    const other = 'seven grandmasters drew their games in the library of the old school behind the market'
    const documents = [
      { id: 'a1', text: one, author: 'ann' },
      { id: 'a2', text: `${other} after nine long rounds`, author: 'ann' },
      { id: 'b', text: one, author: 'ben' },
      { id: 'c', text: other },
    ]
    expect(findCopies(documents).authors).toEqual([
      { author: 'ann', ids: ['a1', 'a2'], pairs: 2, maxScore: 1, id: 'a1', with: 'b' },
      { author: 'ben', ids: ['b'], pairs: 1, maxScore: 1, id: 'b', with: 'a1' },
      { author: 'c', ids: ['c'], pairs: 1, maxScore: expect.any(Number), id: 'c', with: 'a2' },
    ])
  })
})
