// Runs in which sets are kept when documents are first read: the same results as without, and no document is read again for its set.

import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../../src/engine/make-plan.js'
import { nodeBlocks } from '../../../../src/engine/node/blocks/node-block-file.js'
import type { FindOptions } from '../../../../src/engine/request.js'
import { BlockMaker, type BlockStore } from '../../../../src/engine/stages/block-maker.js'
import type { Block } from '../../../../src/engine/stages/blocks/block.js'
import { FindRun } from '../../../../src/engine/stages/find-run.js'
import { shareMemory } from '../../../../src/engine/stages/memory-budget.js'
import { runDocumentTask } from '../../../../src/engine/stages/run-document-task.js'
import type { RunOptions } from '../../../../src/engine/stages/run-parts.js'
import type { DocumentTask, TaskWorkers } from '../../../../src/engine/stages/tasks.js'
import { Thread } from '../../../../src/engine/stages/threads/thread.js'
import { Random } from '../../../../src/hash/random.js'
import { joinSides } from '../../../../src/read/sides.js'
import type { Source } from '../../../../src/read/source.js'
import { collectPairs } from '../node/collect-pairs.js'

const random = new Random(11)
const word = () => `w${random.below(50_000)}`

/** Copies of one text with this many words replaced. */
function nearCopies(count: number, words: number, replaced: number): string[] {
  const base = Array.from({ length: words }, word)
  return Array.from({ length: count }, () => {
    const copy = [...base]
    for (let i = 0; i < replaced; i++) copy[random.below(copy.length)] = word()
    return copy.join(' ')
  })
}

function sourceOf(...files: (readonly string[])[]): { source: Source; contents: Map<string, Uint8Array> } {
  const contents = new Map(
    files.map((texts, i) => {
      const lines = texts.map((text) => `${JSON.stringify({ text })}\n`)
      return [`${i}.jsonl`, new TextEncoder().encode(lines.join(''))]
    }),
  )
  const notes = { layouts: [], emptyFiles: [], unknownFiles: new Map(), ownFiles: new Map() }
  const named = [...contents].map(([name, { length }]) => ({ name, path: name, bytes: length, modified: 0 }))
  const source = {
    files: named,
    inputs: named,
    textFields: ['text'],
    idField: undefined,
    skipped: [],
    notes,
    close: async () => {},
  }
  return { source, contents }
}

const IN_MEMORY: BlockStore = { locate: (name) => ({ name }), find: () => undefined, add() {} }

/** Runs every task on this thread, and counts the bytes that tasks of one kind read. */
async function run(
  { source, contents }: ReturnType<typeof sourceOf>,
  request: FindOptions,
  options: RunOptions,
) {
  let kind: string | undefined
  const read = new Map<string | undefined, number>()
  const open = ({ path }: { readonly path: string }) => {
    const bytes = contents.get(path)!
    return {
      size: bytes.length,
      readAt(offset: number, target: Uint8Array) {
        const piece = bytes.subarray(offset, offset + target.length)
        target.set(piece)
        read.set(kind, (read.get(kind) ?? 0) + piece.length)
        return piece.length
      },
      checkUnchanged() {},
      close() {},
    }
  }
  const thread = new Thread({ inputs: { open }, store: nodeBlocks })
  const setBlocks: Block[] = []
  const workers = {
    async run(tasks: readonly DocumentTask[], take: (result: unknown, number: number) => void) {
      tasks.forEach((task, i) => {
        kind = task.kind
        const result = runDocumentTask(task, thread)
        if (kind === 'sets') setBlocks.push(...(result as Block[]))
        take(result, i)
      })
      kind = undefined
    },
  } as TaskWorkers
  const parts = {
    source,
    plan: makePlan(request),
    options,
    workers,
    thread,
    blocks: new BlockMaker(IN_MEMORY, workers, undefined),
    memory: shareMemory(undefined, 0, { requested: 1, byDefault: 1 }),
  }
  const found = await new FindRun(parts).run()
  const { documents, identical, equal, candidates, pairsOmitted } = found
  const pairs = collectPairs(found.pairs)
  const result = { documents, identical, equal, candidates, pairsOmitted, clusters: [...found.clusters] }
  const memory = new Set(setBlocks.map((block) => ('memory' in block ? block.memory : undefined)))
  return {
    // Comparing hundreds of thousands of pairs one by one takes seconds.
    result: { ...result, pairs: [pairs.a, pairs.b, pairs.similarity].map(nodeBlocks.checksum) },
    pairs: pairs.a.length,
    readAgain: read.get('sets') ?? 0,
    setBlocks: setBlocks.length,
    memories: memory.size,
  }
}

const KEEP = { keepSets: true, expectsLarge: false }
const EXPECT = { keepSets: false, expectsLarge: true }

const similar = nearCopies(300, 60, 1)
const mixed = Array.from({ length: 200 }, (_, i) =>
  i % 2 === 0 ? similar[i]! : Array.from({ length: 40 }, word).join(' '),
)
/** More documents share an element than are listed. */
const manyLists = nearCopies(1500, 100, 2)
/** A bucket has more pairs than are listed. */
const many = [...nearCopies(800, 100, 1), ...mixed.slice(0, 50), '', 'short']
/** Large buckets have so many pairs that oversized documents are found first. */
const tooMany = [...nearCopies(2600, 60, 1), ...many.slice(-52)]

describe.each([
  ['an exact search', similar, { threshold: 0.7, recall: 1 }, 1],
  ['bands', similar, { threshold: 0.7, recall: 0.95 }, 1],
  ['some documents without candidates', mixed, { threshold: 0.7, recall: 1 }, 1],
  ['an exact search with oversized groups', tooMany, { threshold: 0.7, recall: 1, maxGroup: 20 }, 3],
  ['an exact search with large lists', manyLists, { threshold: 0.84, recall: 1 }, 2],
  ['bands with large buckets', many, { threshold: 0.7, recall: 0.95 }, 2],
  ['bands with oversized groups', tooMany, { threshold: 0.7, recall: 0.95, maxGroup: 20 }, 2],
] as const)('%s', (_, texts, request, stages) => {
  it('takes kept sets instead of reading documents again, with the same result', async () => {
    const source = sourceOf(texts.slice(0, 120), texts.slice(120))
    const usual = await run(source, request, {})
    const kept = await run(source, request, { hints: KEEP })
    expect(kept.result).toEqual(usual.result)
    expect(kept.pairs).toBeGreaterThan(0)
    expect(usual.readAgain).toBeGreaterThan(0)
    expect(kept.readAgain).toBe(0)
    // Whatever groups the sets are sorted by, they stay in the memory of their unit.
    expect(kept.setBlocks).toBe(2 * stages)
    expect(kept.memories).toBe(2)
  })

  it('expects large buckets, rightly or not, with the same result', async () => {
    const source = sourceOf(texts.slice(0, 120), texts.slice(120))
    const usual = await run(source, request, {})
    const expecting = await run(source, request, { hints: EXPECT })
    expect(expecting.result).toEqual(usual.result)
  })
})

it.each([true, false])('two sides, also within the first: %s', async (alsoWithin) => {
  const { source, contents } = sourceOf(many.slice(0, 350), many.slice(350))
  const [own, others] = source.files
  const sides = joinSides({ ...source, files: [own!] }, { ...source, files: [others!] })
  const request = { threshold: 0.7, recall: 0.95 }
  const usual = await run({ source: sides, contents }, request, { alsoWithin })
  const kept = await run({ source: sides, contents }, request, { alsoWithin, hints: KEEP })
  const expecting = await run({ source: sides, contents }, request, { alsoWithin, hints: EXPECT })
  expect(kept.result).toEqual(usual.result)
  expect(expecting.result).toEqual(usual.result)
  expect(kept.readAgain).toBeLessThan(usual.readAgain)
})

it('the lines of long documents are read again, because they also need wide sets', async () => {
  const source = sourceOf([...nearCopies(3, 20_000, 3), ...similar.slice(0, 5)])
  const usual = await run(source, { threshold: 0.7, recall: 1 }, {})
  const kept = await run(source, { threshold: 0.7, recall: 1 }, { hints: KEEP })
  expect(kept.result).toEqual(usual.result)
  expect(kept.readAgain).toBeGreaterThan(0)
  expect(kept.readAgain).toBeLessThan(usual.readAgain)
})
