import { InvalidOption } from '../../model/errors.js'
import { COMPARES } from './command-lists.js'
import { option } from './option.js'
import { choice, word } from './values.js'

/** The engines of a search on the command line. */
const ENGINES = ['node', 'spark'] as const

/** Where a search runs. */
export const SPARK_OPTIONS = {
  engine: option({
    value: 'node|spark',
    choices: ENGINES,
    group: 'Spark',
    default: 'node',
    summary: 'Run on the cores of this machine, or on a Spark cluster',
    parse: choice('--engine', ENGINES),
    commands: COMPARES,
    forCommand: {
      explain: { summary: 'With spark, also show how much data a Spark cluster would shuffle' },
    },
  }),
  master: option({
    value: 'URL',
    group: 'Spark',
    default: 'local[*]',
    summary: 'With --engine spark, the master of the cluster: spark://HOST:PORT, yarn, k8s://URL or local[N]',
    parse: word('--master', 'the URL of a Spark master'),
    commands: COMPARES,
  }),
  'spark-dir': option({
    value: 'FOLDER',
    completes: 'folder',
    group: 'Spark',
    default: 'a temporary folder, which only executors on this machine can read',
    summary: 'With --engine spark, a folder for temporary files that this machine and all executors share',
    parse: word('--spark-dir', 'a folder'),
    commands: COMPARES,
  }),
  'spark-conf': option({
    value: 'NAME=VALUE',
    repeats: true,
    group: 'Spark',
    summary: 'With --engine spark, a Spark setting, such as spark.executor.memory=4g; may be repeated',
    parse: setting,
    commands: COMPARES,
  }),
  'spark-archives': option({
    value: 'LIST',
    group: 'Spark',
    summary: 'With --engine spark, archives to ship to the executors, in the syntax of spark-submit',
    parse: word('--spark-archives', 'archives'),
    commands: COMPARES,
  }),
  'spark-log': option({
    value: 'FILE',
    completes: 'file',
    group: 'Spark',
    summary: 'With --engine spark, write Spark’s own output to FILE',
    parse: word('--spark-log', 'a file'),
    commands: COMPARES,
  }),
} as const

function setting(text: string): readonly string[] {
  if (!/^[^=\s]+=/.test(text)) throw new InvalidOption('--spark-conf', text, 'NAME=VALUE')
  return [text]
}
