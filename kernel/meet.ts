// Which documents that share an element of their prefixes may be similar: the tests of src/engine/stages/prefixes/list-members.ts, which
// explains them, for similarities whose required overlap is a share of the total size.

/** A document of the list. src/kernel/wasm-members.ts has the same layout. */
@unmanaged
class Member {
  /** The element before the shared one; the shared one itself, if it is the first. */
  previous: u32
  size: u32
  /** The number of elements from the shared one on. */
  rest: u32
  isMarked: u32
  /** The difference bits. */
  bits0: u64
  bits1: u64
  bits2: u64
  bits3: u64
}

/**
 * Writes the numbers of the documents from `from` to before `to` that may reach the threshold together with document `one`, and returns
 * how many they are.
 *
 * @param element that all documents of the list share
 * @param share of the sizes of two documents, added up, that their overlap must have
 * @param maxTelling difference bits are not compared if similar documents may differ in more elements
 */
export function meetMembers(
  members: usize,
  element: u32,
  one: u32,
  from: u32,
  to: u32,
  skipsMarked: bool,
  share: f64,
  maxTelling: f64,
  found: usize,
): u32 {
  const own = changetype<Member>(members + one * offsetof<Member>())
  const size = own.size
  const rest = <f64>own.rest
  const previous = own.previous
  const isFirst = previous == element
  const end = members + to * offsetof<Member>()
  let number = from
  let out = found
  for (let at = members + from * offsetof<Member>(); at < end; at += offsetof<Member>(), number++) {
    const other = changetype<Member>(at)
    if (other.previous == previous && !isFirst) continue
    if (skipsMarked && other.isMarked != 0) continue
    const total = <f64>(size + other.size)
    const minOverlap = share * total
    if (rest < minOverlap || <f64>other.rest < minOverlap) continue
    const maxDifferent = total - 2 * minOverlap
    if (maxDifferent <= maxTelling && <f64>differences(own, other) > maxDifferent) continue
    store<u32>(out, number)
    out += 4
  }
  return <u32>((out - found) >> 2)
}

// @ts-ignore: decorator
@inline
function differences(one: Member, other: Member): u64 {
  return (
    popcnt(one.bits0 ^ other.bits0) +
    popcnt(one.bits1 ^ other.bits1) +
    popcnt(one.bits2 ^ other.bits2) +
    popcnt(one.bits3 ^ other.bits3)
  )
}
