import { describe, expect, it } from 'vitest'
import { Workspace } from './likewise.js'

const WORDS = Array.from({ length: 60 }, (_, i) => `word${i}`)
const line = (id: string, words: readonly string[]) => `${JSON.stringify({ id, text: words.join(' ') })}\n`

/** A document, one that it is in, a near-copy of the first, and one that has nothing to do with them. */
const DOCUMENTS = [
  line('part', WORDS.slice(20, 40)),
  line('whole', WORDS),
  line('near', [...WORDS.slice(20, 39), 'other']),
  line('else', ['nothing', 'of', 'that', 'is', 'in', 'here', 'at', 'all']),
].join('')

function workspace(): Workspace {
  const made = new Workspace()
  made.write('in.jsonl', DOCUMENTS)
  return made
}

const OPTIONS = ['--id', 'id', '--shingle', 'words:1', '--quiet']

describe('--similarity', () => {
  it('finds documents contained in others, with the direction', async () => {
    const here = workspace()
    const search = ['find', 'in.jsonl', ...OPTIONS, '--similarity', 'containment', '-t', '0.9']
    await here.run([...search, '--pairs', 'pairs.jsonl', '--audit'])
    expect(here.rows('pairs.jsonl')).toEqual([
      { a: 'part', b: 'whole', similarity: 1 },
      { a: 'part', b: 'near', similarity: 0.95 },
      { a: 'near', b: 'part', similarity: 0.95 },
      { a: 'near', b: 'whole', similarity: 0.95 },
    ])
    const { stdout } = await here.run([...search, '--audit', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      plan: { similarity: 'containment', method: 'exact' },
      recall: { guaranteed: 1, measured: 1 },
      audit: { truePairs: 3, found: 3, falsePairs: 0 },
    })
  })

  it('removes only what is contained in a kept document', async () => {
    const here = workspace()
    const remove = ['dedup', 'in.jsonl', ...OPTIONS, '--similarity', 'containment', '-t', '0.9']
    await here.run([...remove, '--out', 'longest'])
    const removed = here.rows('longest/in.removed.jsonl')
    expect(removed.map(({ id, survivor, similarity }) => [id, survivor, similarity])).toEqual([
      ['part', 'whole', 1],
      ['near', 'whole', 0.95],
    ])
    // The whole is in no other document, so it stays although a part of it comes first.
    await here.run([...remove, '--survivor', 'first', '--out', 'first'])
    expect(here.rows('first/in.removed.jsonl').map(({ id, survivor }) => [id, survivor])).toEqual([
      ['near', 'part'],
    ])
    await here.run([...remove, '--survivor', 'first', '--one-per-cluster', '--out', 'one'])
    expect(here.rows('one/in.removed.jsonl').map(({ id, similarity }) => [id, similarity])).toEqual([
      ['whole', 20 / 60],
      ['near', 0.95],
    ])
  })

  it('keeps the longest by default with the plan or the run of a search by containment', async () => {
    const here = workspace()
    const search = [...OPTIONS, '--similarity', 'containment', '-t', '0.9']
    const { stdout } = await here.run(['explain', 'in.jsonl', ...search, '--json'])
    here.write('plan.json', stdout)
    await here.run(['dedup', 'in.jsonl', '--id', 'id', '--quiet', '--plan', 'plan.json', '--out', 'by-plan'])
    here.write('old.jsonl', line('old', ['something', 'else']))
    await here.run(['find', 'old.jsonl', ...search, '--run-dir', 'old'])
    const among = ['--id', 'id', '--quiet', '--against', 'old', '--also-within']
    await here.run(['dedup', 'in.jsonl', ...among, '--out', 'by-run'])
    for (const folder of ['by-plan', 'by-run']) {
      const removed = here.rows(`${folder}/in.removed.jsonl`)
      expect(removed.map(({ id, survivor }) => [id, survivor])).toEqual([
        ['part', 'whole'],
        ['near', 'whole'],
      ])
      expect(JSON.parse(here.read(`${folder}/in.manifest.json`))).toMatchObject({ survivor: 'longest' })
    }
  })

  it.each(['containment', 'cosine', 'dice'])('keeps pairs by %s for other thresholds', async (similarity) => {
    const here = workspace()
    const search = ['find', 'in.jsonl', ...OPTIONS, '--similarity', similarity]
    await here.run([...search, '-t', '0.9', '--keep-pairs-from', '0.4', '--run-dir', 'run'])
    for (const threshold of ['0.45', '0.95', '1']) {
      await here.run([...search, '-t', threshold, '--pairs', `found-${threshold}.jsonl`])
      await here.run(['recluster', 'run', '-t', threshold, '--pairs', `kept-${threshold}.jsonl`, '--quiet'])
      expect(here.rows(`kept-${threshold}.jsonl`)).toEqual(here.rows(`found-${threshold}.jsonl`))
    }
    const other = await here.run([
      'find',
      'in.jsonl',
      ...OPTIONS,
      '-t',
      '0.9',
      '--run-dir',
      'run',
      '--resume',
    ])
    expect(other.code).not.toBe(0)
  })

  it('finds the same with little memory', async () => {
    const here = new Workspace()
    const many = Array.from({ length: 1000 }, (_, i) =>
      line(String(i), [`topic${i % 40}`, ...WORDS.slice(i % 17, (i % 17) + 4 + (i % 31)), `own${i}`]),
    )
    here.write('many.jsonl', many.join(''))
    const search = ['find', 'many.jsonl', '--id', 'id', '--shingle', 'words:2', '--similarity', 'containment']
    const options = [...search, '-t', '0.85', '--max-group', '50', '--quiet']
    await here.run([...options, '--pairs', 'free.jsonl', '--workers', '1'])
    await here.run([...options, '--pairs', 'bounded.jsonl', '--memory', '256MB', '--workers', '2'])
    expect(here.rows('free.jsonl').length).toBeGreaterThan(100)
    expect(here.read('bounded.jsonl')).toBe(here.read('free.jsonl'))
  })

  it('refuses what makes no sense, by the names of the flags', async () => {
    const here = workspace()
    const bands = await here.run(['find', 'in.jsonl', '--similarity', 'containment', '--method', 'bands'])
    expect([bands.code, bands.stderr]).toEqual([
      2,
      expect.stringContaining('invalid --method: "bands"; expected exact'),
    ])
    const overlap = await here.run(['find', 'in.jsonl', '--similarity', 'overlap'])
    expect(overlap.stderr).toContain('one of jaccard, containment, cosine, dice')
    here.write(
      'plan.json',
      (await here.run(['explain', 'in.jsonl', '--similarity', 'dice', '--json'])).stdout,
    )
    const both = await here.run(['find', 'in.jsonl', '--plan', 'plan.json', '--similarity', 'dice'])
    expect(both.stderr).toContain('--plan conflicts with --similarity, which the plan sets')
    const planned = await here.run(['find', 'in.jsonl', '--plan', 'plan.json', '--json'])
    expect(JSON.parse(planned.stdout).plan.similarity).toBe('dice')
    expect((await here.run(['tune', '--similarity', 'containment'])).stderr).toContain('there is no curve')
  })
})
