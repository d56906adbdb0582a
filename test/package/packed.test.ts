// What npm would publish.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT, readPage, relativeLinks } from './markdown.js'

interface Packed {
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
) as [Packed]
const paths = packed.files.map(({ path }) => path)
const description = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly exports: Record<string, string | Record<string, string>>
  readonly bin: Record<string, string>
  readonly scripts: Record<string, string>
  readonly [field: string]: unknown
}

it('every file that the package names is in it', () => {
  const named = [...Object.values(description.exports), description.bin].flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry),
  )
  expect(named.filter((path) => !paths.includes(path.replace(/^\.\//, '')))).toEqual([])
  expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md']))
})

it('no source map, no source and no test is in it, and it is small', () => {
  expect(paths.filter((path) => /\.map$|^(src|test|tools|bench|examples)\//.test(path))).toEqual([])
  // A third of it is the command line once more, put together into a few files (tools/bundle-program.js).
  expect(packed.size).toBeLessThan(1_825_000)
  expect(packed.unpackedSize).toBeLessThan(5_510_000)
})

it('the declarations do not contain the bytes of the kernel', () => {
  const declarations = packed.files.filter(({ path }) => path.endsWith('wasm-bytes.d.ts'))
  expect(declarations).toHaveLength(2)
  for (const { size } of declarations) expect(size).toBeLessThan(200)
})

it('every declaration that a public one imports is in it', () => {
  const declarations = new Set(paths.filter((path) => path.endsWith('.d.ts')))
  for (const path of declarations) {
    const imports = readPage(path).matchAll(/from '(\.[^']+)\.js'|import\("(\.[^"]+)\.js"\)/g)
    for (const [, one, other] of imports) {
      const target = join(path, '..', `${one ?? other}.d.ts`)
      expect(declarations, `${path} imports ${target}`).toContain(target)
    }
  }
})

it('installing it runs nothing, and it names its repository', () => {
  const scripts = [
    'preinstall',
    'install',
    'postinstall',
    'prepare',
    'prepublish',
    'preprepare',
    'postprepare',
  ]
  expect(Object.keys(description.scripts).filter((name) => scripts.includes(name))).toEqual([])
  for (const field of ['repository', 'homepage', 'bugs', 'license', 'description', 'engines']) {
    expect(description[field], field).toBeDefined()
  }
})

it('README.md links to nothing that is not in it, other than by its full address', () => {
  expect(relativeLinks(readPage('README.md')).filter((link) => !paths.includes(link))).toEqual([])
})
