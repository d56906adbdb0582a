import { unpackReport } from '../../../src/report/pack.js'
import type { ReportData } from '../../../src/report/report-data.js'

/** The report that this page was written with; undefined on a page without one. */
export async function loadReport(): Promise<ReportData | undefined> {
  const stored = document.getElementById('report')?.textContent
  if (!stored) return undefined
  const packed = new Blob([fromBase64(stored)])
  const unpacked = packed.stream().pipeThrough(new DecompressionStream('gzip'))
  return unpackReport(new Uint8Array(await new Response(unpacked).arrayBuffer()))
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
