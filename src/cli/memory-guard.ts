/// <reference types="node" />
import { statSync } from 'node:fs'
import { LikewiseError } from '../model/errors.js'
import { bytes } from '../model/quantities.js'
import type { CommandName } from './options/option.js'

/** A command that holds its input in memory would take more than it may. */
class MemoryExceeded extends LikewiseError {
  readonly code = 'memory-too-small'
}

/**
 * For commands that hold their input in memory: refuses inputs that cannot fit, and returns what ends the run once the process
 * has grown beyond the limit; to be called now and then.
 */
export function guardMemory(command: CommandName, inputs: readonly string[], memory: number): () => void {
  const start = process.memoryUsage.rss()
  const needed = start + inputs.reduce((sum, input) => sum + fileSize(input), 0)
  if (needed > memory) throw exceeded(`${command} needs at least ${bytes(needed)}`, memory)
  return () => {
    const taken = process.memoryUsage.rss()
    if (taken > memory) throw exceeded(`${command} has taken ${bytes(taken)} and is not done`, memory)
  }
}

function exceeded(problem: string, memory: number): MemoryExceeded {
  return new MemoryExceeded(
    `${problem}, over the limit of ${bytes(memory)}`,
    'allow more with --memory, or give it less to read: this command holds its input in memory',
  )
}

function fileSize(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.size : 0
}
