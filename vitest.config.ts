import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^likewise$/, replacement: source('index.ts') },
      { find: /^likewise\/([\w-]+)$/, replacement: source('public/$1.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    // A busy machine takes its time; what is there at once is found at once.
    expect: { poll: { timeout: 30_000 } },
    // By itself one core is left free, which on two cores takes twice as long.
    maxWorkers: availableParallelism(),
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'out/test-results.json' }]] : ['default'],
  },
})
