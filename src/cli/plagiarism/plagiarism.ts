/// <reference types="node" />

import { tmpdir } from 'node:os'
import { type CopyReport, findCopies } from '../../apps/plagiarism/find-copies.js'
import { checkAnyRead } from '../../read/all-skipped.js'
import { copyReport } from '../../report/copy-report.js'
import { reportPage } from '../../report/node-report-page.js'
import type { Lifetime } from '../../temporary/lifetime.js'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../temporary/node-leftovers.js'
import type { Column } from '../../write/column.js'
import { inFolder } from '../../write/node-in-folder.js'
import { checkWritable } from '../../write/node-open-table.js'
import { type Output, STDOUT } from '../../write/node-output.js'
import { checkFolder } from '../../write/node-sink.js'
import { writeTable } from '../../write/node-write-table.js'
import { writeWhole } from '../../write/node-write-whole.js'
import type { Written } from '../../write/written.js'
import type { Context } from '../context.js'
import { readShingleRequest } from '../find/shingle-request.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkDistinct, checkOverwrite } from '../output/outputs.js'
import { type PlagiarismPlan, planPlagiarism } from './plan-plagiarism.js'
import { type ReadDocuments, readDocuments } from './read-documents.js'
import { finiteOrNull, plagiarismReport, summaryText } from './summary.js'

/** `likewise plagiarism`: finds documents copied from one another, and the passages that show it. */
export async function plagiarism(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const plan = planPlagiarism(inputs, values)
  checkDistinct([plan.report, plan.copies], inputs)
  checkOverwrite([plan.report, plan.copies], values)
  return inFolder(plan.folder, context.lifetime, () => run(plan, context))
}

async function run(plan: PlagiarismPlan, { lifetime, progress }: Context): Promise<Outcome> {
  const { stopWords } = plan.stopWords === undefined ? {} : readShingleRequest(plan.stopWords)
  if (plan.report.path !== STDOUT) checkFolder(plan.report.path)
  checkWritable(plan.copies.path)
  const temporary = makeTemporaryFolder(tmpdir())
  const removeTemporary = () => removeTemporaryFolder(temporary)
  const release = lifetime.onEnd(removeTemporary)
  try {
    progress.step('reading')
    let documents = 0
    const read = await readDocuments(plan.inputs, temporary, {
      ...plan.read,
      // Documents that are stored first are counted a second time when they are read.
      onRecords(records) {
        documents = Math.max(documents, records)
        progress.count('reading', documents, 'document')
      },
    })
    checkAnyRead(read.documents.length, read.skipped)
    // The files of globs and folders are known only now.
    checkDistinct([plan.report, plan.copies], read.files)
    const base = plan.base === undefined ? [] : (await readBase(plan, temporary)).documents
    const report = findCopies(read.documents, {
      base,
      onProgress: (stage, done, total) => progress.share(stage, done, total, 'pair'),
      ...(stopWords !== undefined && { stopWords }),
      ...(plan.score !== undefined && { threshold: plan.score }),
      ...(plan.long !== undefined && { passage: plan.long }),
      ...(plan.byChance !== undefined && { byChance: plan.byChance }),
    })
    progress.step('writing')
    const texts = new Map(read.documents.map(({ id, text }) => [id!, text]))
    await writeWhole(plan.report.path, reportPage(copyReport(report, (id) => texts.get(id)!, plan.title)))
    const written = [
      { kind: 'report', path: plan.report.path },
      await writeCopies(plan.copies, report, lifetime),
    ]
    return {
      report: plagiarismReport(plan, read, report, written),
      text: (printer) => summaryText(report, read, written, printer),
    }
  } finally {
    removeTemporary()
    release()
  }
}

/** Reads the base like the inputs, except for their ids. */
function readBase({ base, read }: PlagiarismPlan, temporary: string): Promise<ReadDocuments> {
  const { text, language } = read
  return readDocuments([base!], temporary, {
    ...(text !== undefined && { text }),
    ...(language !== undefined && { language }),
  })
}

/** JSON Lines keeps the type of an id; the other formats need text. */
const COLUMNS: readonly Column[] = [
  { name: 'a', type: 'json' },
  { name: 'b', type: 'json' },
  { name: 'score', type: 'number' },
  { name: 'limit', type: 'number' },
  { name: 'content', type: 'number' },
  { name: 'runs', type: 'number' },
  { name: 'jaccard', type: 'number' },
  { name: 'aInB', type: 'number' },
  { name: 'bInA', type: 'number' },
  { name: 'copiedA', type: 'number' },
  { name: 'copiedB', type: 'number' },
  { name: 'longest', type: 'integer' },
  { name: 'verbatim', type: 'integer' },
  { name: 'passages', type: 'json' },
]

/** Writes the pairs with their passages, by descending score. */
function writeCopies(output: Output, { copies }: CopyReport, lifetime: Lifetime): Promise<Written> {
  return writeTable(output, COLUMNS, lifetime, async (writer) => {
    for (const { containment, copied, shared: _, isCode: __, limit, ...rest } of copies) {
      const wait = writer.write({
        ...rest,
        limit: finiteOrNull(limit),
        ...containment,
        copiedA: copied.a,
        copiedB: copied.b,
      })
      if (wait !== undefined) await wait
    }
  })
}
