import { readFileSync } from 'node:fs'
import { readFault } from './node-fault.js'

/** The text of a small file that is read whole, such as a plan or a list of words; its name is in the error. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw readFault(path, error)
  }
}
