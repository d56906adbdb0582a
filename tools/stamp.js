// @ts-check
// Tells whether what is built is up to date: a hash of everything that it was made from is kept in .cache/.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CACHE = '.cache'

/**
 * @param {string} name of what is built
 * @param {readonly string[]} inputs files and folders, from the root of the repository
 * @param {readonly string[]} outputs files that must be there
 */
export function makeStamp(name, inputs, outputs) {
  const file = join(CACHE, `${name}.hash`)
  const hash = hashOf(inputs)
  return {
    isFresh: () =>
      outputs.every((output) => existsSync(output)) &&
      existsSync(file) &&
      readFileSync(file, 'utf8') === hash,
    write: () => {
      mkdirSync(CACHE, { recursive: true })
      writeFileSync(file, hash)
    },
  }
}

/** Every file in a folder, by its path below it, sorted. @param {string} folder @returns {string[]} */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
}

/** @param {readonly string[]} inputs */
function hashOf(inputs) {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const files = statSync(input).isDirectory() ? filesIn(input).map((name) => join(input, name)) : [input]
    for (const file of files) {
      const content = readFileSync(file)
      hash.update(`${file} ${content.length}\n`).update(content)
    }
  }
  return hash.digest('hex')
}
