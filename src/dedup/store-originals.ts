import { fieldReader, textReader } from '../read/json-field.js'
import type { Source } from '../read/source.js'
import type { Searched } from './dedup-request.js'
import type { OriginalsWriter } from './originals.js'
import { type InputVisitor, inputRanges, walkInput } from './walk-input.js'

/** Whether some inputs are files with one document each that can be read again. */
export function holdsOriginals({ files, inputs }: Source): boolean {
  return inputs !== undefined && files.some(({ holdsFiles }) => holdsFiles !== undefined)
}

/**
 * Stores what restore needs of text and HTML files in addition to their texts. The caller closes the file.
 *
 * @param restoredAs where each input is restored, by name
 * @returns the number of originals for each file of the source
 */
export async function storeOriginals(
  writer: OriginalsWriter,
  { source, result, signal }: Searched,
  restoredAs: ReadonlyMap<string, string>,
): Promise<number[]> {
  const pathOf = new Map(source.inputs?.map((input) => [input.name, input.path]))
  const readName = fieldReader(source.idField ?? 'path')
  const readText = textReader(source.textFields)
  const counts: number[] = []
  for (const range of inputRanges(source, result.locations)) {
    let count = 0
    const add = (name: string, document?: { readonly position: number; readonly text: string }) => {
      count++
      return writer.add(pathOf.get(name)!, restoredAs.get(name)!, document)
    }
    if (source.files[range.file]!.holdsFiles !== undefined) {
      const visitor: InputVisitor = {
        gap() {},
        skipped: (_, line) => add(readName(line) as string),
        record: (position, line) => add(readName(line) as string, { position, text: readText(line) }),
      }
      await walkInput(source, result, range, visitor, signal)
      for (const name of skippedFiles(source, range.file)) await add(name)
    }
    counts.push(count)
  }
  return counts
}

/** Text and HTML files that could not be read; they belong to the first source file of their kind. */
function skippedFiles({ files, skipped }: Source, file: number): string[] {
  if (file !== files.findIndex(({ holdsFiles }) => holdsFiles !== undefined)) return []
  const others = new Set(files.filter(({ holdsFiles }) => holdsFiles === undefined).map(({ name }) => name))
  return [...new Set(skipped.map((record) => record.file))].filter((name) => !others.has(name))
}
