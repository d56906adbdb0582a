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
  'test/unit/{apps,audit,band,bench,cli,cluster,dedup,distance,hash,join,kernel,model,plan}/**/*.test.ts',
  'test/unit/{read,report,sketch,text,verify,web,write}/**/*.test.ts',
  'test/unit/engine/*.test.ts',
  'test/unit/engine/stages/{bands,candidates,cluster,groups,identical,oversized,prefixes,read,threads,verify}/*.test.ts',
  'test/properties/{band,cluster,cluster-copies,distance,engine,join,join-sets,passages,removal,sketch,text}.test.ts',
  'test/{examples,golden,laws}/**/*.test.ts',
]

const CLI = 'test/cli/**/*.test.ts'

const RESULTS: ['json', { outputFile: string }] = [
  'json',
  { outputFile: isRest ? 'out/test-results-rest.json' : 'out/test-results.json' },
]

/** Files of which a short run has no test. */
const WITHOUT = Object.keys(LEFT_OUT).filter((file) => !isLong && !isRest && LEFT_OUT[file] === ALL)
const EXCLUDED = [...configDefaults.exclude, ...WITHOUT, ...(isLong ? [] : ONLY_LONG)]

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
    hookTimeout: 120_000,
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
        test: { name: 'shared', include: including(SHARED), exclude: EXCLUDED, isolate: false },
      },
      // These share a process in which the program stays loaded.
      {
        extends: true,
        test: {
          name: 'cli',
          include: including([CLI]),
          exclude: EXCLUDED,
          isolate: false,
          setupFiles: ['test/cli/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: including(['test/**/*.test.ts']),
          exclude: [...EXCLUDED, ...SHARED, CLI],
        },
      },
    ],
    reporters: ['default', new SkippedReporter(), ...(process.env.CI ? [RESULTS] : [])],
  },
})
