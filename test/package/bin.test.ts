import { accessSync, constants, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url)

it('what is built as the command can be run, however often it was built', () => {
  const { bin } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
    bin: Record<string, string>
  }
  for (const file of Object.values(bin)) {
    const built = new URL(file, ROOT)
    expect(readFileSync(built, 'utf8')).toMatch(/^#!\/usr\/bin\/env node/)
    accessSync(built, constants.X_OK)
  }
})
