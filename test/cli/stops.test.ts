// A command that computes for long on one thread stops at once on a signal, and leaves nothing.

import type { ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/hash/random.js'
import { asLines, ended, Place } from './likewise.js'

const chance = new Random(7)
const below = (limit: number) => chance.below(limit)
const words = (length: number) => Array.from({ length }, () => `word${below(5000)}`).join(' ')

const passages = Array.from({ length: 300 }, () => words(60))
const text = () => [words(150), passages[below(300)], words(150)].join(' ')

const people = Array.from({ length: 10_000 }, (_, i) =>
  [i, `name${below(4000)}`, `family${below(4000)}`, `${below(99)} street${below(3000)}`, below(9999)].join(),
)
const ratings = Array.from({ length: 200_000 }, (_, i) =>
  [below(20_000), below(4000), 1 + below(5), i].join(),
)
const print = () => Array.from({ length: 60 }, () => ({ x: below(400), y: below(500), angle: below(360) }))

/** The work of a command: its input, its arguments, and the stage in which it is stopped. */
const WORK: Readonly<
  Record<string, readonly [file: string, input: () => string, stage: string, ...string[]]>
> = {
  match: [
    'people.csv',
    () => `id,first,last,street,number\n${people.join('\n')}\n`,
    'choosing candidates',
    ...['match', 'people.csv', '--pairs', 'pairs.csv', '--clusters', 'clusters.jsonl'],
  ],
  plagiarism: [
    'texts.jsonl',
    () => asLines(Array.from({ length: 2000 }, (_, id) => ({ id, text: text() }))),
    'comparing texts',
    ...['plagiarism', 'texts.jsonl', '--out', 'results'],
  ],
  recommend: [
    'ratings.csv',
    () => `user,item,rating,time\n${ratings.join('\n')}\n`,
    'comparing items',
    ...['recommend', 'ratings.csv', '--recommendations', 'recommended.jsonl'],
  ],
  fingerprints: [
    'prints.jsonl',
    () => asLines(Array.from({ length: 800 }, (_, id) => ({ id: `${id}`, minutiae: print() }))),
    'comparing',
    ...['fingerprints', 'prints.jsonl', '--pairs', 'pairs.jsonl'],
  ],
  compare: ['text.txt', () => words(300_000), 'comparing', 'compare', 'text.txt', 'text.txt'],
}

describe('a signal during the work of one thread', () => {
  it.each(
    Object.entries(WORK).map(([command, work], i) => ({
      command,
      work,
      signal: i % 2 === 0 ? ('SIGINT' as const) : ('SIGTERM' as const),
    })),
  )('stops $command', async ({ work: [file, input, stage, ...args], signal }) => {
    const place = new Place()
    place.write(file, input())
    const child = place.start([...args, '--progress', 'bar'])
    const outcome = ended(child)
    await shows(child, stage)
    child.kill(signal)
    const { code, stdout } = await outcome
    // It was not done: nothing is printed or written.
    expect([code, stdout]).toEqual([signal === 'SIGINT' ? 130 : 143, ''])
    expect([place.litter(), place.names()]).toEqual([[], [file]])
  })
})

describe('a signal while an index is written', () => {
  it('closes the index before the process ends, and leaves none without documents', async () => {
    const place = new Place()
    place.write('texts.jsonl', asLines(Array.from({ length: 15_000 }, (_, id) => ({ id, text: words(80) }))))
    const child = place.start(['index', 'build', 'seen', 'texts.jsonl', '--progress', 'bar'])
    const outcome = ended(child)
    await shows(child, 'adding')
    child.kill('SIGTERM')
    expect((await outcome).code).toBe(143)
    const stats = await place.run(['index', 'stats', 'seen', '--json'])
    if (stats.code === 0) {
      const { stored } = JSON.parse(stats.stdout) as { stored: number }
      expect(stored).toBeGreaterThan(0)
      expect(stored).toBeLessThan(15_000)
    } else expect(readdirSync(place.folder)).toEqual(['texts.jsonl'])
    expect(place.litter()).toEqual([])
  })
})

/** Waits until a process shows that it is in a stage. */
function shows(child: ChildProcess, stage: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let shown = ''
    child.stderr!.on('data', (chunk: Buffer) => {
      shown += chunk.toString()
      if (shown.includes(stage)) resolve()
    })
    child.once('close', () => reject(new Error(`it ended before "${stage}": ${shown}`)))
  })
}
