/// <reference types="node" />
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { UnwritableOutput } from '../model/errors.js'
import { writeFault } from './node-fault.js'

/**
 * Creates a folder and its parents.
 *
 * @returns whether it is new
 * @throws UnwritableOutput
 */
export function makeFolder(path: string): boolean {
  try {
    return mkdirSync(path, { recursive: true }) !== undefined
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new UnwritableOutput(path, 'it is a file', 'name a folder')
    throw writeFault(path, codeOf(error) === 'ENOENT' ? (firstFault(path) ?? error) : error)
  }
}

/** On a read-only disk, Node reports that the parent folder is missing. Creating a single folder gives the real error. */
function firstFault(path: string): unknown {
  let missing = path
  while (!existsSync(dirname(missing))) missing = dirname(missing)
  try {
    mkdirSync(missing)
    return undefined
  } catch (error) {
    return error
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
