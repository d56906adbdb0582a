import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asLines, FIVE, Workspace } from './likewise.js'

const PEOPLE = 'name,city\nAnn Lee,Rome\nAnn Lee,Rome\nBo Kay,Oslo\n'
const RATINGS = 'user,item,rating\n1,a,5\n1,b,4\n2,a,5\n2,b,5\n2,c,5\n3,a,5\n3,c,4\n'
const PRINTS = asLines(
  ['1_1', '1_2'].map((id) => ({
    id,
    minutiae: Array.from({ length: 20 }, (_, i) => ({ x: (i * 37) % 200, y: (i * 53) % 200, angle: i * 11 })),
  })),
)

interface Report {
  readonly documents: number
  readonly input: { readonly ownFiles: Readonly<Record<string, string>> }
}

/** Commands that write or print something, and the file in which the user saves what they print. */
const COMMANDS: readonly (readonly [command: string, saved?: string])[] = [
  ['find in.jsonl --pairs p.jsonl --clusters c.csv --report r.html --run-dir run --json -q', 'find.json'],
  ['find in.jsonl --pairs p.csv --clusters c.jsonl.gz -q'],
  ['find in.jsonl --against in.jsonl --also-within --pairs pa.jsonl -q'],
  ['explain in.jsonl --json', 'plan.json'],
  ['dedup in.jsonl --json -q --report d.html', 'dedup.json'],
  ['recluster run --threshold 0.9 --removed rr.jsonl --pairs rp.tsv --json -q', 'recluster.json'],
  ['restore in.manifest.json --output restored.gone --json -q', 'restore.json'],
  ['compare in.jsonl#a in.jsonl#b --json', 'compare.json'],
  ['tune --json', 'tune.json'],
  ['index build index in.jsonl --json -q', 'index.json'],
  ['index snapshot index snapshot.jsonl -q'],
  ['plagiarism in.jsonl --copies pl.jsonl --report pl.html --json -q', 'plagiarism.json'],
  ['decontaminate in.jsonl --benchmarks other/bench.jsonl --remove spans --out deco --json -q', 'deco.json'],
  [
    'match other/people.csv --pairs m.csv --clusters mc.jsonl --suggest-labels s.csv --save-model model.json --report m.html --json -q',
    'match.json',
  ],
  [
    'recommend other/ratings.csv --recommendations rec.jsonl --similar-items si.csv --json -q',
    'recommend.json',
  ],
  [
    'fingerprints other/prints.jsonl --pairs fp.jsonl --scores fs.csv --clusters fc.csv --json -q',
    'prints.json',
  ],
  ['fingerprints other/prints.jsonl --probe other/prints.jsonl --pairs probed.csv -q'],
  ['join other/people.csv --list city --pairs j.jsonl --json -q', 'join.json'],
  ['find missing.jsonl --json', 'error.json'],
]

async function writeEverything(): Promise<Workspace> {
  const workspace = new Workspace()
  mkdirSync(join(workspace.folder, 'other'))
  workspace.write('in.jsonl', asLines(FIVE))
  workspace.write('other/bench.jsonl', asLines(FIVE.slice(0, 1)))
  workspace.write('other/people.csv', PEOPLE)
  workspace.write('other/ratings.csv', RATINGS)
  workspace.write('other/prints.jsonl', PRINTS)
  workspace.write('decisions.jsonl', '{"keep":"a"}\n{"different":["a","b"]}\n')
  for (const [command, saved] of COMMANDS) {
    const { code, stdout, stderr } = await workspace.run(command.split(' '))
    expect(code, `${command}\n${stderr}`).toBe(saved === 'error.json' ? 1 : 0)
    if (saved !== undefined) workspace.write(saved, stdout || stderr)
  }
  return workspace
}

describe("the program's own output", () => {
  it('of every command is skipped in folders and globs, with a message', async () => {
    const workspace = await writeEverything()
    const others = ['in.jsonl', 'other', 'restored.gone']
    const own = workspace.names().filter((name) => !others.includes(name))
    for (const input of ['.', '**/*.*']) {
      const find = ['find', input, '--exclude', 'other', '--exclude', 'other/**', '--json']
      const { code, stdout, stderr } = await workspace.run(find)
      expect(code, stderr).toBe(0)
      const { documents, input: read } = JSON.parse(stdout) as Report
      expect(documents).toBe(FIVE.length)
      const names = Object.keys(read.ownFiles).map((name) => name.split('/')[0]!)
      expect([...new Set(names)].sort()).toEqual(own)
      expect(stderr).toMatch(/own output +not read: /)
    }
    for (const name of own.filter((name) => !['run', 'deco', 'index', 'in.kept.jsonl'].includes(name))) {
      const { code, stderr } = await workspace.run(['find', name])
      expect(code, name).toBe(1)
      expect(stderr, name).toMatch(
        /^likewise: \S+: it is an? .*, written by this program; name the documents/,
      )
    }
  })

  it('is recognized without column names, if the input has none', async () => {
    const workspace = new Workspace()
    workspace.write('in.csv', FIVE.map(({ id, text }) => `${id}-7,"${text}"\n`).join(''))
    expect((await workspace.run(['dedup', 'in.csv', '--header', 'no', '-q'])).code).toBe(0)
    const { stdout } = await workspace.run(['find', '.', '--header', 'no', '--json', '-q'])
    expect(Object.keys((JSON.parse(stdout) as Report).input.ownFiles).sort()).toEqual([
      'in.kept.csv',
      'in.manifest.json',
      'in.removed.csv',
    ])
  })

  it('is skipped by the commands that list files themselves', async () => {
    const workspace = new Workspace()
    for (const folder of ['docs', 'ratings', 'prints', 'sets', 'tables'])
      mkdirSync(join(workspace.folder, folder))
    workspace.write('docs/in.jsonl', asLines(FIVE))
    workspace.write('ratings/ratings.csv', RATINGS)
    workspace.write('prints/prints.jsonl', PRINTS)
    workspace.write('sets/sets.csv', PEOPLE)
    const manifest = 'in.manifest.json'
    expect((await workspace.run(['dedup', 'docs/in.jsonl', '-q'])).code).toBe(0)
    for (const folder of ['ratings', 'prints', 'sets']) {
      workspace.write(`${folder}/${manifest}`, workspace.read(`docs/${manifest}`))
      workspace.write(`${folder}/ratings.removed.jsonl`, workspace.read('docs/in.removed.jsonl'))
    }
    const runs = [
      ['plagiarism', 'docs', '--json', '--out', 'out'],
      ['decontaminate', 'docs', '--benchmarks', 'docs', '--dry-run', '--json'],
      ['recommend', 'ratings', '--json'],
      ['fingerprints', 'prints', '--json'],
      ['join', 'sets', '--list', 'city', '--json'],
      ['join', 'docs', '--text', 'text', '--json'],
      ['index', 'build', 'index', 'docs', '--json'],
    ]
    for (const args of runs) {
      const { code, stdout, stderr } = await workspace.run(args)
      expect(code, `${args.join(' ')}\n${stderr}`).toBe(0)
      const { input } = JSON.parse(stdout) as Report
      expect(Object.values(input.ownFiles), args.join(' ')).toEqual(
        expect.arrayContaining(['a list of documents removed by dedup']),
      )
      expect(stderr, args.join(' ')).toContain('own output')
    }
  })

  it('with removed documents is skipped even if it has the text field', async () => {
    const workspace = new Workspace()
    workspace.write('in.csv', `id,text\n${FIVE.map(({ id, text }) => `${id},"${text}"\n`).join('')}`)
    expect((await workspace.run(['dedup', 'in.csv', '-q'])).code).toBe(0)
    const runs = [
      ['join', '.'],
      ['probe', 'in.csv', '.'],
      ['find', '.'],
    ]
    for (const args of runs) {
      const { code, stdout, stderr } = await workspace.run([...args, '--text', 'text', '--json'])
      expect(code, stderr).toBe(0)
      const { input } = JSON.parse(stdout) as Report
      expect(Object.keys(input.ownFiles).sort(), args.join(' ')).toEqual([
        'in.kept.csv',
        'in.manifest.json',
        'in.removed.csv',
      ])
    }
  })

  it('with removed lines is skipped even if it has the text field', async () => {
    const workspace = new Workspace()
    workspace.write('in.txt', FIVE.map(({ text }) => `${text}\n`).join(''))
    expect((await workspace.run(['dedup', 'in.txt', '--format', 'lines', '-q'])).code).toBe(0)
    const { stdout } = await workspace.run(['find', '.', '--text', 'text', '--json', '-q'])
    const { documents, input } = JSON.parse(stdout) as Report
    expect(documents).toBe(1)
    expect(Object.keys(input.ownFiles)).toContain('in.removed.tsv')
  })

  it('of a folder of texts is skipped next to it, in it, and from elsewhere', async () => {
    const workspace = new Workspace()
    mkdirSync(join(workspace.folder, 'texts'))
    for (const { id, text } of FIVE) workspace.write(`texts/${id}.txt`, text)
    const own = ['kept.jsonl', 'manifest.json', 'originals', 'removed.jsonl'].map((name) => `texts.${name}`)
    expect((await workspace.run(['dedup', 'texts', '-q'])).code).toBe(0)
    expect(workspace.names()).toEqual(expect.arrayContaining(own))
    expect((await workspace.run(['dedup', 'texts', '--out', 'texts/out', '-q'])).code).toBe(0)
    const elsewhere = new Workspace()
    for (const [from, input] of [
      [workspace, '.'],
      [workspace, 'texts'],
      [elsewhere, workspace.folder],
      [elsewhere, join(workspace.folder, 'texts')],
    ] as const) {
      const { code, stdout, stderr } = await from.run(['find', input, '--json'])
      expect(code, stderr).toBe(0)
      const { documents, input: read } = JSON.parse(stdout) as Report
      expect(documents, input).toBe(FIVE.length)
      expect(stderr).not.toContain('other formats')
      const names = Object.keys(read.ownFiles).map((name) => basename(name))
      expect([...new Set(names)].sort()).toEqual(own)
    }
  })

  it('alone in a folder is neither a table nor an empty file', async () => {
    const workspace = new Workspace()
    workspace.write('plan.json', '{"format":"likewise-plan"}')
    workspace.write('a.txt', 'some text')
    const { code, stderr } = await workspace.run(['match', '.'])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^likewise: \.: no table found \(output of this program is not read\); name the file of the table; known extensions: \.jsonl /,
    )
    workspace.write('empty.csv', '')
    const { stderr: second } = await workspace.run(['match', '.'])
    expect(second).toMatch(/^likewise: empty\.csv: the file is empty/)
  })
})
