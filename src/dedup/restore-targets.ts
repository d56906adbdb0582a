/// <reference types="node" />
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { InvalidArtifact, InvalidOption } from '../model/errors.js'
import { STDOUT } from '../write/node-output.js'
import type { Manifest } from './manifest.js'

/** Where to restore files. */
export interface RestoreRequest {
  /** The folder to restore to. Default: that of the manifest. */
  readonly out?: string | undefined
  /** The path for the one file, or the folder, that was deduplicated; `-`: stdout. */
  readonly output?: string | undefined
}

/** Where files are restored. */
interface RestoreTargets {
  /** The folder that contains all of them; undefined if one file or stdout is named. */
  readonly folder: string | undefined
  /** The files of each input. */
  readonly targets: readonly (readonly string[])[]
  /** Empty folders to create. */
  readonly emptyFolders: readonly string[]
}

/**
 * Chooses where each file is restored: below --out or the folder of the manifest, or at --output, which names the one file, or the
 * folder, that was deduplicated.
 *
 * @param originals the paths of the text and HTML files, in order
 */
export function restoreTargets(
  manifestPath: string,
  manifest: Manifest,
  originals: readonly string[],
  { out, output }: RestoreRequest,
): RestoreTargets {
  const paths = pathsOf(manifest, originals)
  const { emptyFolders = [] } = manifest
  if (output === undefined) {
    const folder = out ?? dirname(manifestPath)
    return {
      folder,
      targets: below(folder, paths, manifestPath),
      emptyFolders: emptyFolders.map((path) => inside(folder, path, manifestPath)),
    }
  }
  const { folder } = manifest
  if (folder === undefined) {
    if (paths.flat().length === 1)
      return { folder: undefined, targets: paths.map((list) => list.map(() => output)), emptyFolders: [] }
    throw new InvalidOption(
      'output',
      output,
      `a folder (out) for the ${paths.flat().length} files of the manifest`,
    )
  }
  if (output === STDOUT)
    throw new InvalidOption(
      'output',
      output,
      'a folder, because the manifest restores a folder, which cannot be written to stdout',
    )
  const withoutFolder = (path: string) => path.slice(folder.length + 1)
  const files = paths.map((list) => list.map(withoutFolder))
  return {
    folder: output,
    targets: below(output, files, manifestPath),
    emptyFolders: emptyFolders.map((path) => inside(output, withoutFolder(path), manifestPath)),
  }
}

/** Records that cannot be restored in the format of their file become JSON Lines, under a name that no other file has. */
function pathsOf(manifest: Manifest, originals: readonly string[]): string[][] {
  const paths = plainPathsOf(manifest, originals)
  const uses = new Map<string, number>()
  for (const path of paths.flat()) uses.set(path, (uses.get(path) ?? 0) + 1)
  return paths.map((list, i) => {
    const { name, path = name, restores } = manifest.inputs[i]!
    return restores === 'records' && list.some((one) => uses.get(one)! > 1) ? [`${path}.jsonl`] : list
  })
}

function plainPathsOf({ inputs }: Manifest, originals: readonly string[]): string[][] {
  let next = 0
  return inputs.map(({ name, path = name, files, restores, rowGroups, delimited, json }) => {
    if (files !== undefined) {
      next += files
      return originals.slice(next - files, next)
    }
    if (restores === 'file') return [path]
    if (rowGroups !== undefined) return [/\.parquet$/i.test(path) ? path : `${path}.parquet`]
    const format = endingOf(delimited?.format) ?? (json === undefined ? 'jsonl' : 'json')
    if (restores === 'content') return [unpackedName(path, format)]
    return [`${path.replace(/(?<=[^/])(\.[^./]+)(\.(gz|zst))?$/i, '')}.jsonl`]
  })
}

function endingOf(format: 'csv' | 'tsv' | 'lines' | undefined): string | undefined {
  return format === 'lines' ? 'txt' : format
}

/** The name for a text that was compressed or had none. */
function unpackedName(path: string, format: string): string {
  const unpacked = path.replace(/(?<=[^/])\.(gz|zst)$/i, '')
  return /[^/]\.[^./]+$/.test(unpacked) ? unpacked : `${unpacked}.${format}`
}

function below(folder: string, paths: readonly (readonly string[])[], manifestPath: string): string[][] {
  return paths.map((list) => list.map((path) => inside(folder, path, manifestPath)))
}

/** A path below a folder; rejects one that leads out of it. */
function inside(folder: string, path: string, manifestPath: string): string {
  const target = join(folder, path)
  const way = relative(folder, target)
  if (isAbsolute(path) || way === '' || way === '..' || way.startsWith(`..${sep}`)) {
    throw new InvalidArtifact(
      'likewise-manifest',
      `the path ${JSON.stringify(path)} points outside the folder`,
      'use the manifest exactly as dedup or decontaminate wrote it',
      manifestPath,
    )
  }
  return target
}
