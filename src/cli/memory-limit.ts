/// <reference types="node" />
import { readdirSync, type Stats, statSync } from 'node:fs'
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

/** Bytes of memory per byte of input, without that of the program: at least, and typically; measured on texts and tables of 5 to 50 MB. */
interface Growth {
  readonly min: number
  readonly typical: number
}

const GROWTH: Partial<Record<CommandName, Growth>> = {
  plagiarism: { min: 5, typical: 10 },
}
const OTHER: Growth = { min: 1, typical: 3 }

/** Bytes that the program itself needs with the thread of the command, beyond what it had before. */
const THREAD_BYTES = 25e6

/** A run stops if the memory in use would exceed this share of the limit with the growth since the last check. */
const MARGIN = 1.03

/** The memory limit of a command that keeps its input in memory. */
export class MemoryLimit {
  readonly #command: CommandName
  readonly #memory: number
  readonly #program = process.memoryUsage.rss() + THREAD_BYTES
  readonly #input: number
  readonly #growth: Growth
  #last = this.#program

  /** @throws MemoryExceeded for inputs that cannot fit */
  constructor(command: CommandName, inputs: readonly string[], memory: number) {
    this.#command = command
    this.#memory = memory
    this.#input = inputs.reduce((sum, input) => sum + sizeOf(input), 0)
    this.#growth = GROWTH[command] ?? OTHER
    const min = this.#program + this.#input * this.#growth.min
    if (min > memory) throw this.#refused(`${command} requires at least ${bytes(min)} for this input`)
  }

  /** How large the heap of the thread may become. */
  heap(): number {
    return this.#memory - this.#program + THREAD_BYTES
  }

  /** Throws `MemoryExceeded` if the process is about to exceed the limit; to be called every few milliseconds. */
  check(): void {
    const used = process.memoryUsage.rss()
    const growth = used - this.#last
    this.#last = used
    if (used > this.#memory || used + growth > MARGIN * this.#memory) throw this.exceeded()
  }

  exceeded(): MemoryExceeded {
    return this.#refused(`${this.#command} is not finished and needs more memory`)
  }

  #refused(problem: string): MemoryExceeded {
    const typical = Math.max(this.#program + this.#input * this.#growth.typical, 1.25 * this.#memory)
    return new MemoryExceeded(
      `${problem}, over the limit of ${bytes(this.#memory)}`,
      `use --memory ${roundedUp(typical)} or more, or a smaller input: this command holds its input in memory`,
    )
  }
}

/** As the option is written, with two digits. */
function roundedUp(size: number): string {
  const unit = 10 ** (Math.floor(Math.log10(size)) - 1)
  return bytes(Math.ceil(size / unit) * unit).replace(' ', '')
}

/** The size of a file, or of the files in a folder that are texts or tables by their names. */
function sizeOf(path: string): number {
  const stats = statOf(path)
  if (stats?.isDirectory() !== true) return stats?.isFile() ? stats.size : 0
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => formatByEnding(name).format !== undefined || codeLanguage(name) !== undefined)
    .reduce((sum, name) => sum + (statOf(join(path, name))?.size ?? 0), 0)
}

/** An operand can also be a text, which may be no valid path. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
