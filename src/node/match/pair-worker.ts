/// <reference types="node" />
// A thread that compares pairs of records, for `PairThreads`.
import { parentPort, workerData } from 'node:worker_threads'
import { PairTools } from '../../apps/entities/pair-stages.js'
import { type PairThreadData, type PairWork, takePortions } from './pair-work.js'

const tools = new PairTools(workerData as PairThreadData)
parentPort!.on('message', (work: PairWork) => takePortions(tools, work))
