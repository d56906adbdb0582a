// @ts-check
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesIn } from './stamp.js'

/**
 * Makes the files of a folder those of another, on the same disk. Each file that differs is renamed into place, so that it is there
 * at every moment; those that are equal are left alone.
 *
 * @param {string} target
 * @param {string} from
 * @param {readonly string[]} kept files of the target that are made later
 */
export function moveInto(target, from, kept = []) {
  const names = filesIn(from)
  for (const name of names) {
    const [made, destination] = [join(from, name), join(target, name)]
    if (existsSync(destination) && readFileSync(destination).equals(readFileSync(made))) continue
    mkdirSync(dirname(destination), { recursive: true })
    renameSync(made, destination)
  }
  const wanted = new Set([...names, ...kept])
  for (const name of filesIn(target)) if (!wanted.has(name)) rmSync(join(target, name))
}
