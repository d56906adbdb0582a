import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { configDefaults, defineConfig } from 'vitest/config'
import { isLong, isRest } from './test/depth.js'
import { ALL, LEFT_OUT, ONLY_LONG } from './test/left-out.js'
import { LongestFirst } from './test/sequencer.js'
import { SkippedReporter } from './test/skipped-reporter.js'

const source = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url))

/** Files that share a process, which takes a third less time: nothing that one leaves behind can disturb another. */
const SHARED = [
  'test/unit/{apps,audit,band,bench,cli,client,cluster,dedup,distance,engine,hash,join,kernel,model,parquet,plan}/**/*.test.ts',
  'test/unit/{read,report,sketch,store,text,verify,web,write}/**/*.test.ts',
  'test/{examples,golden,laws,node,properties}/**/*.test.ts',
]

/** Files that share a process in which the program, and Chromium, stay loaded. */
const PROGRAM = ['test/{browser,cli,data,package,python,server}/**/*.test.ts']

/** Files with a process of their own: they replace modules or globals, change the environment, or measure memory. */
const ALONE = [
  'test/{node,properties,server}/memory.test.ts',
  'test/unit/engine/browser/**/*.test.ts',
  'test/unit/engine/node/node-{collect-garbage,page-memory}.test.ts',
  'test/unit/engine/spark/{many-documents,node-spark-session}.test.ts',
  'test/unit/store/{compare-contents,content-keys}.test.ts',
]

const RESULTS: ['json', { outputFile: string }] = [
  'json',
  { outputFile: isRest ? 'out/test-results-rest.json' : 'out/test-results.json' },
]

/** Files of which a list has every test. */
const wholly = (tests: Readonly<Record<string, RegExp>>) =>
  Object.keys(tests).filter((file) => tests[file] === ALL)

const EXCLUDED = [
  ...configDefaults.exclude,
  ...(isLong ? [] : wholly(ONLY_LONG)),
  ...(isLong || isRest ? [] : wholly(LEFT_OUT)),
]

/** Patterns of files; where only tests are run that the short run leaves out, the files with any. */
function including(patterns: string[]): string[] {
  return isRest ? globSync(patterns).filter((file) => file in LEFT_OUT) : patterns
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^likewise$/, replacement: source('index.ts') },
      { find: /^likewise\/([\w-]+)$/, replacement: source('public/$1.ts') },
    ],
  },
  test: {
    // Only for what never ends: on a busy machine command lines wait for each other.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A busy machine takes its time; what is there at once is found at once.
    expect: { poll: { timeout: 30_000 } },
    // Which tests a short run leaves out.
    runner: './test/depth-runner.ts',
    // By itself one core is left free. One more than there are, because tests of Spark, Chromium and kills also wait.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: including(SHARED),
          exclude: [...EXCLUDED, ...ALONE],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'program',
          include: including(PROGRAM),
          exclude: [...EXCLUDED, ...ALONE],
          isolate: false,
          setupFiles: ['test/cli/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: including(['test/**/*.test.ts']),
          exclude: [...EXCLUDED, ...globSync([...SHARED, ...PROGRAM], { ignore: ALONE })],
        },
      },
    ],
    reporters: ['default', new SkippedReporter(), ...(process.env.CI ? [RESULTS] : [])],
  },
})
