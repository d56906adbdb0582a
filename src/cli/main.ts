#!/usr/bin/env node
/// <reference types="node" />
import { startEarly } from './own-thread/early-thread.js'

// A large search starts in its own thread while this one loads the rest of the program.
const args = process.argv.slice(2)
const thread = startEarly(args)
const { runProcess } = await import('./run-process.js')
await runProcess(args, thread)
