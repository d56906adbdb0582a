import type { DocumentId } from '../model/document.js'
import { duplicateId } from '../model/record-problems.js'

/** The ids of records, and where each was first seen. */
export class KnownIds {
  readonly list: DocumentId[] = []
  /** The position of each id, the line of each position, and the first position of each file. */
  readonly #positions = new Map<DocumentId, number>()
  readonly #lines: number[] = []
  readonly #files: { readonly name: string; readonly first: number }[] = []

  /** Adds an id; returns the problem if it is already known. */
  add(id: DocumentId, file: string, line: number): string | undefined {
    const known = this.#positions.get(id)
    if (known !== undefined) {
      const { name } = this.#files.findLast(({ first }) => first <= known)!
      return duplicateId(JSON.stringify(id), name, this.#lines[known]!)
    }
    const position = this.list.push(id) - 1
    this.#positions.set(id, position)
    this.#lines.push(line)
    if (this.#files.at(-1)?.name !== file) this.#files.push({ name: file, first: position })
    return undefined
  }
}
