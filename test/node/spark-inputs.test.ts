import { describe, expect, it } from 'vitest'
import { splitOptions } from '../../src/node/search-options.js'
import { formatOf, readerOptions } from '../../src/node/spark-inputs.js'
import { sidesOfUris } from '../../src/node/spark-uris.js'

describe('the format of inputs that Spark reads', () => {
  it.each([
    ['s3a://bucket/articles.parquet', 'parquet'],
    ['s3a://bucket/part.snappy.parquet/', 'parquet'],
    ['s3a://bucket/articles.json.gz', 'jsonl'],
    ['hdfs://host.example/ARTICLES.CSV', 'csv'],
    ['file:///articles.tsv', 'csv'],
    ['s3a://my.bucket', 'jsonl'],
    ['s3a://my.bucket/', 'jsonl'],
    ['s3a://bucket/crawl-2026.11', 'jsonl'],
    ['s3a://bucket/articles', 'jsonl'],
    ['s3a://bucket/part-00000.gz', 'jsonl'],
    ['s3a://bucket/*.gz', 'jsonl'],
    ['table:articles.csv', 'table'],
  ])('of %s is %s', (path, format) => {
    expect(formatOf(path, undefined)).toBe(format)
  })

  it('is the given one', () => {
    expect(formatOf('s3a://bucket/articles.txt', 'parquet')).toBe('parquet')
  })

  it('is not one that Spark cannot read', () => {
    const problem = /cannot read s3a:\/\/bucket\/articles\.txt as txt/
    expect(() => formatOf('s3a://bucket/articles.txt', undefined)).toThrow(problem)
    expect(() => formatOf('s3a://bucket/articles', 'html')).toThrow(/as html/)
  })
})

describe('several inputs', () => {
  const side = (...paths: string[]) => sidesOfUris(paths, splitOptions({}))[0]!

  it('have one format', () => {
    expect(side('s3a://b/a.json', 's3a://b/b.jsonl.gz').format).toBe('jsonl')
    expect(() => side('s3a://b/a.json', 's3a://b/b.parquet')).toThrow(/several formats/)
    expect(() => side('s3a://b/a.csv', 's3a://b/b.tsv')).toThrow(/several formats/)
    expect(side('s3a://b/a.csv', 's3a://b/b.csv').options).toEqual({})
  })
})

describe('options of Spark’s reader', () => {
  it('are those of the command for delimited text', () => {
    expect(readerOptions('s3a://b/a.csv', {})).toEqual({})
    expect(readerOptions('s3a://b/a.csv.gz', { delimiter: ';' })).toEqual({ sep: ';' })
    expect(readerOptions('s3a://b/a.tsv', { encoding: 'latin1' })).toEqual({
      sep: '\t',
      encoding: 'iso-8859-1',
    })
    expect(readerOptions('s3a://b/a', { format: 'tsv' })).toEqual({ sep: '\t' })
    expect(readerOptions('s3a://b/a.parquet', { delimiter: ';', encoding: 'utf-8' })).toEqual({})
  })

  it.each([
    [{ exclude: ['*.tmp'] }, 'a.jsonl', /exclude/],
    [{ header: false }, 'a.csv', /header/],
    [{ encoding: 'utf-16le' }, 'a.jsonl', /encoding/],
  ] as const)('%o is refused', (options, name, problem) => {
    expect(() => readerOptions(`s3a://b/${name}`, options)).toThrow(problem)
  })
})
