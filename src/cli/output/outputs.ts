/// <reference types="node" />
import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { checkNoData } from '../../write/node-no-overwrite.js'
import { checkWritable } from '../../write/node-open-table.js'
import { type Output, STDOUT } from '../../write/node-output.js'
import { checkFolder, isDevice } from '../../write/node-sink.js'
import type { OptionValues } from '../options/table.js'
import { UsageError } from '../usage-error.js'

/** Rejects two outputs on stdout. Accesses no file. */
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
 * What every command checks about its outputs before it does any work: that they are distinct files, that nothing is overwritten without
 * being asked to, and that each can be written at its location.
 *
 * @param whole outputs that are not tables and are written as a whole
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

/** Rejects outputs that cannot be written at their location. */
export function checkAllWritable(outputs: readonly Output[], whole: readonly (Output | undefined)[]): void {
  for (const output of outputs) {
    if (!whole.includes(output)) checkWritable(output.path)
    else if (output.path !== STDOUT) checkFolder(output.path)
  }
}

/**
 * Rejects overwriting a nonempty file, before any work is done. With --force it can be overwritten, and a resumed run overwrites what it
 * wrote itself before it was interrupted.
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

/** Rejects two outputs, or an input and an output, that are the same file, however they are spelled. */
export function checkDistinct(outputs: readonly Output[], inputs: readonly string[]): void {
  const seen = new Map<string, string>()
  for (const input of inputs) {
    if (input !== STDOUT) seen.set(identity(input), `the input ${input}`)
  }
  for (const { option, path } of outputs) {
    // /dev/null and similar devices can be named any number of times.
    if (path === STDOUT || isDevice(path)) continue
    const key = identity(path)
    const other = seen.get(key)
    if (other !== undefined) {
      throw new UsageError(`${option} ${path} and ${other} are the same file`, 'use another file')
    }
    seen.set(key, `${option} ${path}`)
  }
}

/** Equal for two paths of the same file: by device and inode if it exists, otherwise by its real folder and its name. */
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
