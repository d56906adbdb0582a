/// <reference types="node" />
import { readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { LikewiseError } from '../model/errors.js'
import { bytes } from '../model/quantities.js'
import { formatByEnding } from '../read/format.js'
import { codeLanguage } from '../text/code-languages.js'
import type { CommandName } from './options/option.js'

/** A command that keeps its input in memory would exceed its memory budget. */
class MemoryExceeded extends LikewiseError {
  readonly code = 'memory-too-small'
}

/**
 * The memory that a command needs besides that of the program: a fixed number of bytes, and bytes per byte of input, at least and
 * typically. Measured with budgets that were just large enough, on texts and tables of 0.1 to 40 MB; records and words differ, so the minimum is
 * far below the typical value.
 */
interface Growth {
  readonly fixed: number
  readonly min: number
  readonly typical: number
}

const GROWTH: Partial<Record<CommandName, Growth>> = {
  compare: { fixed: 0, min: 10, typical: 60 },
  match: { fixed: 30e6, min: 10, typical: 90 },
  plagiarism: { fixed: 5e6, min: 5, typical: 11 },
  recommend: { fixed: 25e6, min: 1.5, typical: 4 },
}
const OTHER: Growth = { fixed: 0, min: 1, typical: 4 }

/** Bytes of the thread of a command, before it does anything. */
const THREAD_BYTES = 20e6

/** A thread stops some milliseconds after it is told to, and memory grows until then, so a run stops at this share of its budget. */
const STOP_SHARE = 0.95

/** The memory budget of a command that keeps its input in memory. */
export class CommandBudget {
  readonly #command: CommandName
  readonly #memory: number
  readonly #program = process.memoryUsage.rss()
  readonly #input: number
  readonly #growth: Growth
  #last = this.#program

  /** @throws MemoryExceeded for inputs that cannot fit */
  constructor(command: CommandName, inputs: readonly string[], memory: number) {
    this.#command = command
    this.#memory = memory
    this.#input = inputs.reduce((sum, input) => sum + sizeOf(input), 0)
    this.#growth = GROWTH[command] ?? OTHER
    const min = this.#needed(this.#growth.min)
    if (STOP_SHARE * memory < min)
      throw this.#refused(`${command} requires at least ${bytes(min / STOP_SHARE)} for this input`)
  }

  /** How large the heap of the thread may become. */
  heap(): number {
    return STOP_SHARE * this.#memory - this.#program
  }

  /** Throws `MemoryExceeded` if the process is about to exceed its budget; to be called every few milliseconds. */
  check(): void {
    const used = process.memoryUsage.rss()
    const growth = used - this.#last
    this.#last = used
    if (used > STOP_SHARE * this.#memory || used + growth > this.#memory) throw this.exceeded()
  }

  exceeded(): MemoryExceeded {
    return this.#refused(`${this.#command} is not finished and needs more memory`)
  }

  #needed(perByte: number): number {
    return this.#program + THREAD_BYTES + this.#growth.fixed + this.#input * perByte
  }

  #refused(problem: string): MemoryExceeded {
    const typical = Math.max(this.#needed(this.#growth.typical), 1.25 * this.#memory)
    return new MemoryExceeded(
      `${problem}, over the memory budget of ${bytes(this.#memory)}`,
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
