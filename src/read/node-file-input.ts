/// <reference types="node" />
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Input } from './input.js'
import { readFault } from './node-fault.js'

/** What many files have in common. */
export type FileKind = Pick<
  Input,
  'format' | 'isFormatKnown' | 'decoding' | 'compression' | 'isRegular' | 'isNamed'
>

/** The state of a file, by which a change is noticed. */
export interface FileState {
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

/** A file to read. Its state is looked up only when it is needed, because a folder may hold very many files. */
export class FileInput implements Input {
  readonly name: string
  readonly path: string
  readonly format: Input['format']
  readonly isFormatKnown: boolean
  readonly decoding: Input['decoding']
  readonly compression: Input['compression']
  readonly isRegular: boolean
  readonly isNamed: boolean
  #state: FileState | undefined
  #isRead = false

  /**
   * @param state if it is known
   * @param path absolute. Default: looked up
   */
  constructor(name: string, kind: FileKind, state?: FileState, path: string = resolve(name)) {
    this.name = name
    // One string instead of two equal ones, because there may be very many.
    this.path = path === name ? name : path
    this.format = kind.format
    this.isFormatKnown = kind.isFormatKnown
    this.decoding = kind.decoding
    this.compression = kind.compression
    this.isRegular = kind.isRegular
    this.isNamed = kind.isNamed
    this.#state = state
  }

  get bytes(): number {
    this.#state ??= stateOf(this.name)
    return this.#state.bytes
  }

  get modified(): number {
    this.#state ??= stateOf(this.name)
    return this.#state.modified
  }

  get isRead(): boolean {
    return this.#isRead
  }

  /** The state as far as it is known. */
  get knownState(): FileState | undefined {
    return this.#state
  }

  markRead(state: FileState): void {
    this.#state = state
    this.#isRead = true
  }
}

function stateOf(name: string): FileState {
  try {
    const { size, mtimeMs } = statSync(name)
    return { bytes: size, modified: mtimeMs }
  } catch (error) {
    throw readFault(name, error)
  }
}

/** Makes the paths of files absolute. Files of the same folder share the work, because there may be very many. */
export class PathResolver {
  #folder: string | undefined
  #resolved = ''

  resolve(name: string): string {
    const start = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1
    // Without a folder, or with a name that is not an ordinary one.
    if (start === 0 || start === name.length || name[start] === '.') return resolve(name)
    if (start !== this.#folder?.length || !name.startsWith(this.#folder)) {
      this.#folder = name.slice(0, start)
      this.#resolved = resolve(`${this.#folder}name`).slice(0, -'name'.length)
    }
    return this.#resolved === this.#folder ? name : `${this.#resolved}${name.slice(start)}`
  }
}

/** Files in a form that is quickly passed to another thread. */
export interface PackedFiles {
  readonly names: readonly string[]
  readonly kinds: readonly FileKind[]
  /** The kind of each file. */
  readonly kindOf: Uint16Array
  /** The size and the time of the last change of each file; NaN if they are not known. */
  readonly states: Float64Array
}

export function packFiles(inputs: readonly FileInput[]): PackedFiles {
  const kinds: FileKind[] = []
  const kindOf = new Uint16Array(inputs.length)
  let number = -1
  inputs.forEach((input, i) => {
    if (number < 0 || !isSameKind(kinds[number]!, input)) {
      number = kinds.findIndex((kind) => isSameKind(kind, input))
      if (number < 0) number = kinds.push(kindIn(input)) - 1
    }
    kindOf[i] = number
  })
  return { names: inputs.map(({ name }) => name), kinds, kindOf, states: packStates(inputs, () => true) }
}

function kindIn({ format, isFormatKnown, decoding, compression, isRegular, isNamed }: FileKind): FileKind {
  return { format, isFormatKnown, decoding, compression, isRegular, isNamed }
}

function isSameKind(one: FileKind, other: FileKind): boolean {
  return (
    one.format === other.format &&
    one.isFormatKnown === other.isFormatKnown &&
    one.decoding === other.decoding &&
    one.compression === other.compression &&
    one.isRegular === other.isRegular &&
    one.isNamed === other.isNamed
  )
}

export function unpackFiles({ names, kinds, kindOf, states }: PackedFiles): FileInput[] {
  const paths = new PathResolver()
  return names.map(
    (name, i) => new FileInput(name, kinds[kindOf[i]!]!, stateAt(states, i), paths.resolve(name)),
  )
}

/** The states of the files that were read; NaN for the others. */
export function packReadStates(inputs: readonly FileInput[]): Float64Array {
  return packStates(inputs, ({ isRead }) => isRead)
}

/** Notes which files another thread has read, and in which states. */
export function markAllRead(inputs: readonly FileInput[], states: Float64Array): void {
  inputs.forEach((input, i) => {
    const state = stateAt(states, i)
    if (state !== undefined) input.markRead(state)
  })
}

function packStates(inputs: readonly FileInput[], isWanted: (input: FileInput) => boolean): Float64Array {
  const states = new Float64Array(2 * inputs.length).fill(Number.NaN)
  inputs.forEach((input, i) => {
    const { knownState } = input
    if (knownState === undefined || !isWanted(input)) return
    states[2 * i] = knownState.bytes
    states[2 * i + 1] = knownState.modified
  })
  return states
}

function stateAt(states: Float64Array, i: number): FileState | undefined {
  const bytes = states[2 * i]!
  return Number.isNaN(bytes) ? undefined : { bytes, modified: states[2 * i + 1]! }
}
