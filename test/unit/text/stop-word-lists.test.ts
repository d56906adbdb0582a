import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { STOP_WORD_LISTS } from '../../../src/text/stop-word-lists.js'
import { words } from '../../../src/text/tokens.js'
import { makeStopWordLists } from '../../../tools/make-stop-word-lists.js'

describe('the lists of stop words', () => {
  it('are what tools/make-stop-word-lists.js makes', () => {
    for (const [name, source] of Object.entries(makeStopWordLists())) {
      const file = new URL(`../../../src/text/${name}`, import.meta.url)
      expect(readFileSync(file, 'utf8')).toBe(source)
    }
  })

  it('hold lower-cased single words, each once', () => {
    for (const list of Object.values(STOP_WORD_LISTS)) {
      const entries = list.split(' ')
      expect(new Set(entries).size).toBe(entries.length)
      for (const entry of entries) {
        if (entry !== entry.toLowerCase() || words(entry).join('|') !== entry) expect.fail(`"${entry}"`)
      }
    }
  })
})
