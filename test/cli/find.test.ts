import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { findSimilar, type Plan } from 'likewise'
import { describe, expect, it } from 'vitest'
import { ARTICLES, asLines, FIVE, jsonLines, Workspace } from './likewise.js'
import { reportIn } from './report-in.js'

const RUN = ['find', 'in.jsonl', '--id', 'id'] as const

function five(): Workspace {
  const workspace = new Workspace()
  workspace.write('in.jsonl', asLines(FIVE))
  return workspace
}

describe.concurrent('likewise find', () => {
  it('writes pairs with a before b, by the ids of the documents', async () => {
    const workspace = five()
    const { code, stderr } = await workspace.run([...RUN, '--pairs', 'pairs.jsonl'])
    expect([code, stderr]).toEqual([0, ''])
    expect(workspace.read('pairs.jsonl').split('\n')[0]).toBe(
      '{"a":"a","b":"c","similarity":0.9629629629629629}',
    )
    expect(workspace.rows('pairs.jsonl').map(({ a, b }) => `${a}${b}`)).toEqual(['ac', 'ae', 'ce'])
    expect(workspace.leftovers()).toEqual([])
  })

  it('uses the number of the record as the id with --no-id', async () => {
    const workspace = five()
    await workspace.run(['find', 'in.jsonl', '--no-id', '--pairs', 'pairs.jsonl'])
    expect(workspace.rows('pairs.jsonl').map(({ a, b }) => [a, b])).toEqual([
      [0, 2],
      [0, 4],
      [2, 4],
    ])
  })

  it('searches with the given bands and rows, and reports the recall that they reach', async () => {
    const workspace = five()
    const { code, stdout } = await workspace.run([...RUN, '--bands', '20', '--rows', '5', '--json'])
    expect(code).toBe(0)
    const { plan, recall, pairs } = JSON.parse(stdout)
    expect(plan).toMatchObject({ method: 'bands', bands: 20, rows: 5 })
    expect([recall.guaranteed, pairs]).toEqual([1 - (1 - 0.8 ** 5) ** 20, 3])
    const refused = await workspace.run([...RUN, '--bands', '3', '--rows', '7'])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('at most 0.506, which 3 bands of 7 rows reach at similarity 0.8')
    expect((await workspace.run([...RUN, '--bands', '3', '--rows', '7', '--recall', '0.5'])).code).toBe(0)
    expect((await workspace.run([...RUN, '--bands', '3'])).stderr).toContain('--bands requires --rows')
  })

  it('keeps pairs below the threshold only for a report or a run directory', async () => {
    const workspace = five()
    const args = [...RUN, '--threshold', '0.97', '--keep-pairs-from', '0.9'] as const
    const refused = await workspace.run([...args, '--pairs', 'p.jsonl'])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('requires a run directory or a report')
    const run = await workspace.run([...args, '--pairs', 'p.jsonl', '--report', 'r.html', '--quiet'])
    expect([run.code, run.stderr]).toEqual([0, ''])
    expect(workspace.rows('p.jsonl').map(({ a, b }) => `${a}${b}`)).toEqual(['ae'])
    const { counts, pairs, given } = reportIn(workspace.read('r.html'))
    expect(counts).toMatchObject({ pairs: 1, pairsBelow: 1 })
    expect(Array.from(pairs.similarity, (value) => value < 0.97).sort()).toEqual([false, true])
    expect(given).toEqual({
      inputs: ['in.jsonl'],
      options: [
        ...[
          ['id', 'id'],
          ['threshold', '0.97'],
          ['keep-pairs-from', '0.9'],
        ],
        ...[
          ['pairs', 'p.jsonl'],
          ['report', 'r.html'],
        ],
      ],
    })
  })

  it('writes clusters with size and cohesion', async () => {
    const workspace = five()
    await workspace.run([...RUN, '--clusters', 'clusters.jsonl'])
    const [cluster, ...rest] = workspace.rows('clusters.jsonl')
    expect(rest).toEqual([])
    expect(cluster).toMatchObject({ cluster: 0, members: ['a', 'c', 'e'], size: 3, pairs: 3 })
    expect(cluster!.minSimilarity).toBeCloseTo(26 / 27)
    expect(cluster!.meanSimilarity).toBeCloseTo((1 + 52 / 27) / 3)
  })

  it('finds on real articles the pairs that the library finds', async () => {
    const workspace = new Workspace()
    const args = ['find', ARTICLES, '--id', 'id', '--threshold', '0.6', '--pairs', 'p.jsonl', '--json']
    const { code, stdout } = await workspace.run(args)
    expect(code).toBe(0)
    const { plan } = JSON.parse(stdout) as { plan: Plan }
    const documents = jsonLines(readFileSync(ARTICLES, 'utf8')) as { id: string; text: string }[]
    expect(plan.threshold).toBe(0.6)
    expect(workspace.rows('p.jsonl')).toEqual(findSimilar(documents, { plan }).pairs)
  })

  it('writes CSV and Parquet according to the file extension', async () => {
    const workspace = five()
    await workspace.run([...RUN, '--pairs', 'pairs.csv', '--clusters', 'clusters.parquet'])
    expect(workspace.read('pairs.csv')).toMatch(/^a,b,similarity\na,c,0\.96/)
    expect(readFileSync(join(workspace.folder, 'clusters.parquet')).subarray(0, 4).toString()).toBe('PAR1')
  })

  it('reads stdin and writes stdout, with the summary on stderr', async () => {
    const workspace = new Workspace()
    const { stdout, stderr } = await workspace.run(['find', '-', '--pairs', '-'], asLines(FIVE))
    expect(jsonLines(stdout)).toHaveLength(3)
    expect(stderr).toMatch(/read +5 documents/)
  })

  it('reads several inputs, globs and compressed files as one collection', async () => {
    const workspace = new Workspace()
    workspace.write('one.jsonl', asLines(FIVE.slice(0, 2)))
    workspace.write('two.jsonl.gz', gzipSync(asLines(FIVE.slice(2))))
    await workspace.run(['find', '*.jsonl', 'two.jsonl.gz', '--id', 'id', '--pairs', 'pairs.csv'])
    expect(workspace.read('pairs.csv').match(/^[a-e],[a-e](?=,0|,1)/gm)).toEqual(['a,c', 'a,e', 'c,e'])
    expect(workspace.leftovers()).toEqual([])
  })

  it('--json prints one object on stdout and nothing else there', async () => {
    const workspace = five()
    const { stdout } = await workspace.run([...RUN, '--json', '--threshold', '0.9'])
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    const report = JSON.parse(stdout) as Record<string, unknown>
    expect(report).toMatchObject({
      documents: 5,
      empty: 0,
      skipped: 0,
      identical: 0,
      equal: 1,
      pairs: 3,
      clusters: 1,
      pairsOmitted: 0,
      unicodeFallbacks: 0,
      recall: { requested: 0.95 },
      inputs: ['in.jsonl'],
      filesRead: 1,
      fields: { text: ['text'], id: 'id' },
      threshold: 0.9,
      plan: { threshold: 0.9, method: 'exact', shingle: { kind: 'words', k: 5 } },
    })
    for (const field of ['compared', 'seconds', 'peakMemoryBytes']) expect(report[field]).toBeGreaterThan(0)
    expect((report.recall as { guaranteed: number }).guaranteed).toBeGreaterThanOrEqual(0.95)
  })

  it('prints only the summary if nothing else is requested, and nothing with --quiet', async () => {
    const workspace = five()
    const { stdout, stderr } = await workspace.run([...RUN])
    expect(stderr).toBe('')
    for (const word of [
      'read',
      'identical',
      'compared',
      'pairs',
      'clusters',
      'recall',
      'time',
      'peak memory',
    ])
      expect(stdout).toContain(`  ${word}`)
    expect(await workspace.run([...RUN, '--quiet'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(workspace.names()).toEqual(['in.jsonl'])
  })

  it('passes on every option for shingles', async () => {
    const workspace = five()
    const options =
      '--shingle chars:7 --bag --nfkc --case keep --punctuation remove --whitespace remove --seed 7 --recall 0.9 --method bands --workers 1'
    const { stdout } = await workspace.run([...RUN, ...options.split(' '), '--json', '--quiet'])
    expect(JSON.parse(stdout).plan).toMatchObject({
      recall: 0.9,
      scheme: { seed: 7 },
      shingle: {
        kind: 'chars',
        k: 7,
        bag: true,
        nfkc: true,
        case: 'keep',
        punctuation: 'remove',
        whitespace: 'remove',
      },
    })
  })

  it('accepts stop words by language and from a file', async () => {
    const workspace = five()
    workspace.write('stop.txt', 'w1x3, W1x9\n')
    const own = await workspace.run([
      ...RUN,
      '--shingle',
      'stopwords:3',
      '--stop-words',
      'stop.txt',
      '--json',
      '-q',
    ])
    expect(JSON.parse(own.stdout)).toMatchObject({
      empty: 2,
      plan: { shingle: { stopWords: ['w1x3', 'w1x9'] } },
    })
    const german = await workspace.run([
      ...RUN,
      '--shingle',
      'stopwords:3',
      '--stop-words',
      'de',
      '--json',
      '-q',
    ])
    expect(JSON.parse(german.stdout).plan.shingle.stopWords).toContain('und')
  })

  it('ignores phrases from a file, one per line', async () => {
    const workspace = new Workspace()
    const footer = 'all rights are reserved by the publisher of this site'
    const own = [
      'storms closed the harbor today',
      'the choir won the second prize',
      'a bridge needs new paint soon',
    ]
    const texts = [...own, own[0]!.toUpperCase()].map((text) => ({ text: `${text} ${footer}` }))
    workspace.write('input.jsonl', texts.map((row) => `${JSON.stringify(row)}\n`).join(''))
    workspace.write('phrases.txt', `\ufeff${footer}\r\n\r\nnot in any document\r\n`)
    const args = ['find', 'input.jsonl', '--threshold', '0.4', '--shingle', 'words:2', '--json', '-q']
    expect(JSON.parse((await workspace.run(args)).stdout)).toMatchObject({ pairs: 6 })
    const without = await workspace.run([...args, '--ignore-phrases', 'phrases.txt'])
    expect(JSON.parse(without.stdout)).toMatchObject({
      pairs: 1,
      plan: { shingle: { ignorePhrases: [footer, 'not in any document'] } },
    })
    workspace.write('empty.txt', '\n \n')
    const empty = await workspace.run([...args, '--ignore-phrases', 'empty.txt'])
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('write one phrase per line')])
    const missing = await workspace.run([...args, '--ignore-phrases', 'missing.txt'])
    expect(missing.code).toBeGreaterThan(0)
    expect(missing.stderr).toContain('missing.txt')
  })

  it('gives the same bytes for any number of workers', async () => {
    const outputs = await Promise.all(
      ['1', '2', '3'].map(async (workers) => {
        const workspace = new Workspace()
        const args = ['find', ARTICLES, '--id', 'id', '--workers', workers]
        await workspace.run([...args, '--pairs', 'p.jsonl', '--clusters', 'c.jsonl'])
        return [workspace.read('p.jsonl'), workspace.read('c.jsonl')]
      }),
    )
    expect(outputs[1]).toEqual(outputs[0])
    expect(outputs[2]).toEqual(outputs[0])
  })
})
