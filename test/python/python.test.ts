import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadKernel } from '../../src/kernel/load-kernel.js'
import type { SketchName } from '../../src/model/signatures.js'
import type { ShingleOptions } from '../../src/text/shingle-options.js'
import { Workspace } from '../cli/likewise.js'
import { writeSampleFiles } from '../cli/sample-files.js'
import { titled } from '../outside.js'
import { documentedBlocks } from '../package/documented.js'
import { anyScript } from '../properties/any-script.js'
import fc from '../property.js'
import {
  buildWheel,
  findFramework,
  findMypy,
  findPackageIndex,
  findPythonPackages,
  installWheel,
  installWithDependencies,
  ROOT,
} from './environment.js'

const packages = findPythonPackages()

/** Options as the Python functions name them. */
function pythonOptions({ stopWords, ignorePhrases, ...shingle }: ShingleOptions) {
  return {
    ...shingle,
    ...(stopWords !== undefined && { stop_words: [...stopWords] }),
    ...(ignorePhrases !== undefined && { ignore_phrases: [...ignorePhrases] }),
  }
}

interface Layout {
  readonly sketch: SketchName
  readonly slots: number
  readonly bands: number
  readonly rows: number
  readonly seed: number
}

const LAYOUT: Layout = { sketch: 'fast-similarity', slots: 91, bands: 13, rows: 7, seed: 1 }

/** Texts with what the definition in TypeScript makes of them. */
function answers(texts: readonly string[], shingle: ShingleOptions, layout = LAYOUT): string {
  const { bands, rows, ...scheme } = layout
  const options = { textFields: ['text'], shingle, bands: { bands, rows, scheme }, keepSets: true }
  const encoded = texts.map((text) => Buffer.from(text))
  const offsets = new Uint32Array(texts.length + 1)
  for (const [i, bytes] of encoded.entries()) offsets[i + 1] = offsets[i]! + bytes.length
  const kernel = loadKernel({ ...options, keepSignatures: true }, 'scalar')
  const batch = kernel.readTexts(Buffer.concat(encoded), offsets)
  return `${JSON.stringify({
    options: { ...pythonOptions(shingle), ...layout },
    texts: encoded.map((bytes) => bytes.toString()),
    sizes: [...batch.sizes],
    textHashes: [...batch.texts],
    contents: [...batch.contents],
    signatures: [...batch.signatures!],
    keys: [...batch.keys],
    offsets: [...batch.sets!.offsets],
    elements: [...batch.sets!.elements],
  })}\n`
}

const CASES: Record<string, ShingleOptions> = {
  'words of 5': {},
  'words of 1': { k: 1 },
  'characters of 9': { kind: 'chars' },
  'characters of 2': { kind: 'chars', k: 2 },
  'characters with white space': { kind: 'chars', k: 3, whitespace: 'keep', case: 'keep' },
  'characters without white space and punctuation': {
    kind: 'chars',
    whitespace: 'remove',
    punctuation: 'remove',
  },
  'English stop words': { kind: 'stopwords' },
  'stop words of a list': { kind: 'stopwords', k: 2, stopWords: ['The', 'É', 'plain', '東京'] },
  'a bag of words with NFKC': { k: 2, bag: true, nfkc: true },
  'words without punctuation': { k: 2, punctuation: 'remove' },
  'words without phrases': { k: 2, ignorePhrases: ['brown fox jumps', 'ready for', 'İstanbul'] },
}

/** What is often got wrong: the final sigma, the dotted I, Hangul, marks in odd order, what composes backwards, no words. */
const HARD = [
  '',
  ' \t\n',
  'ΟΔΥΣΣΕΥΣ ΣΑΣ Σ. Σ’Α α.Σ ʰΣ Σʰ Α\u0345Σ Σ\u0345',
  'İstanbul IĞDIR ẞ ǅ ΐ',
  '각\u11a8 \u1112\u1161\u11ab 한\u1161 \u1161',
  'q\u0307\u0323 q\u0323\u0307 e\u0301 \u0301e a\u0308\u0301\u0327',
  '\u{1611e}\u{16121} \u{1611e}\u{1611e}\u{1611e}',
  '\u212b \u2126 \uf900 \u{2f800} \u0958 ﬁ ①Ⅳ ｶﾞ ㍿ ﷺ',
  '😀👍🏽 …!?',
  '東京都 2024年 ไทยนี้ 漢\u{e0100} カー',
  '\ufeffbyte order mark\u2028\u00a0\u3000x',
  `x${'\u0301'.repeat(300)} ${'a\u0300'.repeat(100)}`,
  '\u{34000}\u{3ffff} planes that are empty \u{e0001} \u{10ffff}',
  'the quick brown fox jumps over the lazy dog and the plane was ready for touch down',
]

const blocks = documentedBlocks().filter(({ language }) => language === 'python')
const pages = [...new Set(blocks.map(({ page }) => page))]

/** What the pages say a reader has. */
const GIVEN = `
import pandas
frame = pandas.read_json("articles.jsonl", lines=True)
texts = list(frame["text"])
sets = "carts.jsonl"
customers = pandas.read_csv("customers.csv")
subscribers = pandas.read_csv("subscribers.csv", sep=";")
`

/** What must be true after the code of a page. */
const CHECKS: Record<string, string> = {
  'python/README.md': 'assert found.pairs.num_rows > 0 and found.clusters.num_rows > 0',
  'docs/guide/cookbook.md': 'assert len(removed) > 0 and len(done.kept) + len(removed) == len(articles)',
  'docs/guide/python.md': `
assert found.summary["pairs"] == found.pairs.num_rows > 0
[table] = add_keys([pa.record_batch({"text": texts})])
assert table.column("band_keys").equals(batch.band_key_array())
`,
}

/** Runs a script, and exits at once: when the interpreter shuts down, a thread of Daft sometimes aborts the process (about 1 run in 300). */
const WITHOUT_FINALIZATION = `
import os, runpy, sys
sys.argv.pop(0)
runpy.run_path(sys.argv[0], run_name="__main__")
sys.stdout.flush()
os._exit(0)`

describe.skipIf(packages.path === undefined)(titled('the Python package', packages), () => {
  let wheel: string
  let python: ReturnType<typeof installWheel>
  beforeAll(() => {
    wheel = buildWheel()
    python = installWheel(wheel, packages.path!)
  }, 120_000)
  const check = (lines: string) => {
    const { status, stdout, stderr } = python(['python/tests/check_vectors.py'], lines)
    expect(stderr).toBe('')
    expect(status).toBe(0)
    return JSON.parse(stdout) as { compared: number; fallbacks: number }
  }

  it('has a kernel that gives what the definition in TypeScript gives, bit for bit, for random text in all scripts', () => {
    const random = fc.sample(anyScript, { numRuns: 400, seed: 18 }).map((text) => text.toWellFormed())
    const texts = [...HARD, ...random]
    const lines = Object.values(CASES).map((shingle) => answers(texts, shingle))
    lines.push(answers(texts, {}, { sketch: 'minhash', slots: 30, bands: 4, rows: 7, seed: 12_345 }))
    const { compared, fallbacks } = check(lines.join(''))
    expect(compared).toBe(lines.length * texts.length)
    // All texts of the options that the kernel leaves to its host, and many of the others.
    expect(fallbacks).toBeGreaterThan(6 * texts.length)
  })

  it('has a kernel that gives the golden vectors', () => {
    const { status, stdout, stderr } = python(['python/tests/check_golden.py', join(ROOT, 'test/golden')])
    expect([status, stderr]).toEqual([0, ''])
    const cases = readdirSync(join(ROOT, 'test/golden'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    const expected = cases
      .map(({ name }) => name)
      .filter((name) => /^shingles-/.test(name))
      .filter(
        (name) => !readFileSync(join(ROOT, 'test/golden', name, 'input.json'), 'utf8').includes('dictionary'),
      )
    expect(stdout.trim().split('\n').sort()).toEqual(expected.map((name) => `${name}: equal`).sort())
  })

  it('has a kernel that reads every kind of array, as its own tests say', () => {
    const { status, stderr } = python([
      '-m',
      'unittest',
      'discover',
      '-s',
      'python/tests',
      '-p',
      'test_kernel.py',
    ])
    expect(stderr).toMatch(/\nOK\n$/)
    expect(status).toBe(0)
  })

  it('has parts of a Spark program that compare sets and read records as the other engines do', () => {
    const { status, stderr } = python(['python/tests/test_spark_parts.py'])
    expect(stderr).toMatch(/\nOK\n$/)
    expect(status).toBe(0)
  })

  const spark = findFramework('pyspark', packages.path ?? '', 'spark')
  it.skipIf(spark.path === undefined)(
    titled('has parts of a Spark program that work on arrays as loops would', spark),
    () => {
      const { status, stderr } = python(['python/tests/test_spark_arrays.py'], '', ROOT, spark.path)
      expect(stderr).toMatch(/\nOK\n$/)
      expect(status).toBe(0)
    },
  )

  const mypy = findMypy(packages.path ?? '')
  it.skipIf(mypy.path === undefined)(
    titled('has types that mypy accepts when it is strict', mypy),
    () => {
      const cache = join(ROOT, '.cache/mypy')
      const { status, stdout } = spawnSync(
        'python3',
        ['-m', 'mypy', '--config-file', 'python/mypy.ini', '--cache-dir', cache],
        {
          cwd: ROOT,
          encoding: 'utf8',
          env: { ...process.env, PYTHONPATH: mypy.path },
        },
      )
      expect([stdout, status]).toEqual([expect.stringContaining('Success: no issues found'), 0])
    },
    120_000,
  )

  it('finds, removes, joins and matches as its own tests say', () => {
    const { status, stderr } = python([
      '-m',
      'unittest',
      'discover',
      '-s',
      'python/tests',
      '-p',
      'test_commands.py',
    ])
    expect(stderr).toMatch(/\nOK\n$/)
    expect(status).toBe(0)
  })

  it('is the command line, with its output, its errors and its exit codes', () => {
    const script =
      'import sys; from likewise._node import main; sys.argv = ["likewise", *sys.argv[1:]]; sys.exit(main())'
    const version = python(['-c', script, '--version'])
    const { version: expected } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect([version.status, version.stdout.trim()]).toEqual([0, expected])
    const wrong = python(['-c', script, 'find', '--treshold', '0.5'])
    expect(wrong.status).toBe(2)
    const own = spawnSync(process.execPath, ['dist/cli/main.js', 'find', '--treshold', '0.5'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(wrong.stderr).toBe(own.stderr)
  })

  it('runs its example', () => {
    const { status, stdout, stderr } = python([
      'python/examples/near_duplicates.py',
      join(ROOT, 'examples/data'),
    ])
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('Traceback')])
    expect(stdout).toContain('kept')
  })

  const frameworks = ['daft', 'ray'].map((name) => ({ name, ...findFramework(name, packages.path ?? '') }))
  for (const framework of frameworks)
    it.skipIf(framework.path === undefined)(
      titled(`gives the keys of the kernel in the recipe for ${framework.name}`, framework),
      () => {
        const workspace = new Workspace()
        const texts = ['the plane was ready for touch down', 'a b c d e f', 'x']
        const lines = texts.map((text) => `${JSON.stringify({ text })}\n`).join('')
        const file = join(workspace.folder, workspace.write('texts.jsonl', lines))
        const script =
          'import json; from likewise import kernel; print(kernel.band_keys(json.loads(input()), bands=13, rows=7).to_pylist())'
        const expected = python(['-c', script], `${JSON.stringify(texts)}\n`)
        const example = `python/examples/${framework.name}_keys.py`
        const args = framework.name === 'daft' ? ['-c', WITHOUT_FINALIZATION, example, file] : [example, file]
        const { status, stdout, stderr } = python(args, '', ROOT, framework.path)
        expect([status, stderr]).toEqual([0, expect.not.stringContaining('Traceback')])
        expect(stdout.trim().split('\n').at(-1)).toBe(expected.stdout.trim())
      },
    )

  it.each(pages)('runs the code of %s', (page) => {
    const workspace = new Workspace()
    writeSampleFiles(workspace)
    const code = blocks.filter((block) => block.page === page).map((block) => block.code)
    const script = [GIVEN, ...code, CHECKS[page] ?? ''].join('\n')
    const { status, stderr } = python(['-c', script], '', workspace.folder)
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('Traceback')])
  })

  it('works with the dependencies that pip installs for it', (context) => {
    const index = findPackageIndex()
    if (index.path === undefined) {
      console.info(`the dependencies of the wheel are not tested: ${index.reason}`)
      context.skip(index.reason)
      return
    }
    const script = [
      'import likewise, pandas, pyarrow',
      'from likewise import kernel',
      'table = pyarrow.table({"id": ["a", "b", "c"], "text": ["one two three four five six"] * 2 + ["seven eight"]})',
      'for source in (table, table.to_pandas()):',
      '    print(likewise.find(source, quiet=True).pairs.to_pylist())',
      'print(kernel.band_keys(table["text"], bands=2, rows=3).to_pylist()[0] is not None)',
    ].join('\n')
    const pair = "[{'a': 'a', 'b': 'b', 'similarity': 1.0}]"
    const { status, stdout, stderr } = installWithDependencies(wheel, ['pandas'])(script)
    expect([status, stderr, stdout]).toEqual([0, '', `${pair}\n${pair}\nTrue\n`])
  })

  it('has no path of the machine that built it, no source maps and no types', () => {
    const list = [
      'import sys, zipfile',
      'wheel = zipfile.ZipFile(sys.argv[1])',
      'assert wheel.testzip() is None',
      'assert "likewise/py.typed" in wheel.namelist()',
      'print("\\n".join(n for n in wheel.namelist() if sys.argv[2].encode() in wheel.read(n) or n.endswith((".map", ".ts"))))',
    ].join('\n')
    const { stdout, stderr } = python(['-c', list, join(ROOT, wheel), ROOT])
    expect([stderr, stdout.trim()]).toEqual(['', ''])
  })
})
