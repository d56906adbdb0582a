import type { Column } from '../../write/column.js'
import { openTable, type TableWriter } from '../../write/node-open-table.js'
import type { Lifetime } from '../lifetime.js'
import type { Output } from './outputs.js'

/** Opens a table, fills it, and gives it its name; nothing is left of it if that fails. */
export async function writeTable(
  { path }: Output,
  columns: readonly Column[],
  lifetime: Lifetime,
  fill: (writer: TableWriter) => Promise<void>,
): Promise<void> {
  const writer = await openTable(path, columns)
  const release = lifetime.onEnd(() => writer.abort())
  try {
    await fill(writer)
    await writer.close()
  } catch (error) {
    await writer.abort()
    throw error
  } finally {
    release()
  }
}
