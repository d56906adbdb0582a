/// <reference types="node" />
import type { DelimitedLayout } from '../delimited-layout.js'
import type { Chunks } from '../node-bytes.js'
import { type CsvVisitor, rowProblem, visitCsv } from '../node-read-csv.js'

/** Visits the rows of delimited text as records of strings. */
export async function visitCsvRecords(
  name: string,
  layout: DelimitedLayout,
  chunks: Chunks,
  visit: (line: number, record: Readonly<Record<string, string>>) => void,
  refuse: (line: number, problem: string) => void,
  limit?: number,
  skipsLong = false,
): Promise<void> {
  const visitor: CsvVisitor = {
    row(line, columns, values) {
      const problem = rowProblem(columns, values)
      if (problem !== undefined) refuse(line, problem)
      else {
        const entries = columns.map((column, i) => [column, Buffer.from(values[i]!).toString()])
        visit(line, Object.fromEntries(entries) as Record<string, string>)
      }
    },
    bad: refuse,
    skipsLong,
  }
  await visitCsv(name, layout, chunks, visitor, limit)
}
