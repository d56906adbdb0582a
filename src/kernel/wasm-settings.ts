// What the kernel in WebAssembly is told before it reads: its settings, and the tables that do not change.

import { deriveSeed } from '../hash/mix.js'
import { tokenHash } from '../hash/shingle-hash.js'
import type { CheckedShingleOptions } from '../text/shingle-options.js'
import type { KernelOptions } from './kernel.js'
import { type KernelLayout, maxRecords } from './layout.js'
import { sketchSeeds } from './sketch-seeds.js'

/** The index of the setting with the number of loaded entries of the Unicode table. */
export const UNICODE_KNOWN = 28
/** The index of the setting with the location of the signatures, followed by those of ignored shingles, their mask, and the ids. */
const SIGNATURES = 29

/** What the settings say. */
interface KernelSettings {
  readonly options: KernelOptions
  readonly shingle: CheckedShingleOptions
  /** The table of shingles that do not count; empty if all count. */
  readonly ignored: Uint32Array
  /** The size of the inputs for which memory is laid out. */
  readonly bytes: number
  /** The lengths of the names of the fields. */
  readonly nameBytes: { readonly text: number; readonly id: number }
}

/** Writes the settings, seeds, hashes of characters and ignored shingles to where the layout has them. */
export function writeSettings(
  words: Uint32Array,
  layout: KernelLayout,
  { options, shingle, ignored, bytes, nameBytes }: KernelSettings,
): void {
  const { bands, keepSets = false, keepSignatures = false, keepIds = false } = options
  for (let code = 0; code < 128; code++) {
    words[(layout.asciiHashes >> 2) + code] = tokenHash(String.fromCharCode(code))
  }
  if (bands !== undefined) writeSeeds(words, layout, bands)
  words.set(
    [
      kindNumber(shingle),
      shingle.k,
      sketchNumber(bands),
      bands?.scheme.slots ?? 0,
      bands?.bands ?? 0,
      bands?.rows ?? 0,
      keepSets ? 1 : 0,
      layout.textName,
      nameBytes.text,
      layout.idName,
      nameBytes.id,
      layout.unicodeTable,
      layout.compositionPairs,
      layout.asciiHashes,
      layout.sketchSeeds,
      layout.bandSeeds,
      layout.text,
      layout.lower,
      layout.tokens,
      layout.shingles,
      layout.signature,
      layout.best,
      layout.counters,
      layout.columns,
      maxRecords(bytes),
      layout.keys,
      layout.sets,
      bytes,
    ],
    layout.settings >> 2,
  )
  words.set(ignored, layout.ignored >> 2)
  const ignoredTable = ignored.length === 0 ? [0, 0] : [layout.ignored, ignored.length - 1]
  words.set(
    [keepSignatures ? layout.signatures : 0, ...ignoredTable, keepIds ? layout.ids : 0],
    (layout.settings >> 2) + SIGNATURES,
  )
}

function writeSeeds(
  words: Uint32Array,
  layout: KernelLayout,
  { scheme, bands }: NonNullable<KernelOptions['bands']>,
): void {
  words.set(sketchSeeds(scheme), layout.sketchSeeds >> 2)
  for (let band = 0; band < bands; band++) {
    words[(layout.bandSeeds >> 2) + 2 * band] = deriveSeed(band, 0)
    words[(layout.bandSeeds >> 2) + 2 * band + 1] = deriveSeed(band, 1)
  }
}

/** The kernel splits plain lower-cased text into words and characters; JavaScript does everything else. */
function kindNumber({ kind, bag, segment, normalize }: CheckedShingleOptions): number {
  const { nfkc, case: letterCase, punctuation, whitespace } = normalize
  const plain = !bag && segment === 'bigrams' && !nfkc && letterCase === 'fold' && punctuation === 'keep'
  if (plain && kind === 'words') return 0
  return plain && kind === 'chars' && whitespace === 'collapse' ? 1 : 2
}

function sketchNumber(bands: KernelOptions['bands']): number {
  if (bands === undefined) return 2
  return bands.scheme.sketch === 'minhash' ? 1 : 0
}
