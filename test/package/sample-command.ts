/// <reference types="node" />

import { sourceRequest } from '../../src/cli/input/source-request.js'
import type { OptionValues } from '../../src/cli/options/table.js'
import type { Outcome } from '../../src/cli/outcome.js'
import { processCost } from '../../src/cli/output/process-cost.js'
import { recordText } from '../../src/model/record-text.js'
import { openSource } from '../../src/read/node-open-source.js'
import { readRecords } from '../../src/read/node-records.js'
import { countFiles } from '../../src/read/source.js'

/** `likewise sizes`: prints how long documents are. */
export async function sizes(inputs: readonly string[], values: OptionValues): Promise<Outcome> {
  const request = sourceRequest(values)
  const source = await openSource(inputs, request)
  try {
    let [documents, characters, skipped] = [0, 0, source.skipped.length]
    const onBad = () => {
      skipped++
    }
    for await (const { value } of readRecords(source, { onError: request.onError ?? 'stop', onBad })) {
      const read = recordText(value, source.textFields)
      if (!('text' in read)) continue
      documents++
      characters += read.text.length
    }
    const counts = { filesRead: countFiles(source), documents, skipped, characters }
    return {
      report: { inputs, written: [], ...counts, ...processCost() },
      isAnswer: true,
      text: () => `${documents} documents, ${characters} characters\n`,
    }
  } finally {
    await source.close()
  }
}
