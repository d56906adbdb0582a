import { keysWithCompany, lowsOf } from './band-keys.js'
import type { Block } from './blocks/block.js'
import { storeBlock } from './blocks/node-block-file.js'
import { visitBuckets } from './buckets.js'
import { CandidateBuilder } from './candidates.js'
import { readCrowds } from './crowds.js'
import { hasBit, setBit } from './shared.js'
import type { BandTask } from './tasks.js'

/** How many that follow a member of a crowd it is compared with, when they share the next band too. */
const NEIGHBOURS = 1
/** Members of a crowd that are ordered at once. */
const MOST_ORDERED = 2 ** 21

/** The pairs that share a bucket of this band, but of crowds only as many as tie them. */
export function runBandTask(task: BandTask): Block {
  const { crowdOf, sketched } = task
  const candidates = new CandidateBuilder()
  const add = (i: number, j: number) => candidates.add(i, j)
  const crowds = task.crowds === undefined ? [] : readCrowds(task.crowds)
  for (const members of crowds) addCrowdPairs(task, members, add)
  const taken = new Uint32Array(crowds.length === 0 ? 0 : (sketched.firsts.at(-1)! + 31) >>> 5)
  for (const members of crowds) for (const member of members) setBit(taken, member)
  const keys = keysWithCompany(task, crowds.length === 0 ? () => false : (member) => hasBit(taken, member))
  visitBuckets(keys, (members) => {
    for (let i = 0; i < members.length; i++) {
      const crowd = crowdOf.length === 0 ? 0 : crowdOf[members[i]!]!
      let companions = 0
      for (let j = i + 1; j < members.length; j++) {
        const together = crowd !== 0 && crowdOf[members[j]!] === crowd
        if (!together || companions++ === 0) add(members[i]!, members[j]!)
      }
    }
  })
  return storeBlock(task.place, candidates.segments())
}

/** The first against all that are still to be tied, and each of these against its neighbours in the order of the next band's keys, where these are equal. */
function addCrowdPairs(
  { sketched, band, bands, ledUntil }: BandTask,
  crowd: Uint32Array,
  add: (i: number, j: number) => void,
): void {
  const members = crowd.filter((member) => band <= ledUntil[member]!)
  // Two leaders a band made a third more pairs and tied nothing more.
  for (const member of members) if (member !== crowd[0]) add(crowd[0]!, member)
  const lows = lowsOf(sketched, (band + 1) % bands, members)
  for (let start = 0; start < members.length; start += MOST_ORDERED) {
    const part = lows.subarray(start, start + MOST_ORDERED)
    // A key and a place in one number: sorted natively, and below 2^53.
    const order = Float64Array.from(part, (low, place) => low * MOST_ORDERED + place).sort()
    for (let i = 0; i < order.length; i++) {
      const place = order[i]! % MOST_ORDERED
      for (let j = i + 1; j <= i + NEIGHBOURS && j < order.length; j++) {
        const next = order[j]! % MOST_ORDERED
        if (part[place] === part[next]) add(members[start + place]!, members[start + next]!)
      }
    }
  }
}
