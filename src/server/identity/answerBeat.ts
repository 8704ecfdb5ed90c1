import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** A wrong password takes some 20 ms to judge; a quarter of a millisecond more for a name that is an account, whose row has to be read. */
const beatMs = 50
/** Timers know whole milliseconds only, which would let a part of the difference through: the last ones are waited for turn by turn. */
const exactMs = 2

/**
 * Waits until a whole number of beats has passed since a call came, so that the time of its answer does not tell whether a name is an
 * account. For what is answered alike whatever the name is: a refused sign-in, the request for a password link.
 *
 * @param begin `performance.now()` when it came
 */
export async function untilNextBeat(begin: number): Promise<void> {
  const end = begin + Math.ceil((performance.now() - begin) / beatMs) * beatMs
  const left = end - performance.now() - exactMs
  if (left > 0) await sleep(left)
  while (performance.now() < end) await nextTurn()
}
