// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import { buildBrowserWorker } from './build-browser-worker.js'

/**
 * Builds the page that searches files in the browser, from the page of reports: with the script of the engine's workers in the place
 * of a report, as text that does not run. Workers that are started from inside a page have its policy, so they too can load and
 * send nothing.
 *
 * @param {string} reportPage its path
 * @param {string} path
 */
export async function buildStaticPage(reportPage, path) {
  const script = escapeForHtml(await buildBrowserWorker())
  const page = readFileSync(reportPage, 'utf8')
    .replace(/(?<=; )script-src /, "worker-src blob:; script-src 'wasm-unsafe-eval' ")
    // A function, because a string would have its dollar signs replaced.
    .replace('<!--report-->', () => `<script type="text/plain" id="engine">${script}</script>`)
  writeFileSync(path, page)
}

/**
 * A script that HTML can hold: neither does it end there early, nor does a comment begin in it. Both sequences are in strings only.
 *
 * @param {string} script
 */
function escapeForHtml(script) {
  return script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')
}
