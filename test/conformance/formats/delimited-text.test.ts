// One rule for delimited text, whatever the command makes of it (docs/decisions/delimited-text.md).

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../unit/read/folder.js'
import { CASES, newName } from './cases.js'
import type { TextRecord } from './examples.js'
import { runInProcess } from './run-in-process.js'

const folder = makeFolder()

/**
 * @param headerEnd what follows the names of the columns, and
 * @param rowEnd the fields of a row
 */
function csv(
  records: readonly TextRecord[],
  {
    blanks = '',
    headerEnd = '',
    rowEnd = headerEnd,
  }: { readonly blanks?: string; readonly headerEnd?: string; readonly rowEnd?: string },
): string {
  const columns = Object.keys(records[0]!)
  const header = columns.map((name) => `${blanks}${name}${blanks}`).join(',')
  const rows = records.map((record) =>
    columns.map((column) => `"${record[column]!.replaceAll('"', '""')}"`).join(','),
  )
  return `${header}${headerEnd}\n${rows.map((row) => `${row}${rowEnd}\n`).join('')}`
}

/** find reads as dedup does. */
describe.each(CASES.filter(({ command }) => command !== 'find'))('$command', ({ args, answer, records }) => {
  const answerTo = async (text: string) => {
    const path = join(folder, `${newName()}.csv`)
    writeFileSync(path, text)
    const { code, stdout, stderr } = await runInProcess([...args(path, folder), '--json', '--quiet'])
    expect(code, stderr).toBe(0)
    const report = JSON.parse(stdout) as Record<string, unknown>
    return answer.map((name) => report[name])
  }

  it('trims column names, and adds no field after a delimiter at the end of a row', async () => {
    const plain = await answerTo(csv(records, {}))
    expect(await answerTo(csv(records, { blanks: ' ' }))).toEqual(plain)
    expect(await answerTo(csv(records, { headerEnd: ',' }))).toEqual(plain)
  })

  it('treats a quote inside an unquoted field as a character', async () => {
    const inches = csv(records, { headerEnd: ',remark', rowEnd: ',5" of it' })
    const quoted = csv(records, { headerEnd: ',remark', rowEnd: ',"5"" of it"' })
    expect(await answerTo(inches)).toEqual(await answerTo(quoted))
  })
})
