import { fieldReader, textReader } from '../read/json-field.js'
import type { Source } from '../read/source.js'
import type { Lifetime } from '../temporary/lifetime.js'
import type { Searched } from './dedup-request.js'
import { OriginalsWriter } from './originals.js'
import { inputRanges, walkInput } from './walk-input.js'

/** Whether some inputs are files with one document each that can be read again. */
export function holdsOriginals({ files, inputs }: Source): boolean {
  return inputs !== undefined && files.some(({ holdsFiles }) => holdsFiles !== undefined)
}

/**
 * Stores what restore needs of text and HTML files in addition to their texts.
 *
 * @param path of the file to write
 * @param restoredAs where each input is restored, by name
 * @returns the number of originals for each file of the source
 */
export async function storeOriginals(
  path: string,
  { source, result }: Searched,
  restoredAs: ReadonlyMap<string, string>,
  lifetime: Lifetime,
): Promise<number[]> {
  const pathOf = new Map(source.inputs?.map((input) => [input.name, input.path]))
  const readName = fieldReader(source.idField ?? 'path')
  const readText = textReader(source.textFields)
  const writer = new OriginalsWriter(path)
  const release = lifetime.onEnd(() => writer.abort())
  const counts: number[] = []
  try {
    for (const range of inputRanges(source, result.locations)) {
      let count = 0
      const add = (name: string, document?: { readonly position: number; readonly text: string }) => {
        count++
        return writer.add(pathOf.get(name)!, restoredAs.get(name)!, document)
      }
      if (source.files[range.file]!.holdsFiles !== undefined) {
        await walkInput(source, result, range, {
          gap() {},
          skipped: (_, line) => add(readName(line) as string),
          record: (position, line) => add(readName(line) as string, { position, text: readText(line) }),
        })
        for (const name of skippedFiles(source, range.file)) await add(name)
      }
      counts.push(count)
    }
    await writer.close()
  } catch (error) {
    await writer.abort()
    throw error
  } finally {
    release()
  }
  return counts
}

/** Text and HTML files that could not be read; they belong to the first source file of their kind. */
function skippedFiles({ files, skipped }: Source, file: number): string[] {
  if (file !== files.findIndex(({ holdsFiles }) => holdsFiles !== undefined)) return []
  const others = new Set(files.filter(({ holdsFiles }) => holdsFiles === undefined).map(({ name }) => name))
  return [...new Set(skipped.map((record) => record.file))].filter((name) => !others.has(name))
}
