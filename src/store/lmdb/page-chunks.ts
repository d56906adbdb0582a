// The postings of a page are in chunks that fit into one page of LMDB, each sorted by bytes. A chunk that grows too large is split by
// members, one chunk at a time (linear hashing), so that a posting is written and erased in one chunk, even if very many contents share a
// key. Keys are looked up in all chunks of a page; nearly every page has one.

/** Compares postings, or their first `length` bytes. */
function compare(one: Uint8Array, at: number, other: Uint8Array, from: number, length: number): number {
  for (let i = 0; i < length; i++) {
    const difference = one[at + i]! - other[from + i]!
    if (difference !== 0) return difference
  }
  return 0
}

/** The offset, from `start` on, of the first posting that is not below these bytes. */
export function lowerBound(
  chunk: Uint8Array,
  start: number,
  width: number,
  key: Uint8Array,
  from: number,
  length: number,
): number {
  let [low, high] = [0, (chunk.length - start) / width]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(chunk, start + middle * width, key, from, length) < 0) low = middle + 1
    else high = middle
  }
  return start + low * width
}

/** Whether the posting at this offset begins with these bytes. */
export function beginsWith(
  chunk: Uint8Array,
  at: number,
  key: Uint8Array,
  from: number,
  length: number,
): boolean {
  return at < chunk.length && compare(chunk, at, key, from, length) === 0
}

/** Sorts postings by bytes. A page has few new ones at a time, so insertion sort is used. */
export function sortEntries(entries: Uint8Array, width: number): Uint8Array {
  if (entries.length <= width) return entries
  if (entries.length > FEW * width) return sortMany(entries, width)
  const sorted = new Uint8Array(entries.length)
  for (let from = 0; from < entries.length; from += width) {
    let at = from
    while (at > 0 && compare(sorted, at - width, entries, from, width) > 0) at -= width
    sorted.copyWithin(at + width, at, from)
    for (let i = 0; i < width; i++) sorted[at + i] = entries[from + i]!
  }
  return sorted
}

const FEW = 64

function sortMany(entries: Uint8Array, width: number): Uint8Array {
  const order = Array.from({ length: entries.length / width }, (_, i) => i * width)
  order.sort((one, other) => compare(entries, one, entries, other, width))
  const sorted = new Uint8Array(entries.length)
  order.forEach((from, i) => {
    sorted.set(entries.subarray(from, from + width), i * width)
  })
  return sorted
}

/** Merges the postings of two sorted chunks. */
export function merge(chunk: Uint8Array, added: Uint8Array, width: number): Uint8Array {
  const merged = new Uint8Array(chunk.length + added.length)
  let [read, end] = [0, 0]
  for (let from = 0; from < added.length; from += width) {
    const at = lowerBound(chunk, read, width, added, from, width)
    merged.set(chunk.subarray(read, at), end)
    end += at - read
    read = at
    merged.set(added.subarray(from, from + width), end)
    end += width
  }
  merged.set(chunk.subarray(read), end)
  return merged
}

/** A chunk without this posting; the chunk itself if it does not have it. */
export function without(chunk: Uint8Array, entries: Uint8Array, from: number, width: number): Uint8Array {
  const at = lowerBound(chunk, 0, width, entries, from, width)
  if (!beginsWith(chunk, at, entries, from, width)) return chunk
  const rest = new Uint8Array(chunk.length - width)
  rest.set(chunk.subarray(0, at))
  rest.set(chunk.subarray(at + width), at)
  return rest
}

/** The chunk that a posting belongs to, by the first bytes of its member. */
export function chunkOf(entries: Uint8Array, member: number, chunks: number): number {
  if (chunks === 1) return 0
  const hash =
    (entries[member]! |
      (entries[member + 1]! << 8) |
      (entries[member + 2]! << 16) |
      (entries[member + 3]! << 24)) >>>
    0
  const half = halfOf(chunks)
  const number = hash & (2 * half - 1)
  return number < chunks ? number : number & (half - 1)
}

/** The largest power of two that does not exceed the number of chunks: chunk `chunks - half` is split next. */
export function halfOf(chunks: number): number {
  return 2 ** (31 - Math.clz32(chunks))
}

/** Separates the postings that belong to a chunk from the others, both in order. */
export function partition(
  entries: Uint8Array,
  width: number,
  isIn: (at: number) => boolean,
): [inside: Uint8Array, outside: Uint8Array] {
  const [inside, outside] = [new Uint8Array(entries.length), new Uint8Array(entries.length)]
  let [ins, outs] = [0, 0]
  for (let at = 0; at < entries.length; at += width) {
    const entry = entries.subarray(at, at + width)
    if (isIn(at)) {
      inside.set(entry, ins)
      ins += width
    } else {
      outside.set(entry, outs)
      outs += width
    }
  }
  return [inside.subarray(0, ins), outside.subarray(0, outs)]
}
