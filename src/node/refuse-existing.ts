import { UnreadableInput, UnwritableOutput } from '../model/errors.js'
import { NO_INDEX } from '../store/open-index.js'
import { openRedisStore } from '../store/redis/redis-store.js'

/**
 * Throws an error if there is an index in Redis, because data on a server is never overwritten: others might be using it.
 *
 * @param advice how to add to it, and where to choose another prefix
 */
export async function refuseExisting(
  address: string,
  prefix: string | undefined,
  advice: string,
): Promise<void> {
  let location: string
  try {
    await using store = await openRedisStore(address, {
      ifMissing: 'refuse',
      ...(prefix !== undefined && { prefix }),
    })
    location = store.location
  } catch (error) {
    if (error instanceof UnreadableInput && error.problem === NO_INDEX) return
    throw error
  }
  throw new UnwritableOutput(location, 'an index already exists there', advice)
}
