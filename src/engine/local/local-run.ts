import { firstOfEach } from '../../join/identical.js'
import type { KernelOptions } from '../../kernel/kernel.js'
import type { BadRecord } from '../../model/errors.js'
import { type PairBatch, PairBuilder } from '../../model/pair.js'
import type { Plan } from '../../model/plan.js'
import type { Source } from '../../read/source.js'
import { findRepeatedIds, namePlaces, type Problem } from './bad-records.js'
import { type CandidateList, mergeCandidates } from './candidates.js'
import { clusterDocuments } from './cluster-documents.js'
import { type CrowdSample, estimateUnlisted, joinCrowds, sampleCrowds } from './crowds.js'
import { type Documents, joinUnits, sharedNumbers, sharedWords } from './documents.js'
import { exactCandidates } from './exact-candidates.js'
import { expandCopies } from './expand-copies.js'
import type { LocalOptions, LocalResult, Progress } from './local-engine.js'
import type { Pool } from './node-pool.js'
import type { Sets, SetsTask, SketchedUnit, VerifyTask } from './tasks.js'
import { cutUnits, type Unit } from './units.js'

const VERIFY_BATCH = 32_768

/** One run: stages one after the other, each spread over the pool. */
export class LocalRun {
  readonly #source: Source
  readonly #plan: Plan
  readonly #options: LocalOptions
  readonly #pool: Pool
  readonly #units: readonly Unit[]
  #documentsRead = 0
  #slowWay = 0

  constructor(source: Source, plan: Plan, options: LocalOptions, pool: Pool) {
    this.#source = source
    this.#plan = plan
    this.#options = options
    this.#pool = pool
    this.#units = cutUnits(source)
  }

  async run(): Promise<Omit<LocalResult, 'plan' | 'recall'>> {
    const { documents, problems } = await this.#sketch()
    problems.push(
      ...findRepeatedIds(this.#source, documents, new Set(problems.map(({ position }) => position))),
    )
    const skipped = this.#judge(documents, problems)
    const bad = new Set(problems.map(({ position }) => position))
    const { distinct, copies, identical, empty } = collapse(documents, bad)

    const { list, crowdOf, sample } = await this.#candidates(documents, distinct)
    const exact = this.#plan.method === 'exact'
    const sets = await this.#makeSets(documents, exact ? [distinct] : [list.a, list.b, sample.a, sample.b])
    const candidates = exact ? exactCandidates(distinct, sets, this.#plan.threshold) : list
    const distinctPairs = await this.#verify(candidates, sets)
    const { count: trueInSample } = await this.#verify(sample, sets)
    const unlisted = estimateUnlisted(sample, trueInSample, distinctPairs, documents, crowdOf)

    this.#report('cluster', 0, distinctPairs.count)
    const clusters = clusterDocuments(this.#options.clusters ?? 'components', distinctPairs, copies, sets)
    const { pairs, omitted } = expandCopies(distinctPairs, copies)
    return {
      documents: documents.count - skipped.length,
      empty,
      identical,
      candidates: candidates.a.length,
      slowWay: this.#slowWay,
      pairs,
      pairsOmitted: omitted + unlisted,
      clusters,
      skipped: [...this.#source.skipped, ...skipped],
      places: {
        count: documents.count,
        file: documents.file,
        start: documents.starts,
        length: documents.lengths,
      },
    }
  }

  #kernel(keepSets: boolean): KernelOptions {
    const { method, shingle } = this.#plan
    const { textField, idField } = this.#source
    const { stopWords, ...rest } = shingle
    const bands =
      method === 'bands' && !keepSets
        ? { bands: { bands: this.#plan.bands, rows: this.#plan.rows, scheme: this.#plan.scheme } }
        : {}
    return {
      shingle: { ...rest, ...(stopWords && { stopWords }) },
      ...bands,
      textField,
      ...(idField !== undefined && { idField }),
      keepSets,
    }
  }

  async #sketch(): Promise<{ documents: Documents; problems: Problem[] }> {
    const kernel = this.#kernel(false)
    const sketched: (SketchedUnit | undefined)[] = this.#units.map(() => undefined)
    const total = this.#source.files.reduce((sum, { bytes }) => sum + bytes, 0)
    let done = 0
    this.#report('sketch', 0, total)
    const tasks = this.#units.map((unit) => ({ kind: 'sketch' as const, unit, kernel }))
    await this.#pool.run(tasks, (result, number) => {
      sketched[number] = result
      this.#documentsRead += result.count
      this.#slowWay += result.slowWay
      done += this.#units[number]!.to - this.#units[number]!.from
      this.#report('sketch', done, total)
    })
    const problems: Problem[] = []
    let first = 0
    for (const unit of sketched) {
      for (const { record, problem } of unit!.bad) problems.push({ position: first + record, problem })
      first += unit!.count
    }
    const files = this.#units.map((unit) => unit.file)
    const bands = this.#plan.method === 'bands' ? this.#plan.bands : 0
    return { documents: joinUnits(sketched, files, bands), problems }
  }

  /** Stops at the first bad record, or names them all; they stay as positions without a set. */
  #judge(documents: Documents, problems: readonly Problem[]): BadRecord[] {
    const rising = [...problems].sort((x, y) => x.position - y.position)
    if (rising.length > 0 && (this.#options.onError ?? 'stop') === 'stop') {
      throw namePlaces(this.#source, documents, rising.slice(0, 1))[0]!
    }
    for (const { position } of rising) documents.sizes[position] = 0
    return namePlaces(this.#source, documents, rising)
  }

  async #candidates(
    documents: Documents,
    distinct: Uint32Array,
  ): Promise<{ list: CandidateList; crowdOf: Uint32Array; sample: CrowdSample }> {
    const { keys, count } = documents
    const bands = this.#plan.method === 'bands' ? this.#plan.bands : 0
    const seed = this.#plan.method === 'bands' ? this.#plan.scheme.seed : 0
    const tasks = Array.from({ length: bands }, (_, band) => ({ band, bands, keys, count, distinct }))
    const crowds: Uint32Array[][] = tasks.map(() => [])
    const found: CandidateList[] = []
    let done = 0
    this.#report('band', 0, 2 * bands)
    await this.#pool.run(
      tasks.map((task) => ({ kind: 'crowd' as const, ...task })),
      (result, band) => {
        crowds[band] = result
        this.#report('band', ++done, 2 * bands)
      },
    )
    const crowdOf = joinCrowds(crowds, count)
    await this.#pool.run(
      tasks.map((task) => ({ kind: 'band' as const, ...task, crowds: crowds[task.band]!, crowdOf })),
      (result, band) => {
        found[band] = result
        this.#report('band', ++done, 2 * bands)
      },
    )
    return { list: mergeCandidates(found, count), crowdOf, sample: sampleCrowds(crowds, seed) }
  }

  /** Reads the documents named in the lists again and makes their sets. */
  async #makeSets(documents: Documents, lists: readonly Uint32Array[]): Promise<Sets> {
    const { count, unit, starts, lengths } = documents
    const needed = new Uint8Array(count)
    for (const list of lists) for (const position of list) needed[position] = 1
    const places = sharedNumbers(count)
    const sizes = sharedWords(count)
    const byUnit: number[][] = this.#units.map(() => [])
    let end = 0
    for (let position = 0; position < count; position++) {
      if (needed[position] === 0) continue
      byUnit[unit[position]!]!.push(position)
      places[position] = end
      end += documents.sizes[position]!
    }
    const elements = sharedWords(end)
    const kernel = this.#kernel(true)
    const tasks = byUnit.flatMap((positions, number): SetsTask[] => {
      if (positions.length === 0) return []
      const list = Uint32Array.from(positions)
      return [
        {
          kind: 'sets',
          unit: this.#units[number]!,
          kernel,
          starts: Float64Array.from(list, (position) => starts[position]!),
          lengths: list.map((position) => lengths[position]!),
          places: Float64Array.from(list, (position) => places[position]!),
          documents: list,
          elements,
          sizes,
        },
      ]
    })
    await this.#pool.run(tasks, () => {})
    return { places, sizes, elements }
  }

  async #verify({ a, b }: CandidateList, sets: Sets): Promise<PairBatch> {
    const { threshold } = this.#plan
    const tasks: VerifyTask[] = []
    for (let from = 0; from < a.length; from += VERIFY_BATCH) {
      const to = from + VERIFY_BATCH
      tasks.push({ kind: 'verify', a: a.slice(from, to), b: b.slice(from, to), threshold, ...sets })
    }
    const similarities: Float64Array[] = []
    let done = 0
    this.#report('verify', 0, a.length)
    await this.#pool.run(tasks, (result, number) => {
      similarities[number] = result
      done += result.length
      this.#report('verify', done, a.length)
    })
    const pairs = new PairBuilder()
    similarities.forEach((batch, number) => {
      batch.forEach((similarity, i) => {
        const at = number * VERIFY_BATCH + i
        if (similarity >= 0) pairs.add(a[at]!, b[at]!, similarity)
      })
    })
    return pairs.pairs()
  }

  #report(stage: Progress['stage'], done: number, total: number): void {
    this.#options.onProgress?.({ stage, done, total, documents: this.#documentsRead })
  }
}

/** Distinct documents that are not empty, in shared memory, and the copies of those that have any. */
function collapse(documents: Documents, bad: ReadonlySet<number>) {
  const { count, sizes, contents } = documents
  const same = (x: number, y: number) => {
    for (let word = 0; word < 4; word++) if (contents[4 * x + word] !== contents[4 * y + word]) return false
    return sizes[x]! > 0 && sizes[x] === sizes[y]
  }
  const firsts = firstOfEach(count, (i) => contents[4 * i]!, same)
  const copies = new Map<number, number[]>()
  let empty = 0
  let identical = 0
  let kept = 0
  firsts.forEach((first, position) => {
    if (sizes[position] === 0) {
      if (!bad.has(position)) empty++
    } else if (first === position) kept++
    else {
      identical++
      const group = copies.get(first)
      if (group === undefined) copies.set(first, [first, position])
      else group.push(position)
    }
  })
  const distinct = sharedWords(kept)
  let end = 0
  firsts.forEach((first, position) => {
    if (first === position && sizes[position]! > 0) distinct[end++] = position
  })
  return { distinct, copies, empty, identical }
}
