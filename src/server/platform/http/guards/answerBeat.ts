import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/**
 * Length of a beat. Checking a wrong password takes some 20 ms, and a quarter of a millisecond more for an existing account, whose row has
 * to be read.
 */
const beatMs = 50
/**
 * Timers are only precise to a millisecond, which would reveal a part of the difference. The last milliseconds are therefore spent in turns
 * of the event loop.
 */
const exactMs = 2

/**
 * Delays an answer until a whole number of beats has passed since the call arrived, so that its time does not tell whether an account
 * exists. For answers that are otherwise the same for every name: a refused sign-in, the request for a password link, what an applicant
 * asks by application number and tax ID.
 *
 * @param begin `performance.now()` when the call arrived
 */
export async function untilNextBeat(begin: number): Promise<void> {
  const end = begin + Math.ceil((performance.now() - begin) / beatMs) * beatMs
  const left = end - performance.now() - exactMs
  if (left > 0) await sleep(left)
  while (performance.now() < end) await nextTurn()
}
