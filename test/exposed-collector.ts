// Exposes the collector of V8 in this process, as its flag does. In a small budget garbage is collected after each task, which takes
// three times as long without. The flags of the command line are not for tests: they keep the young generation small.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
globalThis.gc = runInNewContext('gc') as NonNullable<typeof globalThis.gc>
