// Disks that are full or may not be written, in each stage: a clear error, nothing half under its name, and, once there is
// space, the same result.

import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { byDepth } from '../depth.js'
import { findMounting, titled } from '../outside.js'
import { asLines, ended, MAIN, prose, Workspace } from './likewise.js'

const mounting = findMounting()
const PAGE = 4096
const NO_SPACE = 'no space left on the disk'

const records = Array.from({ length: 1200 }, (_, i) => ({
  id: i,
  text: `${prose(i >> 2, 30)}${' x'.repeat(i % 3)}`,
}))

/** A workspace with a folder `disk`, on which a disk is put by `onDisk`. */
function workspaceWithDisk(): Workspace {
  const workspace = new Workspace()
  workspace.write('in.jsonl', asLines(records))
  mkdirSync(join(workspace.folder, 'disk'))
  return workspace
}

/** Puts a disk on the folder `disk` and runs lines of shell; in them, `likewise` is the command. */
function onDisk(workspace: Workspace, bytes: number, lines: readonly string[]) {
  const script = [
    'set -u',
    `likewise() { "${process.execPath}" "${MAIN}" "$@"; }`,
    `mount -t tmpfs -o size=${Math.max(PAGE, bytes)} none disk`,
    ...(bytes === 0 ? [`head -c ${PAGE} /dev/zero > disk/full`] : []),
    ...lines,
  ].join('\n')
  const [command, ...args] = mounting.path!.split(' ')
  return ended(
    spawn(command!, [...args, 'sh', '-c', script], {
      cwd: workspace.folder,
      env: { ...process.env, TMPDIR: workspace.temporary, NO_COLOR: '1' },
    }),
  )
}

const find = 'likewise find in.jsonl -q --workers 1 --threshold 0.9 --recall 0.8 --method bands'

describe.concurrent('a full disk', () => {
  it.skipIf(mounting.path === undefined)(
    titled(
      'under a run directory, in each stage: an error that names the file, and --resume continues',
      mounting,
    ),
    async () => {
      const workspace = workspaceWithDisk()
      const undisturbed = await workspace.run(
        `${find} --run-dir run --pairs p.jsonl --clusters c.jsonl`.split(' ').slice(1),
      )
      expect(undisturbed).toEqual({ code: 0, stdout: '', stderr: '' })
      const blocks = join(workspace.folder, 'run', 'blocks')
      const stages = ['sketch', 'candidates', 'sets', 'tiles', 'verified-1', 'copies']
      const bytesOf = (path: string) => PAGE * Math.ceil(statSync(path).size / PAGE)
      // Beside the lock.
      let before = PAGE + bytesOf(join(workspace.folder, 'run', 'run.json'))
      await Promise.all(
        stages.map((stage, i) => {
          const sizes = readdirSync(blocks)
            .filter((name) => name.startsWith(stage))
            .map((name) => bytesOf(join(blocks, name)))
          expect(sizes.length, stage).toBeGreaterThan(0)
          // Too little by half of what the stage makes: some of its blocks find room, but not all.
          const all = sizes.reduce((sum, size) => sum + size, 0)
          const room = before + PAGE * Math.floor(all / 2 / PAGE)
          before += all
          return i % byDepth({ short: 3, long: 1 }) === 0 ? failsAndGoesOn(workspace, stage, room) : undefined
        }),
      )
    },
  )

  it.skipIf(mounting.path === undefined)(
    titled('under each output: an error that names it, and no file of that name', mounting),
    async () => {
      const workspace = workspaceWithDisk()
      for (const [command, name] of [
        [`${find} --pairs disk/pairs.jsonl`, 'pairs.jsonl'],
        [`${find} --clusters disk/clusters.csv`, 'clusters.csv'],
        [`${find} --pairs disk/pairs.parquet`, 'pairs.parquet'],
        [`${find} --pairs disk/pairs.jsonl.gz`, 'pairs.jsonl.gz'],
        ['likewise dedup in.jsonl -q --out disk', 'in.kept.jsonl'],
        [
          'likewise dedup in.jsonl -q --kept /dev/null --removed disk/r.jsonl --manifest disk/m.json',
          'r.jsonl',
        ],
        ['likewise dedup in.jsonl -q --kept /dev/null --removed /dev/null --manifest disk/m.json', 'm.json'],
      ] as const) {
        const { code, stdout, stderr } = await onDisk(workspace, 0, [
          command,
          'code=$?',
          'ls -A disk',
          'exit $code',
        ])
        expect(stderr).toMatch(new RegExp(`^likewise: disk/${name}: ${NO_SPACE}; [^\\n]+\\n$`))
        expect([code, stdout, workspace.leftovers()]).toEqual([1, 'full\n', []])
      }
    },
  )

  it.skipIf(mounting.path === undefined)(
    titled('under temporary files, read or spilled: an error that names it', mounting),
    async () => {
      const workspace = workspaceWithDisk()
      workspace.write('in.jsonl.gz', gzipSync(asLines(records)))
      const end = ['code=$?', 'ls -A disk', 'exit $code']
      const read = await onDisk(workspace, 0, [
        'export TMPDIR="$PWD/disk"',
        'likewise find in.jsonl.gz -q --pairs p.jsonl',
        ...end,
      ])
      expect(read.stderr).toMatch(/^likewise: \S+disk\/\S+: no space is left for temporary files; [^\n]+\n$/)
      const spilled = await onDisk(workspace, 0, [
        'export TMPDIR="$PWD/disk"',
        `${find} --memory 146MB --pairs p.jsonl`,
        ...end,
      ])
      expect(spilled.stderr).toMatch(/^likewise: \S+disk\/\S+\.block: no space left on the disk; [^\n]+\n$/)
      for (const { code, stdout } of [read, spilled]) expect([code, stdout]).toEqual([1, 'full\n'])
      expect(workspace.names()).toEqual(['disk', 'in.jsonl', 'in.jsonl.gz'])
    },
  )

  it.skipIf(mounting.path === undefined)(
    titled('under a new index, while it is written: an error that names it, and nothing is left', mounting),
    async () => {
      const workspace = workspaceWithDisk()
      for (const bytes of [2 * PAGE, 2 ** 16, 2 ** 17, 2 ** 19]) {
        const { code, stdout, stderr } = await onDisk(workspace, bytes, [
          'likewise index build disk/index in.jsonl',
          'status=$?',
          'ls -A disk >&2',
          'exit $status',
        ])
        // LMDB may print a line of its own, without an end.
        expect(stderr).toMatch(/^(Write error: .*)?likewise: disk\/index: no space [^\n]+\n$/)
        expect([code, stdout]).toEqual([1, ''])
      }
    },
  )

  it.skipIf(mounting.path === undefined)(
    titled('under an index that is opened for the first time: an error that names it', mounting),
    async () => {
      const workspace = workspaceWithDisk()
      const built = await workspace.run(['index', 'build', 'index', 'in.jsonl', '--quiet'])
      expect(built).toEqual({ code: 0, stdout: '', stderr: '' })
      const file = join(workspace.folder, 'index', 'data-1.mdb')
      const lines = [
        'cp -r index disk',
        'likewise index query disk/index in.jsonl',
        'echo $?',
        'ls -A disk/index',
      ]
      const { stdout, stderr } = await onDisk(workspace, statSync(file).size, lines)
      expect(stderr).toMatch(/^likewise: disk\/index: no space [^\n]+\n$/)
      expect(stdout).toBe('1\ndata-1.mdb\n')
    },
  )
})

/** On a disk with so much room a run ends in a stage; with more, it continues. */
async function failsAndGoesOn(workspace: Workspace, stage: string, room: number): Promise<void> {
  const run = `${find} --run-dir disk/run --pairs ${stage}.p.jsonl --clusters ${stage}.c.jsonl`
  const { code, stdout, stderr } = await onDisk(workspace, room, [
    `${run}; echo $?`,
    'ls -A disk/run; ls -A disk/run/blocks | grep -v "[.]block$"',
    'mount -o remount,size=50m disk',
    `${run} --resume; exit $?`,
  ])
  expect(stderr).toMatch(
    new RegExp(`^likewise: disk/run/blocks/${stage}\\S*\\.block: ${NO_SPACE}; [^\\n]+\\n$`),
  )
  expect(stdout).toBe('1\nblocks\nrun.json\n')
  expect(code).toBe(0)
  for (const kind of ['p', 'c'])
    expect(workspace.read(`${stage}.${kind}.jsonl`)).toBe(workspace.read(`${kind}.jsonl`))
}

describe.concurrent('a read-only disk', () => {
  it.skipIf(mounting.path === undefined)(
    titled('under a run directory, outputs or temporary files: an error that names it', mounting),
    async () => {
      const workspace = workspaceWithDisk()
      const readOnly = 'mount -o remount,ro disk'
      const begun = await onDisk(workspace, 2 ** 20, [readOnly, `${find} --run-dir disk/run --pairs p.jsonl`])
      expect(begun.stderr).toMatch(/^likewise: disk\/run: [^\n]*read-only[^\n]*\n$/)
      const resumed = await onDisk(workspace, 2 ** 24, [
        `${find} --run-dir disk/run`,
        readOnly,
        `${find} --run-dir disk/run --resume --pairs p.jsonl`,
      ])
      expect(resumed.stderr).toMatch(/^likewise: disk\/run: [^\n]*read-only[^\n]*\n$/)
      const output = await onDisk(workspace, 2 ** 20, [readOnly, `${find} --pairs disk/p.jsonl`])
      expect(output.stderr).toMatch(/^likewise: disk\/p\.jsonl: [^\n]*read-only[^\n]*\n$/)
      const temporary = await onDisk(workspace, 2 ** 20, [
        readOnly,
        'export TMPDIR="$PWD/disk"',
        `${find} --pairs p.jsonl`,
      ])
      expect(temporary.stderr).toMatch(
        /^likewise: \S+disk: temporary files cannot be written there; [^\n]+\n$/,
      )
      for (const { code, stdout } of [begun, resumed, output, temporary])
        expect([code, stdout]).toEqual([1, ''])
      expect(workspace.names()).toEqual(['disk', 'in.jsonl'])
      expect(workspace.leftovers()).toEqual([])
    },
  )
})
