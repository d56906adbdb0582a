/// <reference types="node" />
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LikewiseError } from '../model/errors.js'
import { bytes } from '../model/quantities.js'
import { formatByEnding } from '../read/format.js'
import { codeLanguage } from '../text/code-languages.js'
import type { CommandName } from './options/option.js'

/** A command that keeps its input in memory would exceed the limit. */
class MemoryExceeded extends LikewiseError {
  readonly code = 'memory-too-small'
}

/**
 * The minimum number of bytes of memory per byte of input. plagiarism keeps every text with its tokens, their positions and
 * its runs, and took ten times the size of the texts.
 */
const MIN_GROWTH: Partial<Record<CommandName, number>> = { plagiarism: 5 }

/**
 * For commands that keep their input in memory: rejects inputs that cannot fit, and returns a function, to be called now and
 * then, that stops the run when the process exceeds the limit.
 */
export function guardMemory(command: CommandName, inputs: readonly string[], memory: number): () => void {
  const start = process.memoryUsage.rss()
  const size = inputs.reduce((sum, input) => sum + sizeOf(input), 0)
  const needed = start + size * (MIN_GROWTH[command] ?? 1)
  if (needed > memory) throw exceeded(`${command} requires at least ${bytes(needed)}`, memory)
  return () => {
    const taken = process.memoryUsage.rss()
    if (taken > memory) throw exceeded(`${command} has used ${bytes(taken)} and is not finished`, memory)
  }
}

function exceeded(problem: string, memory: number): MemoryExceeded {
  return new MemoryExceeded(
    `${problem}, over the limit of ${bytes(memory)}`,
    'allow more with --memory, or use a smaller input: this command holds its input in memory',
  )
}

/** The size of a file, or of the files in a folder that are texts or tables by their names. */
function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory() !== true) return stats?.isFile() ? stats.size : 0
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => formatByEnding(name).format !== undefined || codeLanguage(name) !== undefined)
    .reduce((sum, name) => sum + (statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0), 0)
}
