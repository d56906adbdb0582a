import { describe, expect, it } from 'vitest'
import { Workspace } from './likewise.js'

const SHARED =
  'the harbor office said that ferries between the islands will not sail until the storm has passed and every pier was checked'
const LAST = ['today', 'yesterday', 'tomorrow', 'again', 'twice', 'once', 'later', 'soon']

/** Documents that are all similar to each other, and one that is not. */
const ALIKE = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id, i) => ({ id, text: `${SHARED} ${LAST[i]}` }))
const OTHER = { id: 'z', text: 'nothing like any of the others, only a few words of its own' }

const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const apart = (id: string, others: string) => [...others].map((other) => ({ different: [id, other] }))

/** What dedup removes by decisions, each with its survivor. */
async function removedBy(
  decisions: readonly object[],
  args: readonly string[] = [],
  documents = ALIKE.slice(0, 4),
) {
  const workspace = new Workspace()
  workspace.write('in.jsonl', lines([...documents, OTHER]))
  workspace.write('decisions.jsonl', lines(decisions))
  const { code, stderr } = await workspace.run([
    ...['dedup', 'in.jsonl', '--threshold', '0.5', '--shingle', 'words:2', '--decisions', 'decisions.jsonl'],
    ...['--out', 'out', '--quiet', ...args],
  ])
  expect([code, stderr]).toEqual([0, ''])
  return workspace.rows('out/in.removed.jsonl').map(({ id, survivor }) => `${id} for ${survivor}`)
}

describe('decisions that documents are different', () => {
  it.each([[[]], [['--one-per-cluster']], [['--run-dir', 'run', '--memory', '200MB']]])(
    'give the other members a new survivor if theirs is removed: %j',
    async (args) => {
      expect(await removedBy([], args)).toEqual(['b for a', 'c for a', 'd for a'])
      expect(await removedBy(apart('a', 'bcd'), args)).toEqual(['c for b', 'd for b'])
      expect(await removedBy(apart('b', 'acd'), args)).toEqual(['c for a', 'd for a'])
    },
  )

  it('split star clusters, which get a new center', async () => {
    const args = ['--one-per-cluster', '--cluster-by', 'stars', '--survivor', 'center']
    const [first] = await removedBy([], args)
    const center = first!.at(-1)!
    const rest = [...'abcd'].filter((id) => id !== center)
    expect(await removedBy(apart(center, rest.join('')), args)).toEqual([
      `${rest[1]} for ${rest[0]}`,
      `${rest[2]} for ${rest[0]}`,
    ])
  })

  it('hold between two documents that only a chain of pairs connects', async () => {
    const chain = ['a', 'b', 'c'].map((id, i) => ({
      id,
      text: [...Array(12).keys()].map((n) => `w${n + 3 * i}`).join(' '),
    }))
    const decisions = [{ different: ['c', 'a'] }]
    expect(await removedBy(decisions, ['--one-per-cluster'], chain)).toEqual(['b for a'])
  })

  it('hold for equal documents as well', async () => {
    const { text } = ALIKE[0]!
    const documents = [{ id: 'a', text }, { id: 'b', text }, { id: 'c', text }, ALIKE[3]!]
    expect(await removedBy(apart('a', 'bcd'), [], documents)).toEqual(['c for b', 'd for b'])
    expect(await removedBy(apart('a', 'bcd'), ['--one-per-cluster'], documents)).toEqual([
      'c for b',
      'd for b',
    ])
    expect(await removedBy(apart('b', 'a'), [], documents)).toEqual(['c for a', 'd for a'])
  })

  it.each([[[]], [['--one-per-cluster']]])(
    'hold in groups whose pairs are not all listed: %j',
    async (args) => {
      const all = ALIKE.map(({ id }) => id)
      for (const id of all) {
        const rest = all.filter((other) => other !== id)
        const removed = await removedBy(apart(id, rest.join('')), ['--max-group', '2', ...args], ALIKE)
        expect(removed).toEqual(rest.slice(1).map((other) => `${other} for ${rest[0]}`))
      }
    },
  )

  it('hold for documents of --against', async () => {
    const workspace = new Workspace()
    workspace.write(
      'known.jsonl',
      lines([
        { id: 'k', text: `${SHARED} now` },
        { id: 'l', text: `so ${SHARED} now` },
      ]),
    )
    const args = ['--against', 'known.jsonl', '--decisions', 'd.jsonl', '--out', 'out', '--force', '--quiet']
    workspace.write('in.jsonl', lines([ALIKE[0]!, ALIKE[1]!]))
    const removed = async (decisions: readonly object[], ...more: string[]) => {
      workspace.write('d.jsonl', lines(decisions))
      const search = ['dedup', 'in.jsonl', '--threshold', '0.5', '--shingle', 'words:2']
      const { code, stderr } = await workspace.run([...search, ...args, ...more])
      expect([code, stderr]).toEqual([0, ''])
      return workspace.rows('out/in.removed.jsonl').map(({ id, survivor }) => `${id} for ${survivor}`)
    }
    expect(await removed([])).toEqual(['a for k', 'b for k'])
    expect(await removed(apart('a', 'k'))).toEqual(['a for l', 'b for k'])
    expect(await removed(apart('a', 'kl'))).toEqual(['b for k'])
    // Left in the input, a and b are similar to each other.
    const both = [...apart('a', 'kl'), ...apart('b', 'kl')]
    expect(await removed(both, '--also-within')).toEqual(['b for a'])
    expect(await removed([...both, ...apart('a', 'b')], '--also-within')).toEqual([])
  })
})

describe('decisions about documents that are not in the input', () => {
  const workspace = new Workspace()
  workspace.write('in.jsonl', lines([...ALIKE.slice(0, 2), OTHER]))
  workspace.write(
    'd.jsonl',
    lines([{ keep: 'z' }, { keep: 'x1' }, { different: ['a', 'x2'] }, { keep: 'b' }]),
  )
  const args = ['dedup', 'in.jsonl', '--threshold', '0.5', '--shingle', 'words:2', '--decisions', 'd.jsonl']

  it('are an error that says which', async () => {
    const { code, stderr } = await workspace.run([...args, '--out', 'out'])
    expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringContaining('d.jsonl, line 2: no document has 2 ids: "x1", "x2"; use the inputs'),
    ])
    expect(workspace.names()).toEqual(['d.jsonl', 'in.jsonl'])
  })

  it('are ignored with a warning, on request', async () => {
    const { code, stdout, stderr } = await workspace.run([
      ...args,
      '--dry-run',
      '--on-error',
      'skip',
      '--json',
    ])
    expect(code).toBe(0)
    expect(stderr).toContain('warning: d.jsonl: no document has 2 ids: "x1", "x2"')
    expect(JSON.parse(stdout)).toMatchObject({
      removed: 0,
      warnings: ['d.jsonl: no document has 2 ids: "x1", "x2"'],
    })
  })
})
