import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ferry, observatory } from '../examples/news-pages.js'
import { asLines, Workspace } from './likewise.js'
import { reportIn } from './report-in.js'

const PROGRAM =
  'int total(int[] p) { int s = 0; for (int i = 0; i < p.length; i++) s += p[i]; print("Total: " + s); return s; }'

/** Two essays of which one is copied in part, one of its own, two programs that are one, and what is no text. */
function folder(): Workspace {
  const workspace = new Workspace()
  mkdirSync(join(workspace.folder, 'work', 'code'), { recursive: true })
  workspace.write('work/ann.txt', ferry)
  workspace.write(
    'work/ben.html',
    `<h1>My essay</h1><p>${observatory.slice(0, 600)}</p><p>${ferry.slice(0, 900)}</p>`,
  )
  workspace.write('work/cleo.md', observatory.slice(800))
  workspace.write('work/code/One.java', PROGRAM)
  workspace.write('work/code/Two.java', PROGRAM.replaceAll(/\bs\b/g, 'sum').replaceAll(/\bp\b/g, 'prices'))
  workspace.write('work/picture.png', Uint8Array.of(0x89, 0x50, 0xff))
  workspace.write('work/data.csv', 'x,y\n1,2\n')
  return workspace
}

describe.concurrent('likewise plagiarism', () => {
  it('finds copies in a folder by its name alone, and says where the report is', async () => {
    const workspace = folder()
    const { code, stdout, stderr } = await workspace.run(['plagiarism', 'work'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/read +5 documents, 2 of them programs\n/)
    expect(stdout).toMatch(/ignored +2 files/)
    expect(stdout).toMatch(/found +2 pairs with copied text, among 4 documents\n/)
    expect(stdout).toMatch(/1\.00 {2}work\/code\/One\.java and work\/code\/Two\.java: 100 % of the first/)
    expect(stdout).toMatch(/One\.java and .*\(longest: \d+ tokens\)/)
    expect(stdout).toMatch(/by chance +not known: there are too few documents/)
    expect(stdout).toMatch(/report +work\.plagiarism\.html/)
    expect(stdout).toMatch(/list +work\.plagiarism\.jsonl\n$/)
    expect(workspace.names()).toEqual(['work', 'work.plagiarism.html', 'work.plagiarism.jsonl'])
    expect(workspace.leftovers()).toEqual([])
    const [program, essay] = workspace.rows('work.plagiarism.jsonl')
    expect(program).toMatchObject({ a: 'work/code/One.java', score: 1, copiedA: 1, copiedB: 1 })
    expect(essay).toMatchObject({ a: 'work/ann.txt', b: 'work/ben.html' })
    const [{ a }] = essay!.passages as [{ a: [number, number] }]
    expect(ferry.slice(...a)).toMatch(/^The last ferry/)
    const report = reportIn(workspace.read('work.plagiarism.html'))
    expect(report.title).toBe('work')
    expect(report.texts.some(({ text }) => text.includes('The last ferry'))).toBe(true)
  })

  it('does not mistake its own report for a document the next time', async () => {
    const workspace = folder()
    const inside = ['plagiarism', '.', '--json', '-q']
    const first = JSON.parse((await workspace.run(inside)).stdout)
    const second = JSON.parse((await workspace.run([...inside, '--force'])).stdout)
    expect([first.documents, second.documents]).toEqual([5, 5])
    expect(workspace.names()).toEqual(['here.plagiarism.html', 'here.plagiarism.jsonl', 'work'])
  })

  it('--json prints one object: counts, files, and the pairs', async () => {
    const workspace = folder()
    const { stdout, stderr } = await workspace.run([
      'plagiarism',
      'work',
      '--json',
      '--quiet',
      '--out',
      'results',
    ])
    expect(stderr).toBe('')
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({
      documents: 5,
      empty: 0,
      ignored: 2,
      pairs: 2,
      kinds: [
        { kind: 'prose', documents: 3, threshold: 0.24 },
        { kind: 'programs', documents: 2, threshold: 0.85, minLimit: 0.85 },
      ],
      written: [
        { kind: 'report', path: 'results/work.plagiarism.html' },
        { kind: 'copies', path: 'results/work.plagiarism.jsonl', records: 2 },
      ],
      copies: [{ a: 'work/code/One.java', score: 1, passages: 1 }, { a: 'work/ann.txt' }],
    })
    expect(workspace.names()).toEqual(['results', 'work'])
  })

  it('counts the words of prose and the tokens of programs, also next to each other', async () => {
    const workspace = new Workspace()
    for (const name of ['ann', 'ben']) {
      mkdirSync(join(workspace.folder, 'work', name), { recursive: true })
      workspace.write(`work/${name}/One.java`, PROGRAM)
      workspace.write(`work/${name}/essay.txt`, ferry)
    }
    const { stdout } = await workspace.run(['plagiarism', 'work', '--submissions'])
    expect(stdout).toMatch(/ann \(braces\) and .*\(longest: \d+ tokens\)\n/)
    expect(stdout).toMatch(/ann \(prose\) and .*\(longest: \d+ words\)\n/)
    const { documents, pairs, pairDetails } = reportIn(workspace.read('work.plagiarism.html'))
    for (const { pair, facts, passageUnit } of pairDetails!) {
      const isCode = documents.ids[pairs.a[pair]!] === 'work/ann (braces)'
      expect(passageUnit).toBe(isCode ? 'token' : undefined)
      expect(facts.map(([name]) => name)).toContain(`longest run of equal ${isCode ? 'tokens' : 'words'}`)
    }
    expect(pairDetails).toHaveLength(2)
    const json = await workspace.run(['plagiarism', 'work', '--submissions', '--json', '--force', '-q'])
    const kinds = JSON.parse(json.stdout).copies.map(({ kind }: { kind: string }) => kind)
    expect(kinds.sort()).toEqual(['programs', 'prose'])
  })

  it('--submissions makes one document of the files in each folder', async () => {
    const workspace = new Workspace()
    for (const name of ['ann/src', 'ben/src'])
      mkdirSync(join(workspace.folder, 'work', name), { recursive: true })
    const half = PROGRAM.length / 2
    workspace.write('work/ann/src/One.java', PROGRAM)
    workspace.write('work/ann/essay.txt', ferry)
    workspace.write('work/ben/src/A.java', PROGRAM.slice(0, half))
    workspace.write('work/ben/src/B.java', PROGRAM.slice(half))
    workspace.write('work/loose.txt', observatory)
    await workspace.run(['plagiarism', 'work', '--submissions', '-q'])
    const [copy, ...more] = workspace.rows('work.plagiarism.jsonl')
    expect(more).toEqual([])
    expect(copy).toMatchObject({ a: 'work/ann (braces)', b: 'work/ben' })
    expect(copy!.score).toBeGreaterThan(0.9)
    const { texts } = reportIn(workspace.read('work.plagiarism.html'))
    expect(texts.some(({ text }) => text.includes('// src/B.java'))).toBe(true)
  })

  it('--submissions refuses a folder without subfolders, and says how to arrange submissions', async () => {
    const workspace = new Workspace()
    mkdirSync(join(workspace.folder, 'work'))
    workspace.write('work/ann.txt', ferry)
    workspace.write('work/ben.txt', ferry)
    const { code, stdout, stderr } = await workspace.run(['plagiarism', 'work', '--submissions'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(
      '--submissions has no effect: no file is in a subfolder of work; give each submission a folder',
    )
    expect(workspace.names()).toEqual(['work'])
  })

  it.each(['.', './', 'work/..'])('--submissions finds the submissions in %s', async (folder) => {
    const workspace = new Workspace()
    for (const name of ['ann', 'ben']) {
      mkdirSync(join(workspace.folder, name))
      workspace.write(`${name}/essay.txt`, ferry)
    }
    mkdirSync(join(workspace.folder, 'work'))
    const options = ['--submissions', '-q', '--report', 'r.html', '--copies', 'c.jsonl']
    await workspace.run(['plagiarism', folder, ...options])
    expect(workspace.rows('c.jsonl')).toMatchObject([{ a: 'ann', b: 'ben' }])
  })

  it('refuses a folder that cannot fit into --memory before it reads it', async () => {
    const workspace = new Workspace()
    mkdirSync(join(workspace.folder, 'work'))
    const text = ferry.repeat(Math.ceil(8e6 / ferry.length))
    for (const name of ['ann', 'ben', 'cleo']) workspace.write(`work/${name}.txt`, text)
    // What is no text does not count.
    workspace.write('work/film.bin', new Uint8Array(2e8))
    const { code, stdout, stderr } = await workspace.run(['plagiarism', 'work', '--memory', '150MB'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /plagiarism requires at least \d+ MB for this input, over the memory budget of 150 MB; use --memory \d+MB or more/,
    )
    expect(workspace.names()).toEqual(['work'])
  })

  it('--author keeps records of one author apart, and stops at a record without one', async () => {
    const workspace = new Workspace()
    const records = [
      { who: 'ann', text: ferry },
      { who: 'ann', text: ferry },
      { who: 7, text: ferry },
    ]
    workspace.write('answers.jsonl', asLines(records))
    const run = ['plagiarism', 'answers.jsonl', '--author', 'who', '--json', '-q', '--force']
    const report = JSON.parse((await workspace.run(run)).stdout)
    expect(report.copies.map(({ a, b }: { a: number; b: number }) => [a, b])).toEqual([
      [0, 2],
      [1, 2],
    ])
    expect(report.authors).toMatchObject([
      { author: 'ann', ids: [0, 1], pairs: 2, id: 0, with: 2 },
      { author: '7', ids: [2], pairs: 2, id: 2, with: 0 },
    ])
    workspace.write('answers.jsonl', asLines([...records, { text: ferry }]))
    const { code, stderr } = await workspace.run(run)
    expect(code).toBe(1)
    expect(JSON.parse(stderr).error).toMatchObject({
      file: 'answers.jsonl',
      line: 4,
      message: expect.stringContaining('there is no field "who"'),
    })
  })

  it('judges a class by what is usual in it', async () => {
    const workspace = new Workspace()
    const program = (author: number) => `// ${author}\n${PROGRAM}`
    workspace.write(
      'class.jsonl',
      asLines(Array.from({ length: 12 }, (_, i) => ({ id: `${i}.java`, text: program(i) }))),
    )
    const usual = await workspace.run(['plagiarism', 'class.jsonl'])
    expect(usual.stdout).toMatch(/found +no copies\n/)
    expect(usual.stdout).toMatch(/threshold +none for programs: independent documents are so similar here/)
    const given = await workspace.run(['plagiarism', 'class.jsonl', '--score', '0.9', '--json', '--force'])
    const report = JSON.parse(given.stdout)
    expect(report.pairs).toBe(66)
    expect(report.groups).toEqual([expect.objectContaining({ pairs: 66 })])
    expect(report.expectedByChance).toBeGreaterThan(30)
    expect(report.kinds[1].histogram.at(-1)).toEqual({ from: 0.95, sampledPairs: 66 })
  })

  it('has a lower limit for a pair of unusual documents, and none for a pair of equal texts that are usual', async () => {
    const workspace = new Workspace()
    const step = (i: number) => `if (${i} > limit) { rows[${i}] = read("line ${i}") * ${i + 7}; }`
    const unusual = Array.from({ length: 12 }, (_, i) => step(i)).join('\n')
    const texts = [
      ...Array.from({ length: 14 }, (_, i) => `// ${i % 13}\n${PROGRAM}`),
      unusual,
      unusual.replace('line 3', 'row 3'),
    ]
    workspace.write('class.jsonl', asLines(texts.map((text, i) => ({ id: `${i}.java`, text }))))
    const { stdout } = await workspace.run(['plagiarism', 'class.jsonl'])
    expect(stdout).toMatch(/threshold +none for programs.*; as low as 0\.\d\d for pairs of unusual ones\n/)
    const rows = workspace.rows('class.plagiarism.jsonl')
    expect(rows.map(({ a, b }) => [a, b])).toEqual([
      ['0.java', '13.java'],
      ['14.java', '15.java'],
    ])
    expect(rows[0]!.limit).toBeNull()
    expect(rows[1]!.limit).toBeLessThanOrEqual(rows[1]!.score as number)
    const report = reportIn(workspace.read('class.plagiarism.html'))
    expect(report.notes![0]).toMatch(
      /no score for code.*\(as low as 0\.\d\d for pairs of unusual documents\)/,
    )
  })

  it('reads records, with fields named or detected, and uses their ids', async () => {
    const workspace = new Workspace()
    workspace.write(
      'answers.jsonl',
      asLines([
        { id: 'x', text: ferry },
        { id: 'y', text: observatory },
        { id: 'z', text: ferry },
      ]),
    )
    await workspace.run(['plagiarism', 'answers.jsonl'])
    expect(workspace.rows('answers.plagiarism.jsonl').map(({ a, b }) => [a, b])).toEqual([['x', 'z']])
    const named = [
      'plagiarism',
      '-',
      '--format',
      'jsonl',
      '--text',
      'said',
      '--id',
      'who',
      '--copies',
      'out.csv',
    ]
    await workspace.run(
      named,
      asLines([
        { who: 'ann', said: ferry },
        { who: 'ben', said: ferry },
      ]),
    )
    expect(workspace.read('out.csv')).toMatch(/^a,b,score,.*\n"""ann""","""ben""",1,/)
  })

  it('ignores what the base contains', async () => {
    const workspace = new Workspace()
    const answers = [1, 2].map((n) => ({
      id: n,
      text: `${ferry}\n${n === 1 ? observatory : 'All of this is new.'}`,
    }))
    workspace.write('answers.jsonl', asLines(answers))
    workspace.write('question.txt', ferry)
    const run = async (...more: string[]) =>
      JSON.parse(
        (await workspace.run(['plagiarism', 'answers.jsonl', '--json', '-q', '--force', ...more])).stdout,
      ).pairs
    expect(await run()).toBe(1)
    expect(await run('--base', 'question.txt')).toBe(0)
  })

  it('accepts the language, the score and the length of a long passage on the command line', async () => {
    const workspace = new Workspace()
    workspace.write(
      'p.jsonl',
      asLines([{ text: PROGRAM }, { text: PROGRAM.replaceAll(/\bs\b/g, 'x').replaceAll(/\bp\b/g, 'y') }]),
    )
    const run = async (...more: string[]) =>
      JSON.parse((await workspace.run(['plagiarism', 'p.jsonl', '--json', '-q', '--force', ...more])).stdout)
    expect((await run('--language', 'braces')).copies[0].score).toBe(1)
    expect((await run('--score', '0.9')).pairs).toBe(0)
    expect((await run('--score', '0.9', '--long', '8')).pairs).toBe(1)
  })

  it('rejects what it cannot do, and says what to do', async () => {
    const workspace = folder()
    const said = async (...args: string[]) => {
      const { code, stderr } = await workspace.run(['plagiarism', ...args])
      return `${code} ${stderr}`
    }
    expect(await said()).toMatch(/^2 .*plagiarism requires INPUT/)
    expect(await said('nowhere')).toMatch(/^1 .*nowhere/)
    expect(await said('-', '--base', '-')).toMatch(/^2 .*stdin can be read only once/)
    expect(await said('work', '--language', 'latin')).toMatch(/^2 .*expected one of prose, braces/)
    expect(await said('work', '--stop-words', 'xx')).toMatch(/^2 .*neither a language nor a file/)
    expect(await said('work', '--threshold', '0.5')).toMatch(/^2 .*plagiarism: unknown option --threshold/)
    expect(await said('work', '--report', 'work/ann.txt')).toMatch(/^1 .*--force/)
    expect(await said('work', '--report', 'work/ann.txt', '--force')).toMatch(/^2 .*the same file/)
    expect(await said('work', '--report', 'none/r.html')).toMatch(/^1 .*folder does not exist/)
    expect(await said('work/picture.png')).toMatch(/^1 .*unknown file extension/)
    mkdirSync(join(workspace.folder, 'pictures'))
    workspace.write('pictures/a.png', 'x')
    expect(await said('pictures')).toMatch(/^1 .*no text or program.*\.java/)
    expect(await said('work', '--report', '-', '--json')).toMatch(/^2 .*would share stdout/)
    workspace.write('work/latin.txt', Uint8Array.of(0xe9, 0x20, 0xe9))
    expect(await said('work')).toMatch(/^1 .*latin\.txt.*not valid UTF-8.*--on-error skip/)
    const { stdout } = await workspace.run(['plagiarism', 'work', '--on-error', 'skip', '--out', 'results'])
    expect(stdout).toMatch(/skipped +1 bad record\n +work\/latin\.txt, line 1: not valid UTF-8\n/)
    expect(workspace.names()).toEqual(['pictures', 'results', 'work'])
  })
})
