import { InvalidOption } from '../model/errors.js'
import { SETS } from '../read/consumers.js'
import { stampInputs } from '../read/node-input-stamps.js'
import { type ListOptions, listInputs } from '../read/node-inputs.js'
import type { InputStamp } from '../read/source.js'
import { pathsOf, type SetInput } from './document-source.js'
import type { SetReading } from './set-input.js'

/** What the files of each input of a join look like; a run directory is only for files. */
export async function stampSets(
  inputs: readonly SetInput[],
  reading: SetReading,
  runDir: string,
): Promise<InputStamp[][]> {
  const stamps: InputStamp[][] = []
  for (const input of inputs) stamps.push(await stampsOf(input, listing(reading), runDir))
  return stamps
}

async function stampsOf(input: SetInput, options: ListOptions, runDir: string): Promise<InputStamp[]> {
  const paths = pathsOf(input)
  if (paths === undefined || paths.includes('-')) throw notFiles(runDir)
  const files = await listInputs(paths, options)
  if (files.some(({ isRegular }) => !isRegular)) throw notFiles(runDir)
  return stampInputs(files)
}

/** How the files of an input are found when it is read. */
function listing(reading: SetReading): ListOptions {
  const { format, exclude } = reading.options
  return { format, exclude, ...(reading.kind === 'sets' && { consumer: SETS }) }
}

function notFiles(runDir: string): InvalidOption {
  return new InvalidOption('runDir', runDir, 'inputs that can be read again: files, not stdin or a pipe')
}
