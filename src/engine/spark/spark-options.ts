/** Where Spark is, and how a search runs on it. */
export interface SparkOptions {
  /** The URL of the master: `local[*]`, `spark://host:7077`, `yarn`, `k8s://…`. Default: `local[*]`. */
  readonly master?: string
  /**
   * A folder that this machine and every executor can write, as a path or a URI such as `hdfs:///tmp`, for checkpoints and for documents
   * that a program passes in. Default: a temporary folder, which only executors on this machine can read.
   */
  readonly folder?: string
  /** Settings of Spark, such as `spark.executor.memory`. Default: those of `spark-defaults.conf`. */
  readonly conf?: Readonly<Record<string, string>>
  /** Archives for the executors, in the form of `spark-submit --archives`: `environment.tar.gz#environment`. */
  readonly archives?: string
  /** A file for what Spark prints. Default: only its last lines are kept, for error messages. */
  readonly log?: string
}

export const SPARK_OPTION_NAMES = [
  'master',
  'folder',
  'conf',
  'archives',
  'log',
] as const satisfies (keyof SparkOptions)[]

/** The master if none is named. */
export const DEFAULT_MASTER = 'local[*]'
