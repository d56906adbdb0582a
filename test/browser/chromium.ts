import { findChromium } from '../outside.js'

/** Chromium, if it is here. */
export const part = findChromium()

/** Arguments with which it runs anywhere, and asks nothing of the network. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
