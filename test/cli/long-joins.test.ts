import { join as joinPath } from 'node:path'
import { describe, expect, it } from 'vitest'
import { join as joinInputs } from '../../src/public/node.js'
import { WIDE_FROM } from '../../src/text/wide-shingles.js'
import {
  below,
  left,
  right,
  truth,
  truthOfBelow,
  truthOfTwins,
  twins,
  WORDS,
} from '../unit/text/colliding-documents.js'
import { asLines, Workspace } from './likewise.js'

const SHORT = ['another document altogether', 'one that is not like it']
const asDocuments = (texts: readonly string[]) => texts.map((text, i) => ({ id: `d${i}`, text }))
const sizes = { left: WIDE_FROM + 4, right: WIDE_FROM + 3, shared: WIDE_FROM + 2 }

describe('joins of long documents whose 32-bit hashes collide', () => {
  const workspace = new Workspace()
  const documents = asDocuments([left, right, ...SHORT])
  workspace.write('in.jsonl', asLines(documents))
  workspace.write('left.jsonl', asLines(documents.slice(0, 1)))
  workspace.write('right.jsonl', asLines(documents.slice(1)))
  workspace.write('in.csv', `id,text\n${documents.map(({ id, text }) => `${id},"${text}"\n`).join('')}`)
  workspace.write('twins.jsonl', asLines(asDocuments([...twins, twins[0]])))
  workspace.write('below.jsonl', asLines(asDocuments(below)))
  const shingle = ['--text', 'text', '-s', 'words:1', '-q', '--force']
  const join = async (args: readonly string[], stdin?: string) => {
    const run = await workspace.run(['join', ...args, ...shingle, '--pairs', 'pairs.jsonl'], stdin)
    expect(run.code, run.stderr).toBe(0)
    return workspace.rows('pairs.jsonl').map(({ similarity }) => similarity)
  }

  it.each([
    ['jaccard', '0.9', [truth]],
    ['dice', '0.9', [(2 * sizes.shared) / (sizes.left + sizes.right)]],
    ['cosine', '0.9', [sizes.shared / Math.sqrt(sizes.left * sizes.right)]],
    ['containment', '0.9', [sizes.shared / sizes.left, sizes.shared / sizes.right]],
    ['overlap', '1000', [sizes.shared]],
  ])('find the true similarity (%s)', async (similarity, threshold, expected) => {
    expect(await join(['in.jsonl', '--similarity', similarity, '-t', threshold])).toEqual(expected)
  })

  it.each([
    ['two files', ['left.jsonl', 'right.jsonl', '-t', '0.9']],
    ['a table', ['in.csv', '-t', '0.9']],
    ['the top of each set', ['left.jsonl', 'right.jsonl', '--top', '1']],
    ['a memory budget', ['in.jsonl', '-t', '0.9', '--memory', '250MB']],
  ])('find it in %s', async (_, args) => {
    expect(await join(args)).toEqual([truth])
  })

  it('find it in stdin', async () => {
    expect(await join(['-', '-t', '0.9'], asLines(documents))).toEqual([truth])
  })

  it('drop pairs below the threshold, listed or counted', async () => {
    const above = String(truth + 1e-9)
    expect(await join(['in.jsonl', '-t', above])).toEqual([])
    const count = async (threshold: string) =>
      (await workspace.run(['join', 'in.jsonl', ...shingle, '-t', threshold, '--count'])).stdout
    expect([await count(String(truth)), await count(above)]).toEqual(['1\n', '0\n'])
  })

  it('find pairs whose hashes are below the threshold', async () => {
    expect(await join(['below.jsonl', '-t', String(truthOfBelow)])).toEqual([truthOfBelow])
  })

  it('do not treat documents with equal hashes as equal', async () => {
    expect(await join(['twins.jsonl', '-t', '0.9'])).toEqual([truthOfTwins, 1, truthOfTwins])
    expect(await join(['twins.jsonl', '--similarity', 'overlap', '-t', '9'])).toEqual([
      WIDE_FROM,
      WIDE_FROM + 1,
      WIDE_FROM,
    ])
    expect(await join(['twins.jsonl', '--top', '1'])).toEqual([1, truthOfTwins, 1])
  })

  it.each(['in.jsonl', 'in.csv'])('find it when the join of %s is resumed', async (file) => {
    const args = [file, '-t', '0.9', '--run-dir', `run-${file}`]
    expect(await join(args)).toEqual([truth])
    expect(await join([...args, '--resume'])).toEqual([truth])
  })

  it('find it through the library', async () => {
    for (const input of [documents, joinPath(workspace.folder, 'in.jsonl')]) {
      await using joined = await joinInputs(input, { text: 'text', shingle: WORDS, threshold: 0.9 })
      const pairs = []
      for await (const pair of joined.pairs()) pairs.push(pair)
      expect(pairs).toEqual([{ a: 'd0', b: 'd1', similarity: truth }])
    }
  })
})
