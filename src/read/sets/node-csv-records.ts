/// <reference types="node" />
import { UnreadableInput } from '../../model/errors.js'
import { CsvParser } from '../csv.js'
import type { Chunks } from '../node-bytes.js'
import { feedParser, readHeader, rowProblem } from '../node-read-csv.js'
import { emptyFile } from '../record-gate.js'

/** Visits the rows of CSV or TSV as records of strings; the first row names the columns. */
export async function visitCsvRecords(
  name: string,
  delimiter: ',' | '\t',
  chunks: Chunks,
  visit: (line: number, record: Readonly<Record<string, string>>) => void,
  refuse: (line: number, problem: string) => void,
  limit?: number,
): Promise<void> {
  let columns: readonly string[] | undefined
  const parser = new CsvParser(
    delimiter,
    {
      row(line, values) {
        if (columns === undefined) {
          columns = readHeader(name, values)
          return
        }
        const problem = rowProblem(columns, values)
        if (problem !== undefined) refuse(line, problem)
        else {
          visit(
            line,
            Object.fromEntries(columns.map((column, i) => [column, Buffer.from(values[i]!).toString()])),
          )
        }
      },
      bad(line, problem) {
        if (columns === undefined) {
          throw new UnreadableInput(name, `the first row cannot be read: ${problem}`, 'mend the first row')
        }
        refuse(line, problem)
      },
    },
    limit,
  )
  await feedParser(name, parser, chunks)
  if (columns === undefined) throw emptyFile(name)
}
