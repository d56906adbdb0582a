// Damage to what a run keeps, and to what it reads: a clear error or the same result, never a wrong one.

import {
  appendFileSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Random } from 'likewise/text'
import { describe, expect, it } from 'vitest'
import type { NodeFindOptions, NodeFindResult } from '../../../../src/engine/node/node-engine-options.js'
import { nodeFind } from '../../../../src/engine/node/node-find.js'
import { InvalidArtifact, RunMismatch } from '../../../../src/model/errors.js'
import type { Source } from '../../../../src/read/source.js'
import { byDepth } from '../../../depth.js'
import { collectPairs } from './collect-pairs.js'
import { linesOf, sourceOf } from './source-of.js'

const REQUEST: NodeFindOptions = { threshold: 0.9, recall: 0.5, workers: 1, shingle: { k: 2 } }

/** Texts in two files: groups that are alike, copies, and others. */
function smallSource(): Source {
  const random = new Random(3)
  const word = () => `w${random.below(300)}`
  const texts: string[] = []
  for (let i = 0; i < 120; i++) {
    const [kind, before] = [random.below(3), texts[random.below(1 + texts.length)]]
    if (before === undefined || kind === 0) texts.push(Array.from({ length: 20 }, word).join(' '))
    else texts.push(kind === 1 ? before : `${before} ${word()}`)
  }
  const source = sourceOf([linesOf(texts.slice(0, 50)), linesOf(texts.slice(50))])
  for (const { path } of source.files) utimesSync(path, LONG_AGO, LONG_AGO)
  return { ...source, ...stampedNow(source) }
}

/** Seconds since 1970: a time that can be given to a file again, exactly. */
const LONG_AGO = 1_700_000_000

/** The files of a source with the stamps that they have now. */
function stampedNow({ files }: Source) {
  const now = files.map(({ name, path }) => {
    const { size, mtimeMs } = statSync(path)
    return { name, path, bytes: size, modified: mtimeMs }
  })
  return { files: now, inputs: now }
}

/** What a run found, after which it is closed. */
function contentOf(result: NodeFindResult) {
  const { documents, identical, candidates, pairsOmitted } = result
  const content = {
    ...{ documents, identical, candidates, pairsOmitted },
    pairs: collectPairs(result.pairs),
    clusters: [...result.clusters],
  }
  result.close()
  return content
}

/** A finished run: its folder, its blocks by their kinds, and what it found. */
async function finishedRun(source: Source, options: NodeFindOptions = {}) {
  const runDir = join(dirname(source.files[0]!.path), 'run')
  const expected = contentOf(await nodeFind(source, { ...REQUEST, ...options, runDir }))
  const blocks = join(runDir, 'blocks')
  const names = readdirSync(blocks)
  const resume = () => nodeFind(source, { ...REQUEST, ...options, runDir, resume: true })
  return { runDir, blocks, names, expected, resume }
}

/** Bytes from the end of a block to one that is read: the last segment may be empty, with padding before it. */
const END = 8

const DAMAGE: readonly (readonly [string, (path: string) => void])[] = [
  ['a flipped bit at its end', (path) => flip(path, -END)],
  ['a flipped bit in its head', (path) => flip(path, 13)],
  ['deletion', (path) => rmSync(path)],
  ['truncation', (path) => truncateSync(path, readFileSync(path).length - END)],
  ['emptiness, as a loss of power leaves it', (path) => truncateSync(path, 0)],
]

/** In a short run a block of every third kind, of other kinds for the next damage. */
function some(names: readonly string[], what: string): readonly string[] {
  const number = DAMAGE.findIndex(([name]) => name === what)
  const ofEachKind = [...new Map(names.map((name) => [kindOf(name), name])).values()]
  return byDepth({ short: ofEachKind.filter((_, i) => (i + number) % 3 === 0), long: names })
}

function kindOf(name: string): string {
  return name.replace(/[-\d].*/, '')
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at < 0 ? bytes.length + at : at]! ^= 8
  writeFileSync(path, bytes)
}

describe('a block of each kind', () => {
  it.each(DAMAGE)('is computed again after %s, and the result is the same', async (what, damage) => {
    const { blocks, names, expected, resume } = await finishedRun(smallSource())
    const kinds = new Set(names.map(kindOf))
    expect([...kinds].sort()).toEqual([
      'candidates',
      'copies',
      'outcome',
      'sets',
      'sketch',
      'tiles',
      'verified',
    ])
    for (const name of some(names, what)) {
      const whole = readFileSync(join(blocks, name))
      damage(join(blocks, name))
      const result = await resume()
      expect(result.reused).toEqual({ found: names.length - 1, damaged: what === 'deletion' ? 0 : 1 })
      expect(contentOf(result), name).toEqual(expected)
      expect(readFileSync(join(blocks, name)).equals(whole), name).toBe(true)
    }
  })

  it.each(byDepth({ short: DAMAGE.slice(0, 2), long: DAMAGE }))(
    'of an exact search, with prefixes, is made again after %s',
    async (_, damage) => {
      const { blocks, names, expected, resume } = await finishedRun(smallSource(), { recall: 1 })
      const kinds = ['sketch', 'candidates-by-prefix']
      // A few of each kind: there are 64 portions.
      for (const name of kinds.flatMap((kind) =>
        names.filter((name) => name.startsWith(kind)).slice(0, byDepth({ short: 1, long: 3 })),
      )) {
        const whole = readFileSync(join(blocks, name))
        damage(join(blocks, name))
        expect(contentOf(await resume()), name).toEqual(expected)
        expect(readFileSync(join(blocks, name)).equals(whole), name).toBe(true)
      }
      expect(kinds.every((kind) => names.some((name) => name.startsWith(kind)))).toBe(true)
    },
  )

  it('is computed again if its location has a block of another run, or another block of the same run', async () => {
    const source = smallSource()
    const { blocks, names, expected, resume } = await finishedRun(source)
    const other = join(dirname(source.files[0]!.path), 'other')
    contentOf(await nodeFind(source, { ...REQUEST, threshold: 0.7, runDir: other }))
    const tried = some(names, DAMAGE[0]![0])
    for (const [i, name] of tried.entries()) {
      const before = tried[i - 1]
      if (before === undefined) copyFileSync(join(other, 'blocks', 'sketch-0.block'), join(blocks, name))
      else copyFileSync(join(blocks, before), join(blocks, name))
      const result = await resume()
      expect(result.reused.damaged).toBe(1)
      expect(contentOf(result), name).toEqual(expected)
    }
  })

  it.each([DAMAGE[0]!, DAMAGE[2]!])(
    'ends a run that needs it and finds %s with an error, and resuming fixes it',
    async (_, damage) => {
      const source = smallSource()
      const { names, expected } = await finishedRun(source)
      for (const kind of ['sketch', 'candidates', 'sets', 'verified', 'copies']) {
        const runDir = join(dirname(source.files[0]!.path), `damaged-${kind}`)
        const ofKind = names.filter((name) => name.startsWith(kind))
        let made = 0
        const onBlock = (name: string) => {
          // When the last of its kind is whole.
          if (name.startsWith(kind) && ++made === ofKind.length) damage(join(runDir, 'blocks', ofKind[0]!))
        }
        const run = nodeFind(source, { ...REQUEST, runDir, onBlock })
        await expect(run, kind).rejects.toThrow(InvalidArtifact)
        await expect(run, kind).rejects.toThrow(/blocks\/.*\.block\): .*; .*`resume: true`/)
        expect(contentOf(await nodeFind(source, { ...REQUEST, runDir, resume: true })), kind).toEqual(
          expected,
        )
      }
    },
  )
})

describe('a verified block with continuation blocks', () => {
  it('is computed again as a whole if one of them is damaged', async () => {
    // Three documents that are alike, with so many copies that their pairs need more than one block.
    const base = Array.from({ length: 30 }, (_, i) => `w${i}`).join(' ')
    const texts = [1000, 1000, 150].flatMap((copies, i) =>
      Array.from({ length: copies }, () => `${base}${' more'.repeat(i)}`),
    )
    const source = sourceOf([linesOf(texts)])
    const summary = (result: NodeFindResult) => {
      let [count, sum] = [0, 0]
      for (const { a, b } of result.pairs.batches()) {
        count += a.length
        for (let i = 0; i < a.length; i++) sum = (sum + a[i]! * 3 + b[i]! * 5) % 2 ** 40
      }
      result.close()
      return { count, sum, reused: result.reused.damaged }
    }
    const runDir = join(dirname(source.files[0]!.path), 'run')
    const options: NodeFindOptions = { ...REQUEST, runDir, maxGroup: 'all' }
    const expected = summary(await nodeFind(source, options))
    const names = readdirSync(join(runDir, 'blocks'))
    const further = names.filter((name) => /^verified-1-1-of-\d+-[0-9a-f]{8}-\d+\.block$/.test(name))
    expect(further.length).toBeGreaterThan(0)
    expect(expected.count).toBe((2150 * 2149) / 2)
    const path = join(runDir, 'blocks', further[0]!)
    flip(path, -END)
    const resumed = await nodeFind(source, { ...options, resume: true })
    expect(summary(resumed)).toEqual({ ...expected, reused: 1 })
  })
})

/** An input is rewritten in one of these ways. */
const CHANGES: readonly (readonly [string, RegExp, (path: string) => void])[] = [
  [
    'grows',
    /input-1\.jsonl: it grew while it was being read/,
    (path) => appendFileSync(path, '{"text":"more of it"}\n'),
  ],
  [
    'changes and keeps its size',
    /input-1\.jsonl: it changed while it was being read/,
    (path) => writeFileSync(path, readFileSync(path, 'utf8').replaceAll('w1', 'w2')),
  ],
  [
    'becomes shorter',
    /input-1\.jsonl: it (became shorter|changed) while it was being read/,
    (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2)),
  ],
  [
    'is exchanged for another file',
    /input-1\.jsonl: it (grew|changed|became shorter) while it was being read/,
    (path) => {
      writeFileSync(`${path}.new`, linesOf(['one', 'two three', 'four']))
      renameSync(`${path}.new`, path)
    },
  ],
]

describe('an input that', () => {
  it.each(CHANGES)(
    '%s ends the run, at any point, and stored blocks stay valid',
    async (_, message, change) => {
      const source = smallSource()
      const { names, expected } = await finishedRun(source)
      const { path } = source.files[1]!
      const kept = `${path}.kept`
      copyFileSync(path, kept)
      for (let k = 0; k < names.length; k++) {
        const runDir = join(dirname(path), `changed-${k}`)
        let made = 0
        const onBlock = () => {
          if (made++ === k) change(path)
        }
        await expect(nodeFind(source, { ...REQUEST, runDir, onBlock })).rejects.toThrow(message)
        // As long as it is another one, the run is not gone on with.
        const now = { ...source, ...stampedNow(source) }
        const resumed = nodeFind(now, { ...REQUEST, runDir, resume: true })
        await expect(resumed).rejects.toThrow(RunMismatch)
        await expect(resumed).rejects.toThrow('inputs input-1.jsonl ')
        // The old one put back, with its time: only what was read of it is used.
        copyFileSync(kept, path)
        utimesSync(path, LONG_AGO, LONG_AGO)
        expect(contentOf(await nodeFind(source, { ...REQUEST, runDir, resume: true })), names[k]).toEqual(
          expected,
        )
        rmSync(runDir, { recursive: true })
      }
    },
  )
})
