/// <reference types="node" />
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { InvalidOption } from '../model/errors.js'
import { readFault } from '../read/node-fault.js'
import { stampInputs } from '../read/node-input-stamps.js'
import { listInputs } from '../read/node-inputs.js'
import type { InputStamp } from '../read/source.js'
import type { SetInput } from './document-source.js'
import type { SetReading } from './set-input.js'

/** What the files of each input of a join look like; a run directory is only for files. */
export async function stampSets(
  inputs: readonly SetInput[],
  reading: SetReading,
  runDir: string,
): Promise<InputStamp[][]> {
  const stamps: InputStamp[][] = []
  for (const input of inputs) stamps.push(await stampsOf(input, reading, runDir))
  return stamps
}

async function stampsOf(input: SetInput, reading: SetReading, runDir: string): Promise<InputStamp[]> {
  if (typeof input !== 'string' || input === '-') throw notFiles(runDir)
  if (reading.kind === 'sets') return [stampOf(input, runDir)]
  const { format, exclude } = reading.options
  const files = await listInputs([input], { format, exclude })
  if (files.some(({ isRegular }) => !isRegular)) throw notFiles(runDir)
  return stampInputs(files)
}

function stampOf(name: string, runDir: string): InputStamp {
  let stats: ReturnType<typeof statSync>
  try {
    stats = statSync(name)
  } catch (error) {
    throw readFault(name, error)
  }
  // What is wrong with a folder is said where it is read.
  if (!stats.isFile() && !stats.isDirectory()) throw notFiles(runDir)
  return { name, path: resolve(name), bytes: stats.size, modified: stats.mtimeMs }
}

function notFiles(runDir: string): InvalidOption {
  return new InvalidOption('runDir', runDir, 'inputs that can be read again: files, not stdin or a pipe')
}
