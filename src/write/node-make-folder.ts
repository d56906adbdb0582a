/// <reference types="node" />
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { UnwritableOutput } from '../model/errors.js'
import { writeFault } from './node-fault.js'

/**
 * Makes a folder, and those above it.
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

/** Node says of a read-only disk that the folder above is missing; the system, asked for one folder, says what is true. */
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
