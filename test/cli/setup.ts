// Files of this folder share processes (vitest.config.ts); this is evaluated for each of them.

import { afterAll } from 'vitest'
import { removeWorkspaces } from './likewise.js'

afterAll(removeWorkspaces)
