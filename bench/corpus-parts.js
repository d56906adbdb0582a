// @ts-check
// Writes a large corpus in parts, each in its own process.
// Run: npm run build && node bench/corpus-parts.js NAME FROM TO FILE
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { scratch } from './cases/settings.js'
import { BY_NUMBER, generate, writeDocuments } from './corpora.js'

const PARTS = 16

/**
 * The files of a corpus in the cache, created if they do not exist.
 *
 * @param {string} name
 * @param {number} size
 */
export async function corpusParts(name, size) {
  const folder = scratch(`${name}-${size}-parts`)
  if (!existsSync(folder)) {
    rmSync(`${folder}.partial`, { recursive: true, force: true })
    mkdirSync(`${folder}.partial`, { recursive: true })
    const waiting = Array.from({ length: PARTS }, (_, part) => part)
    await Promise.all(
      Array.from({ length: availableParallelism() }, async () => {
        for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
          const [from, to] = [part, part + 1].map((number) => Math.floor((number * size) / PARTS))
          await make(name, from, to, `${folder}.partial/${partName(part)}`)
        }
      }),
    )
    renameSync(`${folder}.partial`, folder)
  }
  return Array.from({ length: PARTS }, (_, part) => `${folder}/${partName(part)}`)
}

/** @param {number} part */
function partName(part) {
  return `part-${String(part).padStart(2, '0')}.jsonl`
}

/**
 * @param {string} name
 * @param {number | undefined} from
 * @param {number | undefined} to
 * @param {string} file
 */
async function make(name, from, to, file) {
  const args = [fileURLToPath(import.meta.url), name, `${from}`, `${to}`, file]
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close')
  if (code !== 0) throw new Error(`${file} was not made`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [name = '', from, to, file] = process.argv.slice(2)
  const makeDocument = BY_NUMBER[name]
  if (makeDocument === undefined || file === undefined) {
    console.error(`node bench/corpus-parts.js NAME FROM TO FILE\nNAME: ${Object.keys(BY_NUMBER).join(', ')}`)
    process.exit(2)
  }
  writeDocuments(generate(Number(to), makeDocument, Number(from)), file, Number(from))
}
