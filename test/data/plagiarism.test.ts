import { readFileSync } from 'node:fs'
import { compareCopies, findCopies } from 'likewise/plagiarism'
import { describe, expect, it } from 'vitest'
import { areaUnderCurve } from '../../bench/quality.js'
import { findSharedData, titled } from '../outside.js'

const data = findSharedData()

function recordsOf<Row>(file: string): Row[] {
  const lines = readFileSync(`${data.path}plagiarism/${file}`, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Row)
}

describe.skipIf(data.path === undefined)(titled('real copies with known truth', data), () => {
  it('short answers: copies score above other answers', () => {
    const records = recordsOf<{ id: string; task: string; category: string; text: string }>('clough.jsonl')
    const sourceOf = new Map(
      records.filter(({ category }) => category === 'orig').map((one) => [one.task, one]),
    )
    const answers = records.filter(({ category }) => category !== 'orig')
    const scores = (isCopy: boolean) =>
      answers
        .filter(({ category }) => (category !== 'non') === isCopy)
        .map(({ task, text }) => compareCopies({ text }, { text: sourceOf.get(task)!.text }).score)
    expect(areaUnderCurve(scores(true), scores(false))).toBeGreaterThan(0.974)

    // By default, of 57 copies and 38 others.
    const found = new Set<unknown>()
    for (const { a, b } of findCopies(records).copies) {
      if ([...sourceOf.values()].some(({ id }) => id === b)) found.add(a)
    }
    const right = answers.filter(({ id, category }) => found.has(id) === (category !== 'non')).length
    expect(right).toBeGreaterThanOrEqual(91)
  })

  it('homework in Java: copies score above independent programs', () => {
    const records = recordsOf<{ case: string; kind: string; level: string | null; text: string }>(
      'ir-plag-cases-1-3.jsonl',
    )
    const originals = new Map(records.filter(({ kind }) => kind === 'original').map((one) => [one.case, one]))
    const scores = (kind: string, level?: string) =>
      records
        .filter((one) => one.kind === kind && (level === undefined || one.level === level))
        .map(
          ({ case: group, text }) =>
            compareCopies(
              { text, language: 'braces' },
              { text: originals.get(group)!.text, language: 'braces' },
            ).score,
        )
    const others = scores('non-plagiarized')
    expect(areaUnderCurve(scores('plagiarized'), others)).toBeGreaterThan(0.88)
    expect(areaUnderCurve(scores('plagiarized', 'L1'), others)).toBeGreaterThan(0.98)
    expect(areaUnderCurve(scores('plagiarized', 'L6'), others)).toBeGreaterThan(0.7)
  })

  it('homework in Java: many copies are found in a class, with few pairs of independent programs', () => {
    const records = recordsOf<{ id: string; case: string; kind: string; text: string }>(
      'ir-plag-cases-1-3.jsonl',
    )
    const copies = records.filter(({ kind }) => kind === 'plagiarized')
    let [found, others] = [0, 0]
    for (const copy of copies) {
      const honest = records.filter((one) => one.case === copy.case && one.kind !== 'plagiarized')
      const source = honest.find(({ kind }) => kind === 'original')!.id
      const pairs = findCopies([...honest, copy]).copies
      const isFound = pairs.some(({ a, b }) => [a, b].includes(copy.id) && [a, b].includes(source))
      if (isFound) found++
      others += pairs.length - (isFound ? 1 : 0)
    }
    expect(found / copies.length).toBeGreaterThan(0.4)
    // At most one is expected per class.
    expect(others / copies.length).toBeLessThanOrEqual(1)
  })

  it('homework in Java: nearly no pair of independent programs is reported', () => {
    const records = recordsOf<{ id: string; case: string; kind: string; text: string }>(
      'ir-plag-cases-1-3.jsonl',
    )
    const independent = records.filter(({ kind }) => kind === 'non-plagiarized')
    for (const group of new Set(independent.map((one) => one.case))) {
      const { copies, expectedByChance } = findCopies(independent.filter((one) => one.case === group))
      expect(expectedByChance).toBeLessThanOrEqual(1)
      // With 1 expected, more than 4 of 105 come in fewer than 1 case of 100.
      expect(copies.length).toBeLessThanOrEqual(4)
    }
  })
})
