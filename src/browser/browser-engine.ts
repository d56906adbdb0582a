import type { ClusterColumns } from '../cluster/cluster-columns.js'
import type {
  Documents,
  Engine,
  EngineRequest,
  FindSummary,
  Found,
  IdLookup,
  RunControl,
} from '../engine/engine.js'
import { errorOf } from '../engine/stages/threads/faults.js'
import { type BadRecord, LikewiseError } from '../model/errors.js'
import type { Pair, PairBatch } from '../model/pair.js'
import type { DocumentCluster } from '../model/report.js'
import { stoppable, unlessAborted } from '../model/stoppable.js'
import type { ExplainedPlan } from '../plan/explained-plan.js'
import type { ReportData } from '../report/report-data.js'
import type { ListName, Opening, ReadOptions, RunArguments, RunOutcome } from './protocol.js'
import { RunCoordinator } from './run-coordinator.js'
import { sendSource } from './send-source.js'

/** Files, or documents in the memory of the page. */
export type BrowserSource = readonly File[] | Documents

export interface BrowserEngineOptions extends ReadOptions {
  /** Starts a worker with the script of `src/browser/worker.ts`. */
  readonly spawn: () => Worker
  /** Workers that were started before. Default: they start with the run. */
  readonly prepared?: RunCoordinator
  /** The number of worker threads. Default: one per core. */
  readonly workers?: number
  /** An input of fewer bytes is searched on one thread, which takes less time than starting others. Default: 4 MiB. */
  readonly inlineBelow?: number
  /** Called while other formats are converted to JSON Lines. */
  readonly onOpening?: (opening: Opening) => void
}

/**
 * The engine in a page. A worker coordinates the run and distributes its tasks to other workers, so the page stays responsive. Nothing
 * leaves the browser. The result does not depend on the number of workers.
 *
 * @example
 * const engine = new BrowserEngine({ spawn: () => new Worker('worker.js') })
 * await using found = await engine.find([...input.files], { threshold: 0.8 })
 */
export class BrowserEngine implements Engine<BrowserSource> {
  readonly name = 'browser'
  readonly #options: BrowserEngineOptions
  /** An idle worker. */
  #idle: RunCoordinator | undefined

  constructor(options: BrowserEngineOptions) {
    this.#options = options
    this.#idle = options.prepared
  }

  async plan(
    source: BrowserSource,
    request: EngineRequest<BrowserSource> = {},
    control: RunControl = {},
  ): Promise<ExplainedPlan> {
    const coordinator = this.#take()
    const explained = await this.#request(coordinator, control, async () =>
      coordinator.call('plan', await this.#arguments(source, request, control.signal)),
    )
    await this.#release(coordinator)
    return explained
  }

  async find(
    source: BrowserSource,
    request: EngineRequest<BrowserSource> = {},
    control: RunControl = {},
  ): Promise<FoundInWorker> {
    const coordinator = this.#take()
    const outcome = await this.#request(coordinator, control, async () =>
      coordinator.call('find', await this.#arguments(source, request, control.signal)),
    )
    return new FoundInWorker(coordinator, outcome, control.signal, () => this.#release(coordinator))
  }

  /** Terminates the worker that is waiting for the next run. */
  close(): void {
    this.#idle?.end(new Error('the engine is closed'))
    this.#idle = undefined
  }

  async #arguments(
    source: BrowserSource,
    { against, ...request }: EngineRequest<BrowserSource>,
    signal: RunControl['signal'],
  ): Promise<RunArguments> {
    const {
      spawn,
      prepared,
      workers = navigator.hardwareConcurrency,
      inlineBelow,
      onOpening,
      ...reading
    } = this.#options
    return {
      source: await sendSource(source, 'documents', reading, signal),
      ...(against !== undefined && { against: await sendSource(against, 'against', reading, signal) }),
      request,
      reading,
      workers,
      ...(inlineBelow !== undefined && { inlineBelow }),
    }
  }

  /**
   * Calls a worker. If the call is aborted, the worker is terminated, because there is no other way to stop it. After an error that Likewise
   * reports, such as a bad record, it can be used again.
   */
  async #request<Result>(
    coordinator: RunCoordinator,
    { signal, onProgress }: RunControl,
    call: () => Promise<Result>,
  ): Promise<Result> {
    const stop = () => coordinator.end(signal!.reason)
    coordinator.onProgress = onProgress
    coordinator.onOpening = this.#options.onOpening
    try {
      signal?.throwIfAborted()
      signal?.addEventListener('abort', stop, { once: true })
      return await call()
    } catch (error) {
      if (error instanceof LikewiseError) await this.#release(coordinator)
      else coordinator.end(error)
      throw error
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  #take(): RunCoordinator {
    const coordinator = this.#idle ?? new RunCoordinator(this.#options.spawn())
    this.#idle = undefined
    return coordinator
  }

  async #release(coordinator: RunCoordinator): Promise<void> {
    if (coordinator.hasEnded) return
    await coordinator.call('close', undefined)
    if (this.#idle === undefined) this.#idle = coordinator
    else coordinator.end(new Error('the run is closed'))
  }
}

/** The result of a run, which its worker keeps until it is closed. */
export class FoundInWorker implements Found {
  readonly summary: FindSummary
  readonly explained: ExplainedPlan
  /** Which fields were used, and what is unusual about the inputs. */
  readonly inputs: Pick<RunOutcome, 'fields' | 'notes'>
  readonly #coordinator: RunCoordinator
  readonly #signal: RunControl['signal']
  readonly #release: () => Promise<void>
  #closing: Promise<void> | undefined

  /** @param signal ends iterations */
  constructor(
    coordinator: RunCoordinator,
    outcome: RunOutcome,
    signal: RunControl['signal'],
    release: () => Promise<void>,
  ) {
    const { summary, explained, ...inputs } = outcome
    this.summary = { ...summary, skipped: summary.skipped.map((fault) => errorOf(fault) as BadRecord) }
    this.explained = explained
    this.inputs = inputs
    this.#coordinator = coordinator
    this.#signal = signal
    this.#release = release
  }

  pairs(): AsyncGenerator<Pair, void> {
    return stoppable(this.#list('pairs'), this.#signal)
  }

  clusters(): AsyncGenerator<DocumentCluster, void> {
    return stoppable(this.#list('clusters'), this.#signal)
  }

  pairBatches(): AsyncGenerator<PairBatch, void> {
    return stoppable(this.#list('pairBatches'), this.#signal)
  }

  clusterBatches(): AsyncGenerator<ClusterColumns, void> {
    return stoppable(this.#list('clusterBatches'), this.#signal)
  }

  async ids(positions: Iterable<number>): Promise<IdLookup> {
    const requested = Uint32Array.from(new Set(positions)).sort()
    const ids = await this.#coordinator.call('ids', requested)
    const idAt = new Map(ids.map((id, i) => [requested[i]!, id]))
    return (position) => idAt.get(position)!
  }

  /** The data of a report: what a page shows. */
  report(title: string): Promise<ReportData> {
    return this.#coordinator.call('report', title)
  }

  /** Drops the result. A second call does nothing. */
  close(): Promise<void> {
    this.#closing ??= this.#release()
    return this.#closing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async *#list<Item extends object>(name: ListName): AsyncGenerator<Item, void> {
    const list = await unlessAborted(this.#coordinator.call('list', name), this.#signal)
    for (;;) {
      const piece = await unlessAborted(this.#coordinator.call('next', list), this.#signal)
      if (piece === undefined) return
      yield* piece as readonly Item[]
    }
  }
}
