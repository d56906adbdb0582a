import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { planDedup } from '../../../src/cli/dedup/plan-dedup.js'
import { ProgressLine } from '../../../src/cli/output/progress.js'
import { progressText, stageText } from '../../../src/cli/output/progress-text.js'
import { readingProgress } from '../../../src/cli/output/reading-progress.js'
import { verifiedSimilarities } from '../../../src/dedup/one-per-cluster.js'
import { nearlyWipedOut, SourceCounter } from '../../../src/dedup/source-rates.js'
import { nearestName } from '../../../src/model/nearest-name.js'
import { bytes, count, counted, duration, percent } from '../../../src/model/quantities.js'
import { Lifetime } from '../../../src/temporary/lifetime.js'

describe('quantities are written as a person reads them', () => {
  it('counts', () => {
    expect([0, 999, 1000, 1234567].map(count)).toEqual(['0', '999', '1,000', '1,234,567'])
    expect([0.6, 1, 1.4, 2].map((value) => counted(value, 'pair'))).toEqual([
      '1 pair',
      '1 pair',
      '1 pair',
      '2 pairs',
    ])
  })

  it('times', () => {
    expect([0.04, 9.94, 9.96, 59.4, 59.6, 3599, 7380].map(duration)).toEqual([
      '0.0 s',
      '9.9 s',
      '10 s',
      '59 s',
      '1 min 00 s',
      '59 min 59 s',
      '2 h 03 min',
    ])
  })

  it('bytes', () => {
    expect([0, 999, 1000, 9_960, 1_500_000, 2e9].map(bytes)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '10 kB',
      '1.5 MB',
      '2.0 GB',
    ])
  })

  it('shares, never all for less than all', () => {
    expect([0, 0.00001, 0.953, 0.99999, 1].map(percent)).toEqual([
      '0 %',
      '0.1 %',
      '95.3 %',
      '99.9 %',
      '100 %',
    ])
  })
})

describe('progress', () => {
  const half = { stage: 'sketch', done: 5e8, total: 1e9, documents: 300_000 } as const

  it('shows stage, share, rate and remaining time', () => {
    expect(progressText(half, 5)).toBe(
      'reading and sketching  50 %  300,000 documents  60,000/s, 100 MB/s  5.0 s left',
    )
    expect(progressText({ stage: 'verify', done: 1, total: 4, documents: 1200 }, 30)).toBe(
      'verifying candidates   25 % of 1,200 documents  1 min 30 s left',
    )
  })

  it('omits what is not known, and rates of less than one per second', () => {
    expect(progressText({ stage: 'verify', done: 0, total: 0, documents: 1 }, 0)).toBe(
      'verifying candidates   1 document',
    )
    expect(progressText({ stage: 'sketch', done: 0, total: 10, documents: 0 }, 5)).toBe(
      'reading and sketching',
    )
    const shown = (progress: Parameters<typeof stageText>[1]) =>
      stageText('comparing', progress, 10).replace(/ +/g, ' ')
    expect(shown({})).toBe('comparing')
    expect(shown({ share: 0.5 })).toBe('comparing 50 % 10 s left')
    expect(shown({ done: 1, unit: 'pair' })).toBe('comparing 1 pair')
    expect(shown({ done: 1200, unit: 'pair' })).toBe('comparing 1,200 pairs 120/s')
    expect(shown({ done: 4, total: 8, unit: 'pair' })).toBe('comparing 50 % 4 of 8 pairs 10 s left')
    expect(shown({ done: 0, unit: 'set', bytes: 1e7 })).toBe('comparing 1.0 MB/s')
  })

  it('rewrites one line in place on a terminal, a few times a second, and clears it', () => {
    const printed: string[] = []
    const printer = {
      isTerminal: true,
      colors: false,
      columns: 40,
      print: (text: string) => void printed.push(text),
      control: (text: string) => void printed.push(text),
    }
    let now = 0
    const line = new ProgressLine(printer, 'auto', { clock: { now: () => now, barMs: 100, plainMs: 1000 } })
    for (; now < 1000; now += 10) line.show(half)
    line.clear()
    expect(printed).toHaveLength(11)
    for (const text of printed) expect(text.startsWith('\r\x1b[K')).toBe(true)
    expect(printed[0]!.length).toBeLessThanOrEqual(4 + 39)
    expect(printed.at(-1)).toBe('\r\x1b[K')
  })

  const recorder = (isTerminal: boolean) => {
    const printed: string[] = []
    const add = (text: string) => void printed.push(text)
    return { printed, printer: { isTerminal, colors: false, columns: 80, print: add, control: add } }
  }

  it('prints a plain line every ten seconds off a terminal, and none in a shorter run', () => {
    const { printed, printer } = recorder(false)
    let now = 0
    const line = new ProgressLine(printer, 'auto', { clock: { now: () => now, barMs: 100, plainMs: 10_000 } })
    line.step('reading')
    for (; now < 35_000; now += 10) line.share('comparing', now, 40_000)
    line.end()
    expect(printed).toEqual([
      'likewise: 10 s: comparing 25 % 30 s left\n',
      'likewise: 20 s: comparing 50 % 20 s left\n',
      'likewise: 30 s: comparing 75 % 10 s left\n',
    ])
  })

  it('shows the share of the bytes that were read of files, and the records', () => {
    const { printed, printer } = recorder(false)
    const path = fileURLToPath(import.meta.url)
    const { size } = statSync(path)
    let now = 0
    const line = new ProgressLine(printer, 'plain', { clock: { now: () => now, barMs: 1, plainMs: 1 } })
    const { onRead, onRecords } = readingProgress(line, 'reading', [path, path], 'record')
    for (const bytes of [size / 2, size / 2]) {
      now += 2000
      onRead(bytes)
    }
    now += 2000
    onRecords(12)
    now += 2000
    readingProgress(line, 'reading stdin', [path, '-'], 'record').onRead(size)
    line.end()
    expect(printed).toEqual([
      expect.stringMatching(/^likewise: 2.0 s: reading 25 % [\d.]+ kB\/s 6.0 s left\n$/),
      expect.stringMatching(/^likewise: 4.0 s: reading 50 % [\d.]+ kB\/s 4.0 s left\n$/),
      expect.stringMatching(/^likewise: 6.0 s: reading 50 % 12 records 2\/s, [\d.]+ kB\/s 6.0 s left\n$/),
      'likewise: 8.0 s: reading stdin\n',
    ])
  })

  it('prints a plain line by the clock too, while nothing tells of progress', async () => {
    const { printed, printer } = recorder(false)
    const line = new ProgressLine(printer, 'plain', {
      clock: { now: () => performance.now(), barMs: 1, plainMs: 2 },
    })
    line.step('waiting for stdin')
    await vi.waitFor(() => expect(printed.length).toBeGreaterThan(1))
    line.end()
    expect(printed[0]).toBe('likewise: 0.0 s: waiting for stdin\n')
  })

  it('prints each of these lines, although a timer may be a little early', () => {
    vi.useFakeTimers()
    try {
      const { printed, printer } = recorder(false)
      const started = Date.now()
      const drift = () => -0.1 * Math.floor((Date.now() - started) / 10_000)
      const now = () => Date.now() - started + drift()
      const line = new ProgressLine(printer, 'plain', { clock: { now, barMs: 100, plainMs: 10_000 } })
      line.step('waiting for stdin')
      vi.advanceTimersByTime(50_000)
      line.end()
      expect(printed).toHaveLength(4)
    } finally {
      vi.useRealTimers()
    }
  })

  it('a bar can be requested without a terminal, and plain lines on one', () => {
    for (const mode of ['bar', 'plain'] as const) {
      const { printed, printer } = recorder(mode === 'plain')
      let now = 0
      const line = new ProgressLine(printer, mode, { clock: { now: () => now, barMs: 1, plainMs: 1 } })
      now = 5
      line.step('a\x1b[2J')
      line.end()
      expect(printed[0]).toBe(mode === 'bar' ? '\r\x1b[Ka\\u001b[2J' : 'likewise: 0.0 s: a\x1b[2J\n')
    }
  })

  it('is silent if none is requested', () => {
    const { printed, printer } = recorder(true)
    const line = new ProgressLine(printer, 'none')
    line.show(half)
    line.step('x')
    line.end()
    expect(printed).toEqual([])
  })
})

it('a source is nearly wiped out when it loses more than nine tenths', () => {
  const counter = new SourceCounter()
  for (let i = 0; i < 10; i++) {
    counter.add('most', i < 9)
    counter.add('all', true)
  }
  counter.add('one document', true)
  expect(counter.rates().map(({ source }) => source)).toEqual(['all', 'most', 'one document'])
  expect(nearlyWipedOut(counter.rates()).map(({ source }) => source)).toEqual(['all'])
})

it('knows the similarity of each document to its survivor, where the two are a pair', () => {
  const batch = {
    count: 4,
    a: Uint32Array.of(0, 0, 2, 5),
    b: Uint32Array.of(1, 7, 3, 6),
    similarity: Float64Array.of(0.1, 0.2, 0.3, 0.4),
  }
  const pairs = {
    *unordered() {
      yield batch
    },
  }
  const survivorOf = Uint32Array.of(7, 7, 2, 2, 4, 6, 6, 7)
  expect([...verifiedSimilarities(pairs, survivorOf, false)]).toEqual([
    0.2,
    NaN,
    NaN,
    0.3,
    NaN,
    0.4,
    NaN,
    NaN,
  ])
})

describe('the outputs of dedup', () => {
  const paths = (inputs: string[], values = {}) => {
    const { kept, removed, manifest } = planDedup(inputs, values)
    return [kept.path, removed.path, manifest.path]
  }

  it('are next to the single input, or in the folder', () => {
    expect(paths(['data/news.jsonl.gz'])).toEqual([
      'data/news.kept.jsonl',
      'data/news.removed.jsonl',
      'data/news.manifest.json',
    ])
    expect(paths(['data/news.jsonl'], { out: 'clean' })[0]).toBe('clean/news.kept.jsonl')
    expect(paths(['data/texts/'])[0]).toBe('data/texts.kept.jsonl')
    expect(paths(['a', 'b'], { out: 'clean/' })).toEqual([
      'clean/kept.jsonl',
      'clean/removed.jsonl',
      'clean/manifest.json',
    ])
    expect(paths(['-'], { kept: 'k.csv', removed: '-', manifest: 'm' })).toEqual(['k.csv', '-', 'm'])
  })

  it('require a folder if there is no single input', () => {
    for (const inputs of [['a', 'b'], ['-'], ['*.jsonl'], ['.'], ['..']])
      expect(() => paths(inputs)).toThrow('--out')
  })
})

it('the nearest name is suggested only if it is similar', () => {
  const names = ['threshold', 'recall', 'text']
  expect(nearestName('treshold', names)).toBe('threshold')
  expect(nearestName('txet', names)).toBe('text')
  expect(nearestName('zzzzzz', names)).toBeUndefined()
})

it('a lifetime undoes what was not released, the last first, whatever fails', async () => {
  const undone: number[] = []
  const lifetime = new Lifetime()
  lifetime.onEnd(() => void undone.push(1))
  lifetime.onEnd(() => Promise.reject(new Error('no')))
  lifetime.onEnd(() => void undone.push(2))()
  lifetime.onEnd(async () => void undone.push(3))
  expect(lifetime.ended).toBe(false)
  await lifetime.end()
  await lifetime.end()
  expect([undone, lifetime.ended]).toEqual([[3, 1], true])
})
