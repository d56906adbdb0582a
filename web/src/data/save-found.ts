import type { FoundInWorker } from '../../../src/browser/browser-engine.js'
import { packReport } from '../../../src/report/pack.js'
import type { ReportData } from '../../../src/report/report-data.js'
import { downloadBlob } from './download.js'

/** The number of characters of a file to produce at a time. */
const PIECE = 2 ** 20

/** Downloads the pairs in the format of `find --pairs`. */
export async function savePairs(found: FoundInWorker): Promise<void> {
  downloadBlob('pairs.jsonl', await jsonLines(found.pairs()))
}

/** Downloads the clusters in the format of `find --clusters`. */
export async function saveClusters(found: FoundInWorker): Promise<void> {
  async function* rows() {
    let cluster = 0
    for await (const { members, pairs, minSimilarity, meanSimilarity } of found.clusters()) {
      yield { cluster: cluster++, members, size: members.length, pairs, minSimilarity, meanSimilarity }
    }
  }
  downloadBlob('clusters.jsonl', await jsonLines(rows()))
}

/** Downloads this page with the results, but without the engine: a single file that needs no other. */
export async function saveReport(data: ReportData): Promise<void> {
  const page = document.documentElement.cloneNode(true) as HTMLElement
  page.querySelector('#engine')?.remove()
  const app = page.querySelector('#app')!
  app.replaceChildren()
  const report = document.createElement('script')
  report.type = 'application/gzip'
  report.id = 'report'
  report.textContent = await toBase64(packReport(data))
  app.after(report)
  downloadBlob('report.html', new Blob(['<!doctype html>\n', page.outerHTML], { type: 'text/html' }))
}

async function jsonLines(items: AsyncIterable<object>): Promise<Blob> {
  const parts: Blob[] = []
  let text = ''
  const flush = () => {
    parts.push(new Blob([text]))
    text = ''
  }
  for await (const item of items) {
    text += `${JSON.stringify(item)}\n`
    if (text.length > PIECE) flush()
  }
  flush()
  return new Blob(parts, { type: 'application/x-ndjson' })
}

async function toBase64(bytes: Uint8Array): Promise<string> {
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('gzip'))
  const blob = await new Response(packed).blob()
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
  return url.slice(url.indexOf(',') + 1)
}
