/// <reference lib="esnext.disposable" preserve="true" />
import type { Engine, EngineRequest } from '../engine/engine.js'
import type { SparkOptions } from '../engine/spark/spark-options.js'
import type { DocumentSource, ReadOptions } from './document-source.js'
import { explain } from './explain.js'
import { isReadBySpark } from './spark-inputs.js'
import { openSpark } from './spark-search.js'

/** Where Spark is, how searches run on it, and how documents are read. */
export type SparkEngineOptions = SparkOptions & Omit<ReadOptions, 'onError'>

/** The engine on Apache Spark. Close it: until then its application holds executors. */
export interface SparkEngine extends Engine<DocumentSource>, AsyncDisposable {
  close(): Promise<void>
}

/**
 * The engine on a Spark cluster, as one of the implementations of the contract. The plan is made on this machine from a sample;
 * Spark sketches, compares and verifies; lists and clusters are made here from the verified pairs. The result is that of every
 * engine, whatever the partitions. Needs Java and Spark 3.5 to 4.3 on this machine, and Python with numpy, pandas, pyarrow and wasmtime
 * on all. One application serves all searches; it starts with the first.
 *
 * @example
 * await using engine = sparkEngine({ master: 'spark://127.0.0.1:7077' })
 * await using found = await engine.find('news/*.jsonl', { threshold: 0.8 })
 */
export function sparkEngine(options: SparkEngineOptions = {}): SparkEngine {
  const { master: _, folder: __, conf: ___, archives: ____, log: _____, ...reading } = options
  const searches = openSpark(options)
  return {
    name: 'spark',
    plan: async (source, request: EngineRequest<DocumentSource> = {}, control = {}) =>
      isReadBySpark(source)
        ? (await searches.plan(source, request, control)).explained
        : explain(source, { ...reading, ...request, ...control }),
    find: (source, request, control) => searches.find(source, request, control, { onlyTexts: true }),
    close: () => searches.close(),
    [Symbol.asyncDispose]: () => searches.close(),
  }
}
