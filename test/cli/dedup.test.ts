import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dedupe, type Plan } from 'likewise'
import { describe, expect, it } from 'vitest'
import { ARTICLES, asLines, FIVE, jsonLines, prose, Workspace } from './likewise.js'

function five(): Workspace {
  const workspace = new Workspace()
  workspace.write('in.jsonl', asLines(FIVE))
  return workspace
}

async function keptBy(...options: readonly string[]): Promise<unknown[]> {
  const workspace = five()
  const { code, stderr } = await workspace.run(['dedup', 'in.jsonl', '--id', 'id', '--quiet', ...options])
  expect([code, stderr]).toEqual([0, ''])
  return workspace.rows('in.kept.jsonl').map(({ id }) => id)
}

type Chained = ReturnType<typeof chains>[number]
type Numbered = Chained & { readonly position: number }
interface RemovedRow {
  readonly position: number
  readonly survivor: number
  readonly similarity: number
}

/** Four chains, each document similar to its neighbors in the chain only, shuffled, with copies. */
function chains() {
  const links = Array.from({ length: 60 }, (_, i) => {
    const number = (37 * i) % 60
    const words = Array.from({ length: 30 + (i % 3) }, (_, j) => `c${number % 4}w${4 * (number >> 2) + j}`)
    return {
      source: 'abc'[i % 3]!,
      date: new Date(Date.UTC(2024, 0, 1 + ((11 * i) % 60))).toISOString(),
      text: words.join(' '),
    }
  })
  return links.flatMap((link, i) => (i % 7 === 0 ? [link, { ...link, source: 'c' }] : [link]))
}

function jaccard(one: string, other: string): number {
  const shingles = (text: string) => {
    const words = text.split(' ')
    return new Set(words.slice(4).map((_, i) => words.slice(i, i + 5).join(' ')))
  }
  const [ones, others] = [shingles(one), shingles(other)]
  const shared = [...ones].filter((shingle) => others.has(shingle)).length
  return shared / (ones.size + others.size - shared)
}

describe.concurrent('likewise dedup', () => {
  it('distinguishes identical texts from texts that are equal after normalization', async () => {
    const workspace = new Workspace()
    const texts = [
      'Price: 1.50 USD — buy now',
      'price 1 50 usd buy NOW',
      'Price: 1.50 USD — buy now',
      'other',
      '😀!',
      '😀!',
    ]
    workspace.write('in.jsonl', asLines(texts.map((text) => ({ text }))))
    const { stdout } = await workspace.run(['dedup', 'in.jsonl', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ empty: 0, identical: 2, equal: 1, removed: 3 })
    const reasons = workspace.rows('in.removed.jsonl').map(({ position, reason }) => [position, reason])
    expect(reasons).toEqual([
      [1, 'equal'],
      [2, 'identical'],
      [5, 'identical'],
    ])
  })

  it('writes kept, removed and manifest next to the input', async () => {
    const workspace = five()
    const { code, stdout } = await workspace.run(['dedup', 'in.jsonl', '--id', 'id'])
    expect(code).toBe(0)
    expect(workspace.names()).toEqual(['in.jsonl', 'in.kept.jsonl', 'in.manifest.json', 'in.removed.jsonl'])
    expect(workspace.read('in.kept.jsonl')).toBe(asLines([FIVE[0]!, FIVE[1]!, FIVE[3]!]))
    expect(workspace.rows('in.removed.jsonl')).toEqual([
      { position: 2, id: 'c', survivor: 'a', similarity: 26 / 27, reason: 'similar', document: FIVE[2] },
      { position: 4, id: 'e', survivor: 'a', similarity: 1, reason: 'equal', document: FIVE[4] },
    ])
    expect(stdout).toMatch(/kept +3 documents\n +removed +2 documents \(40\.0 %\)/)
    expect(workspace.leftovers()).toEqual([])
  })

  it.each([
    [[], ['a', 'b', 'd']],
    [
      ['--survivor', 'longest'],
      ['b', 'c', 'd'],
    ],
    [
      ['--survivor', 'field:date:largest'],
      ['b', 'd', 'e'],
    ],
    [
      ['--survivor', 'field:date:smallest'],
      ['a', 'b', 'd'],
    ],
    [
      ['--survivor', 'sources:z,x'],
      ['b', 'd', 'e'],
    ],
    [
      ['--survivor', 'sources:2024-01-03', '--source', 'date'],
      ['b', 'c', 'd'],
    ],
    [
      ['--survivor', 'center', '--cluster-by', 'stars', '--one-per-cluster'],
      ['a', 'b', 'd'],
    ],
  ])('keeps the documents that the policy prefers: %j', async (options, kept) => {
    expect(await keptBy(...options)).toEqual(kept)
  })

  it.each([
    ['first', ['--survivor', 'first'], ({ position }: Numbered) => position],
    ['longest', ['--survivor', 'longest'], ({ text }: Numbered) => -text.length],
    ['newest', ['--survivor', 'field:date:largest'], ({ date }: Numbered) => -Date.parse(date)],
    ['sources', ['--survivor', 'sources:c,a'], ({ source }: Numbered) => 'ca'.indexOf(source) & 3],
    ['stars for --clusters', ['--cluster-by', 'stars'], ({ position }: Numbered) => position],
  ])('removes from chains only what is similar to a kept document: %s', async (_, options, rank) => {
    const documents = chains()
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(documents))
    const args = ['dedup', 'in.jsonl', '--threshold', '0.6', '--recall', '1', '-q', ...options]
    const made: string[] = []
    for (const [name, running] of [
      ['one', ['--workers', '1']],
      ['two', ['--workers', '2', '--memory', '230MB']],
    ] as const) {
      const outcome = await workspace.run([...args, ...running, '--out', name])
      expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' })
      made.push(workspace.read(`${name}/in.kept.jsonl`) + workspace.read(`${name}/in.removed.jsonl`))
    }
    expect(made[0]).toBe(made[1])

    const removed = workspace.rows('one/in.removed.jsonl') as unknown as RemovedRow[]
    const gone = new Map(removed.map((row) => [row.position, row]))
    // Going through the documents in the order of the policy, each compared with all that are kept.
    const kept: Numbered[] = []
    const numbered = documents.map((document, position) => ({ ...document, position }))
    for (const document of numbered.toSorted((x, y) => rank(x) - rank(y) || x.position - y.position)) {
      const survivor = kept.find((one) => jaccard(one.text, document.text) >= 0.6)
      if (survivor === undefined) kept.push(document)
      const expected = survivor && {
        survivor: survivor.position,
        similarity: jaccard(survivor.text, document.text),
      }
      const row = gone.get(document.position)
      expect(row && { survivor: row.survivor, similarity: row.similarity }).toEqual(expected)
    }
    expect(kept.length).toBeLessThan(documents.length / 2)
    expect(workspace.rows('one/in.kept.jsonl').length).toBe(kept.length)

    await workspace.run(['restore', 'one/in.manifest.json', '--out', 'again', '-q'])
    expect(workspace.read('again/in.jsonl')).toBe(workspace.read('in.jsonl'))
  })

  it('with --one-per-cluster keeps one document of each chain', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(chains()))
    const args = ['dedup', 'in.jsonl', '--threshold', '0.6', '--recall', '1', '--one-per-cluster', '--json']
    const { stdout } = await workspace.run(args)
    expect(JSON.parse(stdout)).toMatchObject({ clusters: 4, kept: 4 })
    const removed = workspace.rows('in.removed.jsonl') as unknown as RemovedRow[]
    expect(Math.min(...removed.map(({ similarity }) => similarity))).toBe(0)
  })

  it('verifies what is removed from a group too large to list all its pairs', async () => {
    const workspace = new Workspace()
    const words = Array.from({ length: 80 }, (_, i) => `w${i}`)
    const texts = Array.from({ length: 2100 }, (_, i) => words.with((7 * i) % 80, `x${i}`).join(' '))
    workspace.write('in.jsonl', asLines(texts.map((text, rank) => ({ rank, text }))))
    const options = ['--method', 'bands', '--survivor', 'field:rank:largest', '--json', '-q']
    const { code, stdout } = await workspace.run(['dedup', 'in.jsonl', ...options])
    expect(code).toBe(0)
    const removed = workspace.rows('in.removed.jsonl') as unknown as RemovedRow[]
    for (const { position, survivor, similarity } of removed) {
      expect(survivor).toBeGreaterThan(position)
      expect(similarity).toBe(jaccard(texts[position]!, texts[survivor]!))
      expect(similarity).toBeGreaterThanOrEqual(0.8)
    }
    // As many as an exact search keeps, which lists every pair.
    expect(JSON.parse(stdout)).toMatchObject({ kept: 12, removed: 2088 })
  })

  it('removes from real articles what the library removes', async () => {
    const workspace = new Workspace()
    const options = ['--id', 'id', '--threshold', '0.6', '--survivor', 'longest', '--out', 'clean']
    expect(await workspace.run(['dedup', ARTICLES, ...options, '--quiet'])).toMatchObject({
      code: 0,
      stderr: '',
    })
    const documents = jsonLines(readFileSync(ARTICLES, 'utf8')) as { id: string; text: string }[]
    const { plan } = JSON.parse(workspace.read('clean/articles.manifest.json')) as { plan: Plan }
    const { kept, removed } = dedupe(documents, { plan, survivor: 'longest' })
    expect(workspace.rows('clean/articles.kept.jsonl')).toEqual(kept)
    expect(workspace.rows('clean/articles.removed.jsonl').map(({ position: _, ...row }) => row)).toEqual(
      removed,
    )
  })

  it('counts files with one document each together, without a warning, and stops after the dry run', async () => {
    const workspace = new Workspace()
    mkdirSync(join(workspace.folder, 'in'))
    for (let i = 0; i < 12; i++) {
      workspace.write(`in/${i}.jsonl`, asLines([{ text: `${prose(0)} ${i}` }]))
      workspace.write(`in/other-${i}.jsonl`, asLines([{ text: prose(i + 1) }]))
    }
    workspace.write('in/list.jsonl', asLines(Array.from({ length: 12 }, () => ({ text: prose(40) }))))
    const { stdout } = await workspace.run(['dedup', 'in', '--dry-run'])
    expect(stdout).toMatch(/24 sources with one document each +45\.8 % +11 of 24\n/)
    expect(stdout).toMatch(/list\.jsonl +91\.7 % +11 of 12\n/)
    expect(stdout.match(/warning/g)).toHaveLength(1)
    expect(stdout).toMatch(/dry run .*\n$/)
    const { stdout: single } = await workspace.run(['dedup', 'in', '--dry-run', '--exclude', '**/list.jsonl'])
    expect(single).not.toMatch(/warning|by source/)
  })

  it('shows removal rates by source, and warns if a source is nearly wiped out', async () => {
    const workspace = new Workspace()
    const copies = Array.from({ length: 20 }, (_, i) => ({ from: 'mirror', text: `${prose(i)} mirror` }))
    const originals = Array.from({ length: 30 }, (_, i) => ({ from: 'press', text: prose(i) }))
    workspace.write('in.jsonl', asLines([...originals, ...copies]))
    const { stdout } = await workspace.run(['dedup', 'in.jsonl', '--source', 'from'])
    expect(stdout).toMatch(/press +0 % +0 of 30/)
    expect(stdout).toMatch(/mirror +100 % +20 of 20/)
    expect(stdout).toContain('warning: mirror loses 20 of 20 documents (100 %)')
    const { stdout: json } = await workspace.run([
      'dedup',
      'in.jsonl',
      '--source',
      'from',
      '--json',
      '-q',
      '--force',
    ])
    expect(JSON.parse(json)).toMatchObject({
      kept: 30,
      removed: 20,
      sources: [
        { source: 'press', documents: 30, removed: 0 },
        { source: 'mirror', documents: 20, removed: 20 },
      ],
    })
  })

  it('writes CSV and Parquet, and prints the kept ones', async () => {
    const workspace = five()
    const args = ['dedup', 'in.jsonl', '--removed', 'r.csv', '--manifest', 'm.json', '--force']
    const { code, stdout, stderr } = await workspace.run([...args, '--kept', '-'])
    expect(code).toBe(0)
    expect(jsonLines(stdout)).toHaveLength(3)
    expect(stderr).toMatch(/removed +2/)
    expect(workspace.read('r.csv')).toMatch(/^position,id,survivor,similarity,reason,document\n2,c,a,0\.96/)
    await workspace.run([...args, '--kept', 'k.csv'])
    expect(workspace.read('k.csv').split('\n')[0]).toBe('id,source,date,text')
    await workspace.run([...args, '--kept', 'k.parquet'])
    expect(readFileSync(join(workspace.folder, 'k.parquet')).subarray(0, 4).toString()).toBe('PAR1')
    const { code: refused, stderr: why } = await workspace.run([
      'restore',
      'm.json',
      '--output',
      'again.jsonl',
    ])
    expect([refused, why]).toEqual([1, expect.stringContaining('FILE.jsonl')])
  })

  it('with --dry-run reports what it would remove and write, and writes nothing', async () => {
    const workspace = five()
    const args = [
      'dedup',
      'in.jsonl',
      '--dry-run',
      '--source',
      'source',
      '--out',
      'clean',
      '--pairs',
      'p.csv',
    ]
    const { code, stdout } = await workspace.run(args)
    expect(code).toBe(0)
    expect(stdout).toMatch(/kept +3 documents\n +removed +2 documents \(40\.0 %\)\n +by source\n/)
    expect(stdout).toMatch(/dry run +nothing written; would write clean\/in\.kept\.jsonl, .*p\.csv\n/)
    const { stdout: json } = await workspace.run([...args, '--json', '-q'])
    expect(JSON.parse(json)).toMatchObject({
      kept: 3,
      removed: 2,
      written: [],
      wouldWrite: ['clean/in.kept.jsonl', 'clean/in.removed.jsonl', 'clean/in.manifest.json', 'p.csv'],
    })
    expect(workspace.names()).toEqual(['in.jsonl'])
    expect(workspace.leftovers()).toEqual([])
    const refused = await workspace.run(['dedup', 'in.jsonl', '--dry-run', '--run-dir', 'run'])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--run-dir')])
  })

  it('leaves nothing behind if a survivor cannot be chosen', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines([FIVE[0]!, { ...FIVE[2]!, date: 7 }]))
    const args = ['dedup', 'in.jsonl', '--survivor', 'field:date:largest', '--out', 'new']
    const { code, stderr } = await workspace.run(args)
    expect([code, stderr]).toEqual([1, expect.stringContaining('"date"')])
    expect(workspace.names()).toEqual(['in.jsonl'])
  })
})

describe.concurrent('likewise restore', () => {
  const odd = [
    `  ${JSON.stringify(FIVE[0])}\r\n`,
    '\n \t\r\n',
    `{"text":"x","document":{"document":1},"id":"q,\\"document\\":"}\n`,
    `${JSON.stringify(FIVE[2])} \r\n\n`,
    `{"id":"é\\u00e9","text":"\\ud83d\\ude00 ${prose(1)} end","n":1.50e3}\n`,
  ].join('')

  it.each([
    ['plain lines', asLines(FIVE)],
    ['no newline at the end', asLines(FIVE).trimEnd()],
    ['CR LF', asLines(FIVE).replaceAll('\n', '\r\n')],
    ['blank lines, blanks and odd spellings', odd],
    ['nothing removed', asLines([FIVE[0]!, FIVE[1]!])],
    ['blank lines around', `\n\n${asLines(FIVE)}\n\n`],
    [
      'a record of three megabytes, twice',
      asLines([...FIVE, { text: prose(9, 3e5) }, { text: prose(9, 3e5) }]),
    ],
  ])('gives the same bytes: %s', async (_, input) => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', input)
    expect(await workspace.run(['dedup', 'in.jsonl', '-q', '--text', 'text'])).toMatchObject({
      code: 0,
      stderr: '',
    })
    rmSync(join(workspace.folder, 'in.jsonl'))
    expect(await workspace.run(['restore', 'in.manifest.json', '-q'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    expect(workspace.read('in.jsonl') === input).toBe(true)
  })

  it('keeps the bad records that were skipped', async () => {
    const workspace = new Workspace()
    const input = `[1]\n${asLines(FIVE)}{"id":"a","text":"again"}\nnot json\n{"text":3}`
    workspace.write('in.jsonl', input)
    const args = ['dedup', 'in.jsonl', '--on-error', 'skip', '--id', 'id', '--json', '-q']
    const { code, stdout } = await workspace.run(args)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ documents: 5, skipped: 4, kept: 3, removed: 2 })
    expect(workspace.rows('in.kept.jsonl').map(({ id }) => id)).toEqual(['a', 'b', 'd'])
    const restored = await workspace.run(['restore', 'in.manifest.json', '--output', '-', '-q'])
    expect(restored).toEqual({ code: 0, stdout: input, stderr: '' })
  })

  it('restores several inputs, each under its name', async () => {
    const workspace = new Workspace()
    workspace.write('one.jsonl', asLines(FIVE.slice(0, 2)))
    workspace.write('two.jsonl', asLines(FIVE.slice(2)).trimEnd())
    await workspace.run(['dedup', 'one.jsonl', 'two.jsonl', '--out', 'clean', '-q'])
    expect(workspace.rows('clean/removed.jsonl').map(({ id }) => id)).toEqual(['c', 'e'])
    const { code, stdout } = await workspace.run(['restore', 'clean/manifest.json', '--out', 'again'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('5 documents')])
    expect(workspace.read('again/one.jsonl')).toBe(workspace.read('one.jsonl'))
    expect(workspace.read('again/two.jsonl')).toBe(workspace.read('two.jsonl'))
  })

  it('restores a folder of texts and pages: each file in its place, byte for byte', async () => {
    const workspace = new Workspace()
    const files: Record<string, string | Uint8Array> = {
      'my pages/0.html': `<html><body class=x><p>${prose(1)}</p></body></html>\n`,
      'my pages/deep/er/1.html': `<p>${prose(1)}</p>`,
      'my pages/deep/2.txt': `${prose(2)}\r\n`,
      'my pages/3.txt': `\ufeff${prose(2)}\n`,
      'my pages/4.txt.gz': gzipSync(prose(4)),
      'my pages/5.txt': '',
      'my pages/6.txt': Buffer.from([0x66, 0xff, 0x66]),
      'my pages/deep/7.jsonl': asLines(FIVE).trimEnd(),
    }
    mkdirSync(join(workspace.folder, 'my pages/deep/er'), { recursive: true })
    for (const [name, content] of Object.entries(files)) workspace.write(name, content)
    const dedup = ['dedup', 'my pages', '-q', '--on-error', 'skip', '--out', 'clean', '--text', 'text']
    expect(await workspace.run(dedup)).toEqual({ code: 0, stdout: '', stderr: '' })
    for (const [options, root] of [
      [['--out', 'again'], 'again/my pages'],
      [['--output', 'elsewhere'], 'elsewhere'],
    ] as const) {
      const restored = await workspace.run(['restore', 'clean/my pages.manifest.json', '-q', ...options])
      expect(restored).toEqual({ code: 0, stdout: '', stderr: '' })
      for (const [name, content] of Object.entries(files)) {
        const bytes = readFileSync(join(workspace.folder, root, name.slice('my pages/'.length)))
        expect([name, bytes.equals(Buffer.from(content))]).toEqual([name, true])
      }
    }
    const again = await workspace.run(['restore', 'clean/my pages.manifest.json', '--out', 'again'])
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('--force')])
  })

  it('refuses to write outside the folder', async () => {
    const workspace = new Workspace()
    mkdirSync(join(workspace.folder, 'pages'))
    for (const name of ['a', 'b']) workspace.write(`pages/${name}.txt`, prose(1))
    await workspace.run(['dedup', 'pages', '-q', '--out', 'clean'])
    const originals = workspace.read('clean/pages.originals')
    for (const path of ['../evil.txt', '/tmp/evil.txt', 'pages/../../evil.txt']) {
      workspace.write('clean/pages.originals', originals.replace('pages/a.txt', path))
      const { code, stderr } = await workspace.run(['restore', 'clean/pages.manifest.json', '--out', 'again'])
      expect([code, stderr]).toEqual([1, expect.stringContaining('points outside the folder')])
    }
    workspace.write('clean/pages.originals', originals)
    mkdirSync(join(workspace.folder, 'again'))
    symlinkSync(workspace.root, join(workspace.folder, 'again/pages'))
    const { code, stderr } = await workspace.run(['restore', 'clean/pages.manifest.json', '--out', 'again'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('symbolic link')])
    expect(existsSync(join(workspace.root, 'a.txt'))).toBe(false)
  })

  it('restores files with the same name in different folders', async () => {
    const workspace = new Workspace()
    for (const folder of ['one', 'two']) mkdirSync(join(workspace.folder, folder))
    workspace.write('one/in.jsonl', asLines(FIVE.slice(0, 3)))
    workspace.write('two/in.jsonl', asLines(FIVE.slice(3)))
    await workspace.run(['dedup', 'one/in.jsonl', 'two/in.jsonl', '--out', 'clean', '-q'])
    expect((await workspace.run(['restore', 'clean/manifest.json', '--out', 'again', '-q'])).code).toBe(0)
    for (const name of ['one/in.jsonl', 'two/in.jsonl']) {
      expect(workspace.read(`again/${name}`)).toBe(workspace.read(name))
    }
  })

  it('restores other formats as JSON Lines, including compressed files', async () => {
    const workspace = new Workspace()
    workspace.write(
      'in.csv.gz',
      gzipSync(`id,text\n${FIVE.map(({ id, text }) => `${id},${text}`).join('\n')}\n`),
    )
    const names = ['--kept', 'k.jsonl.gz', '--removed', 'r.jsonl.zst', '--manifest', 'm.json']
    expect(await workspace.run(['dedup', 'in.csv.gz', ...names, '-q'])).toMatchObject({ code: 0, stderr: '' })
    expect(await workspace.run(['restore', 'm.json', '-q'])).toMatchObject({ code: 0, stderr: '' })
    expect(workspace.rows('in.jsonl')).toEqual(FIVE.map(({ id, text }) => ({ id, text })))
  })

  it('rejects changed files, and never overwrites a file', async () => {
    const workspace = five()
    await workspace.run(['dedup', 'in.jsonl', '-q'])
    const there = await workspace.run(['restore', 'in.manifest.json'])
    expect([there.code, there.stderr]).toEqual([
      1,
      expect.stringContaining('in.jsonl: the file already exists; overwrite it with --force'),
    ])
    const kept = workspace.read('in.kept.jsonl')
    for (const [changed, why] of [
      [kept.replace('w2x1 ', 'w2y1 '), 'checksum'],
      [asLines([FIVE[0]!]), 'missing'],
    ] as const) {
      workspace.write('in.kept.jsonl', changed)
      const { code, stderr } = await workspace.run(['restore', 'in.manifest.json', '--out', 'new'])
      expect([code, stderr]).toEqual([1, expect.stringContaining(why)])
      expect(workspace.names()).not.toContain('new')
    }
  })
})
