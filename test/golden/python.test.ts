import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { findPython, titled } from '../outside.js'

const python = findPython()

it.skipIf(python.path === undefined)(
  titled('a second implementation, in Python, also gives the golden vectors', python),
  () => {
    const script = fileURLToPath(new URL('check.py', import.meta.url))
    const { status, stdout, stderr } = spawnSync(python.path!, ['-B', script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/\b18 cases checked, 0 different\n$/)
    expect(status).toBe(0)
  },
)
