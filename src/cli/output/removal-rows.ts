import { nearlyWipedOut, type SourceRate } from '../../dedup/source-rates.js'
import { count, counted, percent } from '../../model/quantities.js'
import type { RunReport } from './report.js'
import { cell, cellWidth, row } from './rows.js'

const SOURCES_SHOWN = 20
const WARNINGS_SHOWN = 5

/** What is kept and removed, in total and by source. */
export function removalRows(report: RunReport): string[] {
  const { documents, kept, removed, addition, sources = [] } = report
  if (kept === undefined || removed === undefined) return []
  return [
    row('kept', counted(kept, 'document')),
    row(
      'removed',
      `${counted(removed, 'document')}${documents > 0 ? ` (${percent(removed / documents)})` : ''}`,
    ),
    ...(addition === undefined ? [] : [row('added', addedText(addition))]),
    ...sourceRows(sources),
  ]
}

function addedText({ added, replaced }: NonNullable<RunReport['addition']>): string {
  const text = `${counted(added, 'document')} to the index`
  return replaced === 0
    ? text
    : `${text}; ${count(replaced)} of them ${replaced === 1 ? 'replaces a document' : 'replace documents'} with the same id`
}

/** Sources with one document each, such as the files of a folder, share one row, because each is either kept or removed. */
function sourceRows(sources: readonly SourceRate[]): string[] {
  const several = sources.filter(({ documents }) => documents > 1)
  if (sources.length < 2 || several.length === 0) return []
  const shown = several.slice(0, SOURCES_SHOWN)
  const [single, more] = [sources.length - several.length, several.length - shown.length]
  const rows = [
    ...shown,
    ...(single === 0
      ? []
      : [
          {
            source: `${counted(single, 'source')} with one document${single > 1 ? ' each' : ''}`,
            documents: single,
            removed: sources.reduce((sum, rate) => sum + (rate.documents > 1 ? 0 : rate.removed), 0),
          },
        ]),
  ]
  const width = Math.min(40, Math.max(...rows.map(({ source }) => cellWidth(source))))
  const lines = rows.map(
    ({ source, documents, removed }) =>
      `    ${cell(source, width)}  ${percent(removed / documents).padStart(7)}  ${count(removed)} of ${count(documents)}\n`,
  )
  return ['  by source\n', ...lines, ...(more > 0 ? [`    and ${counted(more, 'source')} more\n`] : [])]
}

/** Sources of which nearly everything is removed, which suggests a mistake. */
export function removalWarnings(sources: readonly SourceRate[]): string[] {
  const hit = nearlyWipedOut(sources)
  const shown = hit.slice(0, WARNINGS_SHOWN)
  const texts = shown.map(
    ({ source, documents, removed }) =>
      `${source} loses ${count(removed)} of ${counted(documents, 'document')} (${percent(removed / documents)}); check the removed documents before you continue`,
  )
  const more = hit.length - shown.length
  return more === 0 ? texts : [...texts, `the same is true of ${counted(more, 'other source')}`]
}
