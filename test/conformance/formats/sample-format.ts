/// <reference types="node" />
import { BadRecord } from '../../../src/model/errors.js'
import type { FormatReader } from '../../../src/read/formats/reader.js'
import { LineSplitter } from '../../../src/read/line-splitter.js'

/** Debian control files: a line `Field: value` for each field, and a blank line between records. */
export const controlReader: FormatReader = {
  async read({ name, text }, visitor, { limit }) {
    let first = 0
    let fields: Record<string, string> = {}
    const end = () => {
      const json = JSON.stringify(fields)
      if (json !== '{}') {
        visitor.record(first, { fields, writeJson: (write) => write(Buffer.from(json)) })
      }
      fields = {}
    }
    const visit = (line: number, bytes: Uint8Array) => {
      const content = Buffer.from(bytes).toString().trim()
      const [, field, value] = /^([^:]+): *(.*)$/.exec(content) ?? []
      if (content === '') end()
      else if (field === undefined) visitor.bad(new BadRecord(name, line, 'no "Field: value"'))
      else {
        if (Object.keys(fields).length === 0) first = line
        fields[field] = value!
      }
    }
    const lines = new LineSplitter(name, limit, visit, (error) => visitor.bad(error))
    for await (const chunk of text.chunks) lines.push(chunk)
    lines.end()
    end()
  },
}
