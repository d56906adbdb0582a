import { unpackReport } from '../../../src/report/pack.js'
import type { ReportData } from '../../../src/report/report-data.js'

/** The report embedded in this page; undefined if there is none. */
export async function loadReport(): Promise<ReportData | undefined> {
  const stored = document.getElementById('report')?.textContent
  return stored ? unpack(stored) : undefined
}

/** The report in another page, such as that of a job on the server. The page is parsed as text, never shown. */
export async function reportInPage(page: string): Promise<ReportData> {
  const stored = /<script type="application\/gzip" id="report">([^<]*)</.exec(page)?.[1]
  if (stored === undefined) throw new Error('the page contains no report')
  return unpack(stored)
}

async function unpack(stored: string): Promise<ReportData> {
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
