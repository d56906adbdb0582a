// @ts-check
// Puts the modules of the command line and of worker threads together into a few files: to load several hundred takes Node longer
// than a search of some hundred documents.
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'

/** What Node starts: the command, and threads. They keep their names. */
const ENTRIES = [
  'cli/main.js',
  'cli/own-thread/command-thread.js',
  'engine/node/node-worker.js',
  'node/load/load-worker.js',
  'node/match/pair-worker.js',
  'read/node-file-worker.js',
  'server/jobs/job-worker.js',
]
/** Where the files lie that entries share. */
const SHARED = 'program'
/** What the process and the thread of a search load before they start other threads. */
const FIRST = ['cli/main.js', 'cli/own-thread/command-thread.js']
/** What every command loads. */
const START = ['cli/run-process.js', 'cli/own-thread/run-thread.js']
/** What searches load, besides what every command does. */
const SEARCHES = ['cli/find/find.js', 'cli/explain/explain.js', 'engine/stages/run-document-task.js']
/** What only searches of Parquet files load. */
const PARQUET = ['read/formats/node-parquet.js', 'write/node-parquet-table.js']
const WORKER = ['engine/node/node-worker.js', 'engine/stages/run-document-task.js']

/**
 * Replaces the entries in a folder of compiled modules by bundles. The modules stay: the library is made of them.
 *
 * @param {string} folder
 */
export async function bundleProgram(folder) {
  const root = resolve(folder)
  const entries = ENTRIES.map((name) => join(root, name))
  const closure = (/** @type {readonly string[]} */ names) =>
    importedBy(
      names.map((name) => join(root, name)),
      entries,
    )
  const [first, start] = [closure(FIRST), closure(START)]
  const [worker, searches] = [closure(WORKER), closure(SEARCHES)]
  const [parquet, dedup] = [closure(PARQUET), closure(['cli/dedup/dedup.js'])]
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name.replace(/\.js$/, ''), join(root, name)])),
    cwd: root,
    platform: 'node',
    external: /^[^./]/,
    plugins: [keepLocations(root, entries), onlyAscii],
  })
  await bundle.write({
    dir: root,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: `${SHARED}/[name].js`,
    minifyInternalExports: false,
    // Without comments and indentation, and with short names of local variables, which are faster to parse. The names of functions
    // stay, for stack traces.
    minify: {
      compress: false,
      mangle: { toplevel: false },
      codegen: { removeWhitespace: true, legalComments: 'none' },
    },
    codeSplitting: {
      // In this order, so that none needs one below it.
      groups: [
        { name: 'first', test: (id) => first.has(id), priority: 6 },
        { name: 'base', test: (id) => start.has(id) && worker.has(id), priority: 5 },
        { name: 'start', test: (id) => start.has(id), priority: 4 },
        { name: 'engine', test: (id) => worker.has(id), priority: 3 },
        { name: 'searches', test: (id) => searches.has(id), priority: 2 },
        { name: 'parquet', test: (id) => parquet.has(id), priority: 1.5 },
        { name: 'dedup', test: (id) => dedup.has(id), priority: 1.2 },
        { name: 'shared', minShareCount: 2, priority: 1 },
      ],
    },
  })
  await bundle.close()
}

/**
 * Some modules and all that they import at once, without entries: those wait for what they import to end.
 *
 * @param {readonly string[]} files
 * @param {readonly string[]} entries
 */
function importedBy(files, entries) {
  /** @type {Set<string>} */
  const seen = new Set()
  const visit = (/** @type {string} */ file) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?:.* from )?'(\.[^']+)'/gm,
    )) {
      visit(join(dirname(file), /** @type {string} */ (name)))
    }
  }
  for (const file of files) visit(file)
  for (const entry of entries) seen.delete(entry)
  return seen
}

/**
 * With a single character beyond Latin-1, V8 keeps a whole module in two bytes per character, and takes longer to parse it. There are such
 * characters only in strings, templates and regular expressions, where an escape means the same.
 *
 * @type {import('rolldown').Plugin}
 */
const onlyAscii = {
  name: 'only-ascii',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk') continue
      part.code = part.code.replace(/[^\0-\x7f]/g, escapeUnit)
    }
  },
}

/** @param {string} unit */
function escapeUnit(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * Modules that find files by their own location find them by the location that they had.
 *
 * @param {string} root
 * @param {readonly string[]} entries
 * @returns {import('rolldown').Plugin}
 */
function keepLocations(root, entries) {
  return {
    name: 'keep-locations',
    transform(code, id) {
      if (entries.includes(id) || !code.includes('import.meta.url')) return undefined
      const location = JSON.stringify(relative(join(root, SHARED), id).replaceAll('\\', '/'))
      return code.replaceAll('import.meta.url', `new URL(${location}, import.meta.url).href`)
    },
  }
}
