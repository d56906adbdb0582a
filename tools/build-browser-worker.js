// @ts-check
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const platform = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`../src/browser/platform/${name}.ts`, import.meta.url))

/** What stands for the modules that readers of formats use, and browsers do not have. */
const REPLACED = /** @type {const} */ ([
  [/^node:fs$/, 'fs'],
  [/^node:buffer$/, 'buffer'],
  [/^node:zlib$/, 'zlib'],
  [
    /^node:(path|os|stream\/promises)$|^tinyglobby$|\/node-(leftovers|zstd|file-threads)\.js$/,
    'other-modules',
  ],
])

/** @type {import('esbuild').Plugin} */
const replaceModules = {
  name: 'replace-modules',
  setup({ onResolve }) {
    for (const [filter, name] of REPLACED) onResolve({ filter }, () => ({ path: platform(name) }))
  },
}

/**
 * The script of all workers of the page, in one piece.
 *
 * @param {{ minify?: boolean }} [options]
 * @returns {Promise<string>}
 */
export async function buildBrowserWorker({ minify = true } = {}) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../src/browser/worker.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    minify,
    // Errors are known by the names of their classes.
    keepNames: true,
    inject: [platform('buffer')],
    plugins: [replaceModules],
    write: false,
    logLevel: 'warning',
  })
  return outputFiles[0]?.text ?? ''
}
