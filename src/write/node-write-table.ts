import { ownTableKind } from '../model/own-tables.js'
import type { Lifetime } from '../temporary/lifetime.js'
import type { Column } from './column.js'
import { openTable, type TableWriter, withCount } from './node-open-table.js'
import type { Output } from './node-output.js'
import type { Written } from './written.js'

/** Writes a table, and removes it if that fails. Returns what was written. */
export async function writeTable(
  { option, path }: Output,
  columns: readonly Column[],
  lifetime: Lifetime,
  fill: (writer: Pick<TableWriter, 'write' | 'text'>) => Promise<void>,
): Promise<Written> {
  if (ownTableKind(columns.map(({ name }) => name)) === undefined)
    throw new Error(`a table that readers would mistake for data: add it to the own tables (${path})`)
  const writer = await openTable(path, columns)
  const release = lifetime.onEnd(() => writer.abort())
  try {
    let records = 0
    await fill({
      write: (row) => {
        records++
        return writer.write(row)
      },
      ...(writer.text && {
        text: withCount(writer.text, (count) => {
          records += count
        }),
      }),
    })
    await writer.close()
    return { kind: option.replace(/^--/, ''), path, records }
  } catch (error) {
    await writer.abort()
    throw error
  } finally {
    release()
  }
}
