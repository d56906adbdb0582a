// Outside parts that some tests need. A test whose part is missing is skipped with the reason; .ci/run installs all of
// them and lets no skip pass.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A part by its place, or the reason why a test that needs it is skipped. */
export type Outside = { readonly path: string } | { readonly path: undefined; readonly reason: string }

export function findChromium(): Outside {
  return findCommand(
    ['chromium', 'chromium-browser', 'google-chrome'],
    'Chromium is not installed (Debian: chromium)',
  )
}

export function findPython(): Outside {
  return findCommand(['python3'], 'Python 3 is not installed (Debian: python3)')
}

export function findRedis(): Outside {
  return findCommand(['redis-server'], 'Redis is not installed (Debian: redis-server)')
}

export function findSqlite(): Outside {
  return findCommand(['sqlite3'], 'SQLite is not installed (Debian: sqlite3)')
}

/** The folder with pyarrow, for PYTHONPATH; empty if Python has it without. */
export function findPyarrow(): Outside {
  return findPythonModule('pyarrow.parquet', 'pyarrow')
}

/** The folder with DuckDB, for PYTHONPATH; empty if Python has it without. */
export function findDuckdb(): Outside {
  return findPythonModule('duckdb', 'duckdb')
}

function findPythonModule(module: string, name: string): Outside {
  const installed = fileURLToPath(new URL('../out/python', import.meta.url))
  for (const path of [installed, '']) {
    const { status } = spawnSync('python3', ['-c', `import ${module}`], {
      env: { ...process.env, PYTHONPATH: path },
    })
    if (status === 0) return { path }
  }
  return {
    path: undefined,
    reason: `${name} is not installed (pip install --target out/python -r python/tests/requirements.txt)`,
  }
}

/** The folder of real data next to the checkout. */
export function findSharedData(): Outside {
  const path = fileURLToPath(new URL('../../shared/data/', import.meta.url))
  return existsSync(path) ? { path } : { path: undefined, reason: '../shared/data is not here' }
}

/** A shell whose mounts nobody else sees, and which go with it: for small and read-only disks. */
export function findMounting(): Outside {
  const probe = 'mount -t tmpfs -o size=64k none /mnt && umount /mnt'
  for (const unshare of ['unshare --mount', 'unshare --map-root-user --mount']) {
    const { status } = spawnSync('sh', ['-c', `${unshare} sh -c '${probe}'`])
    if (status === 0) return { path: unshare }
  }
  return { path: undefined, reason: 'this user may not mount a disk (root, or user namespaces)' }
}

function findCommand(names: readonly string[], reason: string): Outside {
  for (const name of names) {
    const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (status === 0) return { path: stdout.trim() }
  }
  return { path: undefined, reason }
}

/** The title of a test that may be skipped: it says why. */
export function titled(title: string, part: Outside): string {
  return part.path === undefined ? `${title} (skipped: ${part.reason})` : title
}
