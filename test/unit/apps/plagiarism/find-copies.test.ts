import { describe, expect, it } from 'vitest'
import type { CopyDocument } from '../../../../src/apps/plagiarism/copy-document.js'
import { compareCopies, findCopies } from '../../../../src/apps/plagiarism/find-copies.js'
import { ferry, observatory } from '../../../examples/news-pages.js'

const sentences = ferry
  .replaceAll(/\s+/g, ' ')
  .trim()
  .match(/.+?[.]["”]?(?: |$)/g)!
/** Every sixth word replaced, as a copier does who wants to hide it. */
const reworded = ferry
  .split(/\s+/)
  .map((word, i) => (i % 6 === 5 ? 'otherwise' : word))
  .join(' ')
const part = `${observatory.slice(0, 700)} ${sentences.slice(2, 5).join('')} ${observatory.slice(700)}`

describe('copies in prose', () => {
  it('are found whole, in part, with sentences in another order and with words changed', () => {
    const documents: CopyDocument[] = [
      { id: 'source', text: ferry },
      { id: 'same', text: ferry.toUpperCase() },
      { id: 'part', text: sentences.slice(3, 8).join('') },
      { id: 'reordered', text: [...sentences].reverse().join('') },
      { id: 'reworded', text: reworded },
      { id: 'mixed', text: part },
      { id: 'other', text: observatory.split('. ').slice(0, 5).join('. ') },
    ]
    const { copies, documents: count, empty, code } = findCopies(documents)
    const withSource = new Map(copies.filter(({ a }) => a === 'source').map((copy) => [copy.b, copy]))
    expect([...withSource.keys()].sort()).toEqual(['mixed', 'part', 'reordered', 'reworded', 'same'])
    expect([count, empty, code]).toEqual([7, 0, 0])
    expect(withSource.get('same')).toMatchObject({
      score: 1,
      jaccard: 1,
      copied: { a: 1, b: 1 },
      passages: { length: 1 },
    })
    expect(withSource.get('part')).toMatchObject({ score: 1, containment: { bInA: 1 }, copied: { b: 1 } })
    expect(withSource.get('part')!.jaccard).toBeLessThan(0.6)
    expect(withSource.get('reordered')!.copied.b).toBe(1)
    expect(withSource.get('reordered')!.passages.length).toBeGreaterThan(5)
    expect(withSource.get('reworded')!.copied.b).toBeGreaterThan(0.9)
    expect(copies.map(({ score }) => score)).toEqual(
      [...copies.map(({ score }) => score)].sort((x, y) => y - x),
    )
  })

  it('show which spans of one are in the other', () => {
    const { passages } = compareCopies({ text: ferry }, { text: part })
    expect(passages).toHaveLength(1)
    const [{ a, b, matched }] = passages as [(typeof passages)[0]]
    const flat = (text: string) => text.replaceAll(/\s+/g, ' ')
    expect(flat(ferry.slice(...a))).toBe(flat(part.slice(...b)))
    expect(flat(part.slice(...b))).toBe(
      sentences
        .slice(2, 5)
        .join('')
        .trim()
        .replaceAll(/^"|[."]+$/g, ''),
    )
    expect(matched).toBe(flat(part.slice(...b)).match(/[\p{L}\p{N}]+/gu)!.length)
  })

  it('are one passage where a few words were changed', () => {
    const one =
      'He told the council that the old bridge over the river would have to be closed before winter.'
    const other =
      'She told the council that the ancient bridge across the river would have to be shut before winter.'
    const { passages } = compareCopies({ text: one }, { text: other })
    expect(passages).toEqual([
      { a: [3, one.indexOf(' closed')], b: [4, other.indexOf(' shut')], matched: 11 },
    ])
  })

  it('are not found between texts that have only the language in common', () => {
    expect(findCopies([{ text: ferry }, { text: observatory }]).copies).toEqual([])
    expect(compareCopies({ text: ferry }, { text: observatory }).score).toBeLessThan(0.2)
  })

  it('with one long passage are found whatever their score', () => {
    const long = [{ text: ferry }, { text: observatory + sentences.slice(2, 5).join('') + observatory }]
    expect(findCopies(long, { threshold: 1, passage: 60 }).copies).toHaveLength(1)
    expect(findCopies(long, { threshold: 1, passage: 100 }).copies).toEqual([])
  })

  it('do not count what the base contains', () => {
    const question = sentences.slice(0, 4).join('')
    const texts = [
      { id: 'ann', text: question + observatory.slice(0, 800) },
      { id: 'ben', text: question + sentences.slice(8).join('') },
    ]
    expect(findCopies(texts).copies).toHaveLength(1)
    expect(findCopies(texts, { base: [{ text: question }] }).copies).toEqual([])
    const own = [...texts, { id: 'cleo', text: `${question} ${sentences.slice(8).join('')}` }]
    const [copy, ...rest] = findCopies(own, { base: [{ text: question }] }).copies
    expect([copy!.a, copy!.b, rest]).toEqual(['ben', 'cleo', []])
    for (const { a } of copy!.passages) expect(a[0]).toBeGreaterThanOrEqual(question.length - 1)
  })

  it('have positions for ids where there are none, and empty documents match nothing', () => {
    const { copies, empty } = findCopies([{ text: '' }, { text: ferry }, { text: ' … ' }, { text: ferry }])
    expect([copies.map(({ a, b }) => [a, b]), empty]).toEqual([[[1, 3]], 2])
  })

  it('are found in very short texts when they are the same', () => {
    const { copies } = findCopies([
      { text: 'To be continued' },
      { text: 'to be continued…' },
      { text: 'the end' },
    ])
    expect(copies.map(({ a, b, score }) => [a, b, score])).toEqual([[0, 1, 1]])
  })
})

describe('copies in programs', () => {
  const program = `// prices
int total(int[] prices) {
  int sum = 0;
  for (int i = 0; i < prices.length; i++) {
    if (prices[i] > 100) { sum += prices[i] * 95 / 100; } else { sum += prices[i]; }
  }
  System.out.println("The total is " + sum);
  return sum;
}`
  const disguised = program
    .replace('// prices', '/* all my own work */')
    .replaceAll('prices', 'costs')
    .replaceAll('sum', 'result')
    .replaceAll(/\bi\b/g, 'k')
    .replaceAll('  ', '\t')
  const other = `class Greeter {
  private final String name;
  Greeter(String name) { this.name = name; }
  void greet() { while (name.isEmpty()) { System.err.println("Who is there?"); } }
}`

  it('are found under other names, comments and layout', () => {
    const documents = [
      { id: 'ann/Total.java', text: program },
      { id: 'ben/Sum.java', text: disguised },
      { id: 'cleo/Greeter.java', text: other },
    ]
    const { copies, code } = findCopies(documents)
    expect(code).toBe(3)
    expect(copies.map(({ a, b, score, copied }) => [a, b, score, copied])).toEqual([
      ['ann/Total.java', 'ben/Sum.java', 1, { a: 1, b: 1 }],
    ])
    expect(program.slice(...copies[0]!.passages[0]!.a)).toBe(program.slice(program.indexOf('int')))
  })

  it('are found with their functions in another order, under other names', () => {
    const functions = [
      program.slice(program.indexOf('int total')),
      'double mean(int[] values) {\n  if (values.length == 0) { return 0.0; }\n  double all = 0.0;\n  for (int value : values) { all += value; }\n  return all / values.length;\n}',
      'String initials(String name) {\n  StringBuilder letters = new StringBuilder();\n  for (String part : name.split(" ")) { letters.append(part.charAt(0)).append("."); }\n  return letters.toString();\n}',
      'boolean isLeap(int year) {\n  if (year % 400 == 0) { return true; }\n  return year % 4 == 0 && year % 100 != 0;\n}',
    ]
    const renamed = functions.map((text) =>
      text.replaceAll(
        /\b(total|mean|initials|isLeap|prices|values|value|name|year|sum|all|letters|part)\b/g,
        'my$1',
      ),
    )
    const order = [2, 0, 3, 1]
    const reordered = order.map((at) => renamed[at]!)
    const documents = [
      { id: 'ann/Tools.java', text: functions.join('\n\n') },
      { id: 'ben/Tools.java', text: reordered.join('\n\n') },
      { id: 'cleo/Greeter.java', text: other },
    ]
    const { copies } = findCopies(documents)
    expect(copies.map(({ a, b }) => [a, b])).toEqual([['ann/Tools.java', 'ben/Tools.java']])
    const [{ score, copied, passages }] = copies as [(typeof copies)[0]]
    expect(score).toBeGreaterThan(0.85)
    expect(copied).toEqual({ a: 1, b: 1 })
    // Each function is a passage of its own, at its place in the other program.
    const inA = passages.toSorted((one, two) => one.a[0] - two.a[0])
    const inB = passages.toSorted((one, two) => one.b[0] - two.b[0])
    expect(inB.map((passage) => inA.indexOf(passage))).toEqual(order)
  })

  it('are compared with programs, not with prose', () => {
    const documents = [
      { id: 'a.java', text: program },
      { id: 'a.txt', text: program },
    ]
    expect(findCopies(documents).copies).toEqual([])
    expect(
      findCopies(documents.map((document) => ({ ...document, language: 'braces' as const }))).copies,
    ).toHaveLength(1)
  })

  it('without literals of their own are judged by their runs', () => {
    const [one, two] = ['while (a) { b(c); d = e[f]; g(h, i); }', 'while (x) { y(z); u = v[w]; r(s, t); }']
    expect(compareCopies({ text: one, language: 'braces' }, { text: two, language: 'braces' })).toMatchObject(
      {
        score: 1,
        content: 1,
        runs: 1,
      },
    )
  })
})

describe('what cannot be compared', () => {
  it('is refused with a hint', () => {
    expect(() => findCopies('text' as never)).toThrow('documents')
    expect(() => findCopies([{ text: 7 } as never])).toThrow('the text of a document')
    expect(() =>
      findCopies([
        { id: 1, text: '' },
        { id: 1, text: '' },
      ]),
    ).toThrow('both have the id 1')
    expect(() => findCopies([{ text: '', language: 'latin' as never }])).toThrow('language')
    expect(() => findCopies([], { threshold: 2 })).toThrow('threshold')
    expect(() => findCopies([], { treshold: 0.2 } as never)).toThrow('treshold')
    expect(() => findCopies([], { passage: 0 })).toThrow('passage')
  })
})
