import type { SparkOptions } from '../../engine/spark/spark-options.js'
import type { OptionName, OptionValues } from '../options/table.js'
import { UsageError } from '../usage-error.js'

/** Options that make sense only with Spark. */
const ONLY_SPARK = [
  'master',
  'spark-dir',
  'spark-conf',
  'spark-archives',
  'spark-log',
] as const satisfies OptionName[]

/** Options of the local engine, and of features that only it has. */
const NOT_SPARK = [
  'workers',
  'memory',
  'run-dir',
  'resume',
  'keep-pairs-from',
  'report',
  'decisions',
  'one-per-cluster',
  'keep-source',
] as const satisfies OptionName[]

/** How to reach Spark, if the search runs on it. */
export function sparkRequest(values: OptionValues): SparkOptions | undefined {
  if (values.engine !== 'spark') {
    const given = ONLY_SPARK.find((name) => values[name] !== undefined)
    if (given !== undefined) throw new UsageError(`--${given} requires Spark`, 'add --engine spark')
    return undefined
  }
  const other = NOT_SPARK.find((name) => values[name] !== undefined)
  if (other !== undefined)
    throw new UsageError(`--${other} has no effect on Spark`, 'leave it out, or use --engine node')
  const conf = values['spark-conf']?.map((setting): [string, string] => {
    const at = setting.indexOf('=')
    return [setting.slice(0, at), setting.slice(at + 1)]
  })
  return {
    ...(values.master !== undefined && { master: values.master }),
    ...(values['spark-dir'] !== undefined && { folder: values['spark-dir'] }),
    ...(conf !== undefined && { conf: Object.fromEntries(conf) }),
    ...(values['spark-archives'] !== undefined && { archives: values['spark-archives'] }),
    ...(values['spark-log'] !== undefined && { log: values['spark-log'] }),
  }
}
