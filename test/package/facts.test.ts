// What the documentation says of limits and figures, against where they come from.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EVERY_PAIR_UP_TO } from '../../src/engine/request.js'
import { minMemory } from '../../src/engine/stages/memory-budget.js'
import { markdownFiles, ROOT, readPage } from './markdown.js'

it('cohesion: how many members are all compared', () => {
  for (const page of ['docs/guide/clusters-and-survivors.md', 'docs/reference/flow.md']) {
    expect(readPage(page)).toMatch(new RegExp(`up to ${EVERY_PAIR_UP_TO} (distinct documents|of them)`))
  }
})

it('memory: the smallest budget, in the MB of --memory', () => {
  const program = Math.round(minMemory(0, 0) / 1e6)
  const worker = Math.round((minMemory(0, 1) - minMemory(0, 0)) / 1e6)
  const document = minMemory(1, 0) - minMemory(0, 0)
  const flat = (page: string) => readPage(page).replace(/\s+/g, ' ')
  expect(flat('docs/guide/long-runs.md')).toContain(
    `about ${program} MB for the program, ${worker} MB per worker and ${document} bytes per document`,
  )
  expect(flat('docs/guide/troubleshooting.md')).toContain(
    `about ${program} MB, plus ${worker} MB per worker and ${document} bytes per document`,
  )
})

it('Node: the oldest version', () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  const version = engines.node.replace('>=', '')
  for (const page of ['README.md', 'docs/guide/getting-started.md']) {
    expect(readPage(page)).toMatch(new RegExp(`Node(\\.js)? ${version.replace('.', '\\.')} or later`))
  }
})

it('recommendations: the benchmarks, the guide and the record agree', () => {
  const record = readPage('bench/records/2026-11-16-recommend.md')
  const figure = Number(/as the command does it[^|]*\| ([\d.]+) %/.exec(record)![1]).toFixed(1)
  expect(readPage('docs/benchmarks.md')).toContain(`for ${figure} % of customers, a list of ten`)
  expect(readPage('docs/guide/recommendations.md')).toContain(
    `| \`recommend\` (chooses \`stars\`, fade 0.7) | ${figure} % |`,
  )
})

it('the book is named, not called the texts', () => {
  const pages = ['README.md', 'CHANGELOG.md', 'ARCHITECTURE.md', ...markdownFiles('docs')]
  const vague =
    /(uses|methods|ways|hash family|score|sum|sets|steps) of the texts|(as|in) the texts\b|the texts'/
  expect(pages.filter((page) => vague.test(readPage(page)))).toEqual([])
})

it('the peers: README and the benchmarks have the figures of the record', () => {
  const record = readPage('bench/records/2026-11-15-peers.md')
  const rows = Array.from(
    record.matchAll(
      /^\| (likewise|datasketch|rensa|datatrove)\b.*\| ([\d.]+) \| ?(?:([\d.]+) × likewise)? ?\| (\d+) MiB \|$/gm,
    ),
  )
  expect(rows).toHaveLength(4)
  const [readme, benchmarks] = [readPage('README.md'), readPage('docs/benchmarks.md')]
  for (const [, name, seconds, ratio, memory] of rows) {
    const peak = `${Number(memory).toLocaleString('en-US')} MiB`
    const rounded = Number(seconds).toFixed(Number(seconds) < 10 ? 1 : 0)
    expect(rowOf(readme, name!)).toContain(`${rounded} s`)
    expect(rowOf(benchmarks, name!)).toContain(`${seconds} s`)
    for (const row of [rowOf(readme, name!), rowOf(benchmarks, name!)]) expect(row).toContain(peak)
    if (ratio === undefined) continue
    expect(rowOf(readme, name!)).toContain(`(${Number(ratio).toFixed(0)}×)`)
    expect(rowOf(benchmarks, name!)).toContain(`(${ratio}×)`)
    const version = new RegExp(`"peer": "${name}", "version": "([\\d.]+)"`).exec(record)![1]
    for (const page of [readme, benchmarks]) expect(rowOf(page, name!)).toContain(`${name} ${version}`)
  }
})

/** The first row of a table on a page that begins with a name. */
function rowOf(page: string, name: string): string {
  return new RegExp(`^\\| \\**${name}\\b.*$`, 'im').exec(page)![0]
}
