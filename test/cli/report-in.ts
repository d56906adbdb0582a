import { gunzipSync } from 'node:zlib'
import { unpackReport } from '../../src/report/pack.js'
import type { ReportData } from '../../src/report/report-data.js'

/** The data of a page that --report wrote. */
export function reportIn(page: string): ReportData {
  const [, packed] = /<script type="application\/gzip" id="report">([^<]*)</.exec(page)!
  return unpackReport(Uint8Array.from(gunzipSync(Buffer.from(packed!, 'base64'))))
}
