import { expect, it } from 'vitest'
import { packReport, unpackReport } from '../../../src/report/pack.js'
import { REPORT_VERSION, type ReportData } from '../../../src/report/report-data.js'

const DATA: ReportData = {
  version: REPORT_VERSION,
  command: 'dedup',
  title: 'naïve 東京 </script>',
  created: '2026-11-16T00:00:00.000Z',
  measure: 'similarity',
  threshold: 0.7,
  counts: { documents: 9, empty: 0, candidates: 3, pairs: 2, clusters: 1 },
  histogram: [1, 0, 1],
  documents: { ids: ['a', 'b', 'c'], files: ['x.jsonl'] },
  texts: [{ document: 1, text: 'ä\u0000' }],
  leftOut: { pairs: 0, clustersAreComplete: true, texts: 2 },
  pairs: { a: Uint32Array.of(0, 1), b: Uint32Array.of(1, 2), similarity: Float32Array.of(0.75, 1) },
  fileOf: Uint32Array.of(0, 0, 0),
  survivorOf: Uint32Array.of(0, 0, 0),
}

it('unpacks what was packed', () => {
  expect(unpackReport(packReport(DATA))).toEqual(DATA)
  const { survivorOf: _, ...found } = DATA
  expect(unpackReport(packReport(found))).toEqual(found)
})

it('refuses another version', () => {
  expect(() => unpackReport(packReport({ ...DATA, version: REPORT_VERSION + 1 }))).toThrow('version')
})
