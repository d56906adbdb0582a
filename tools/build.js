// @ts-check
// Builds dist/ where anything that it is made from has changed. A program that runs from dist/ meanwhile finds every file: all is
// compiled into a folder of its own, and the files that differ are renamed into place one by one.
// Run: npm run build
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPage } from './build-page.js'
import { buildSpark, SPARK_ARCHIVE, SPARK_PROGRAM } from './build-spark.js'
import { buildStaticPage } from './build-static-page.js'
import { bundleProgram } from './bundle-program.js'
import { moveInto } from './move-into.js'
import { makeStamp } from './stamp.js'

const DIST = 'dist'
const COMMAND = 'cli/main.js'
const PAGE = 'web/report.html'
const STATIC_PAGE = 'web/index.html'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
// A test that builds has another one, with which pages would contain the paths of their sources.
process.env.NODE_ENV = 'production'
await import('./build-kernel.js')

const stamp = makeStamp(
  'build',
  [
    'src',
    'tools',
    'web',
    'python/likewise',
    'tsconfig.base.json',
    'tsconfig.build.json',
    'package-lock.json',
  ],
  [
    join(DIST, 'index.js'),
    join(DIST, COMMAND),
    join(DIST, PAGE),
    join(DIST, STATIC_PAGE),
    join(DIST, SPARK_ARCHIVE),
    join(DIST, SPARK_PROGRAM),
  ],
)
if (!stamp.isFresh()) {
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync(join('.cache', 'build-'))
  try {
    compile(folder)
    await bundleProgram(folder)
    chmodSync(join(folder, COMMAND), 0o755)
    await buildPage(join(folder, PAGE))
    await buildStaticPage(join(folder, PAGE), join(folder, STATIC_PAGE))
    moveInto(DIST, folder, [SPARK_ARCHIVE, SPARK_PROGRAM])
    await buildSpark(DIST)
    stamp.write()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder */
function compile(folder) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const args = [tsc, '-p', 'tsconfig.build.json', '--outDir', folder]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    process.exit(status ?? 1)
  }
}
