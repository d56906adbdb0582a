// @ts-check
// The files of the Python package: its modules, and the kernel with its tables, made from what is in dist/.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn } from './stamp.js'

/** By their path in site-packages. @returns {[string, Uint8Array][]} */
export function sources() {
  return filesIn('python/likewise')
    .filter((name) => /(?:\.py|\.typed)$/.test(name))
    .map((name) => [`likewise/${name.replaceAll('\\', '/')}`, readFileSync(join('python/likewise', name))])
}

/** @returns {Promise<[string, Uint8Array][]>} */
export async function kernelFiles() {
  const { kernelTable, unicodeData } = await import('./python-unicode.js')
  const { WASM_BASE64 } = await import('../dist/kernel/wasm-bytes.js')
  const { STOP_WORD_LISTS } = await import('../dist/text/stop-word-lists.js')
  const { ENGLISH_STOP_WORDS } = await import('../dist/text/english-stop-words.js')
  return [
    ['likewise/_data/kernel.wasm', Buffer.from(WASM_BASE64, 'base64')],
    ['likewise/_data/unicode-table.bin', kernelTable()],
    ['likewise/_data/unicode.json', Buffer.from(JSON.stringify(unicodeData()))],
    [
      'likewise/_data/stop-words.json',
      Buffer.from(JSON.stringify({ ...STOP_WORD_LISTS, en: ENGLISH_STOP_WORDS })),
    ],
  ]
}
