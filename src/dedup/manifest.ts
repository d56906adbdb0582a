/// <reference types="node" />
import { InvalidArtifact } from '../model/errors.js'
import type { Plan } from '../model/plan.js'
import type { DelimitedLayout } from '../read/delimited-layout.js'
import { readText } from '../read/node-read-text.js'
import type { TextStorage } from '../read/text-recoder.js'

const FORMAT = 'likewise-manifest'
const VERSION = 2
/** The format of dedup on Spark. */
export const SPARK_FORMAT = 'likewise-spark-manifest'

/** What restore needs to rebuild the inputs, and what was removed from them, by dedup or by decontaminate. */
export interface Manifest {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  readonly inputs: readonly ManifestInput[]
  /** Relative to the folder of the manifest; null: it was printed. */
  readonly kept: ManifestFile
  readonly removed: ManifestFile
  /** Documents without what was found in them, written by decontaminate. */
  readonly edited?: Pick<ManifestFile, 'path'>
  /** The file with what is stored of text and HTML files, if there are any; relative to the folder of the manifest. */
  readonly originals?: string
  /** The folder that was deduplicated, if the input was one: the first part of all paths. */
  readonly folder?: string
  /** Empty folders of the inputs, relative to the folder of the restored files; missing if there are none. */
  readonly emptyFolders?: readonly string[]
  readonly textFields: readonly string[]
  readonly idField: string | null
  readonly survivor: unknown
  /** Whether only one document of each cluster was kept. */
  readonly onePerCluster: boolean
  readonly plan: Plan
}

interface ManifestFile {
  readonly path: string | null
  readonly documents: number
}

/** One input: its positions start at `first`, in its own order. */
export interface ManifestInput {
  readonly name: string
  /** Where it is restored, relative to the folder of the restored files; missing for text and HTML files. */
  readonly path?: string
  /** The number of text and HTML files it consists of, each a document with a line in the originals; missing if there are none. */
  readonly files?: number
  /** How much of it is restored, and covered by the checksum. */
  readonly restores: Restores
  /** How its text was stored, if not in UTF-8 without a byte order mark; the gaps and the records are in UTF-8. */
  readonly storage?: TextStorage
  /** For a JSON array, or concatenated objects: how its records are laid out. */
  readonly json?: CopiedJson
  /** For Parquet that was written as Parquet: the number of rows in each row group. */
  readonly rowGroups?: readonly number[]
  /** For delimited text whose rows were copied as written: how to read them again. */
  readonly delimited?: CopiedText
  readonly bytes: number
  readonly sha256: string
  /** The position of its first record, and the number of records, including bad ones. */
  readonly first: number
  readonly records: number
  /** The positions of skipped bad records; their bytes are in the gaps. */
  readonly skipped: readonly number[]
  /**
   * The bytes, in base64, between a record and the previous one, by position. Listed only if they are not a newline, or the line end of
   * the delimited text, or what is between the elements of JSON (nothing, before the first record). The position after the last record
   * stands for the end of the file.
   */
  readonly gaps: readonly (readonly [position: number, base64: string])[]
}

/**
 * How much of an input is restored: the file, byte for byte; the content of a compressed file or of stdin, byte for byte; the values of
 * Parquet; or the records, as JSON Lines.
 */
export type Restores = 'file' | 'content' | 'values' | 'records'

/** JSON text whose records were put on one line each. */
export interface CopiedJson {
  /** What is between most records, in base64. */
  readonly between: string
  /** The positions of line breaks inside records. */
  readonly breaks: string
}

/** Delimited text whose rows were copied. Its line ends, header, blank lines and bad rows are in the gaps. */
export interface CopiedText extends DelimitedLayout {
  /** `lines`: one document per line; a removed one is the last field of a row. */
  readonly format: 'csv' | 'tsv' | 'lines'
  /** The most common line end. */
  readonly lineEnd: string
}

export function makeManifest(content: Omit<Manifest, 'format' | 'version'>): Manifest {
  return { format: FORMAT, version: VERSION, ...content }
}

/** Reads a manifest, or throws an `InvalidArtifact`. */
export function readManifest(path: string): Manifest {
  const text = readText(path)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw otherFile(path, 'it is not JSON')
  }
  const { format, version } = (value ?? {}) as Partial<Record<keyof Manifest, unknown>>
  if (format === SPARK_FORMAT) {
    throw new InvalidArtifact(
      FORMAT,
      'it is a manifest of dedup on Spark, which does not store what restore needs',
      'use the inputs, which dedup never changes',
      path,
    )
  }
  if (format !== FORMAT) throw otherFile(path, 'it is not a manifest of removed documents')
  if (version !== VERSION) {
    throw new InvalidArtifact(
      FORMAT,
      `manifest version ${version} was written by another version of Likewise; this one reads version ${VERSION}`,
      'restore with the version of Likewise that wrote it, or run the command that wrote it again',
      path,
    )
  }
  if (!isManifest(value)) {
    throw new InvalidArtifact(
      FORMAT,
      'a part is missing',
      'use the manifest exactly as dedup or decontaminate wrote it',
      path,
    )
  }
  return value
}

function otherFile(path: string, problem: string): InvalidArtifact {
  return new InvalidArtifact(
    FORMAT,
    problem,
    'use a manifest that dedup or decontaminate wrote (….manifest.json)',
    path,
  )
}

function isManifest(value: unknown): value is Manifest {
  const { inputs, kept, removed, emptyFolders = [] } = value as Partial<Manifest>
  return (
    Array.isArray(emptyFolders) &&
    emptyFolders.every((path: unknown) => typeof path === 'string') &&
    Array.isArray(inputs) &&
    inputs.every(
      (input: Partial<ManifestInput>) =>
        typeof input?.name === 'string' &&
        typeof input.sha256 === 'string' &&
        Number.isInteger(input.first) &&
        Number.isInteger(input.records) &&
        Array.isArray(input.skipped) &&
        Array.isArray(input.gaps),
    ) &&
    kept?.path !== undefined &&
    removed?.path !== undefined
  )
}
