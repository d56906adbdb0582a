/// <reference types="node" />
import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { checkNoData } from '../../write/node-no-overwrite.js'
import { checkWritable } from '../../write/node-open-table.js'
import { type Output, STDOUT } from '../../write/node-output.js'
import { checkFolder, isDevice } from '../../write/node-sink.js'
import type { OptionValues } from '../options/table.js'
import { UsageError } from '../usage-error.js'

/** Refuses two outputs on stdout; asks nothing of any file. */
export function checkStdout(outputs: readonly Output[], json: boolean): void {
  const onStdout = [
    ...outputs.filter(({ path }) => path === STDOUT).map(({ option }) => `${option} -`),
    ...(json ? ['--json'] : []),
  ]
  if (onStdout.length > 1) {
    throw new UsageError(`${onStdout.join(' and ')} would share stdout`, 'write all but one to a file')
  }
}

/**
 * What every command asks of its outputs before it does any work: that each is a file of its own, that nothing is overwritten
 * unasked, and that it can be written where it is to go.
 *
 * @param whole those that are no tables and are written as a whole
 */
export function checkOutputs(
  outputs: readonly Output[],
  inputs: readonly string[],
  values: Pick<OptionValues, 'force' | 'resume'>,
  whole: readonly (Output | undefined)[] = [],
): void {
  checkDistinct(outputs, inputs)
  checkOverwrite(outputs, values)
  checkAllWritable(outputs, whole)
}

/** Refuses outputs that cannot be written where they are to go. */
export function checkAllWritable(outputs: readonly Output[], whole: readonly (Output | undefined)[]): void {
  for (const output of outputs) {
    if (!whole.includes(output)) checkWritable(output.path)
    else if (output.path !== STDOUT) checkFolder(output.path)
  }
}

/**
 * Refuses to overwrite a file that holds anything, before any work is done. With --force it may be overwritten, and a run
 * that is resumed overwrites what it wrote itself before it was interrupted.
 */
export function checkOverwrite(
  outputs: readonly Output[],
  { force, resume }: Pick<OptionValues, 'force' | 'resume'>,
): void {
  if (force === true || resume === true) return
  checkNoData(
    outputs.map(({ path }) => path),
    '--force',
  )
}

/** Refuses two outputs, or an input and an output, that are one file, however they are spelled. */
export function checkDistinct(outputs: readonly Output[], inputs: readonly string[]): void {
  const seen = new Map<string, string>()
  for (const input of inputs) {
    if (input !== STDOUT) seen.set(identity(input), `the input ${input}`)
  }
  for (const { option, path } of outputs) {
    // /dev/null and its like may be named as often as one likes.
    if (path === STDOUT || isDevice(path)) continue
    const key = identity(path)
    const other = seen.get(key)
    if (other !== undefined) {
      throw new UsageError(`${option} ${path} and ${other} are the same file`, 'use another file')
    }
    seen.set(key, `${option} ${path}`)
  }
}

/** Equal for two paths of one file: by device and inode where it is there, else by its real folder and its name. */
function identity(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
  if (stats !== undefined) return `${stats.dev}:${stats.ino}`
  const absolute = resolve(path)
  try {
    return join(realpathSync(dirname(absolute)), basename(absolute))
  } catch {
    return absolute
  }
}
