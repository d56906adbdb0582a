import { readFileSync } from 'node:fs'
import { readFault } from './node-fault.js'

/** Reads a small file as a whole, such as a plan or a list of words; errors contain its name. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw readFault(path, error)
  }
}
