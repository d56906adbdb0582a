import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
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

const RESULTS: ['json', { outputFile: string }] = ['json', { outputFile: 'out/test-results.json' }]

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
    // By itself one core is left free. One more than there are, because tests of Spark, Chromium and kills also wait.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, isolate: false } },
      // These share a process in which the program stays loaded.
      {
        extends: true,
        test: { name: 'cli', include: [CLI], isolate: false, setupFiles: ['test/cli/setup.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...SHARED, CLI],
        },
      },
    ],
    reporters: ['default', new SkippedReporter(), ...(process.env.CI ? [RESULTS] : [])],
  },
})
