import { readFileSync } from 'node:fs'

/** Time on a processor that this thread has had, in ms; kept by the kernel for each thread. */
function threadCpuMs(): number {
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6
}

const sampleMs = 2

export interface TurnMonitor {
  /** Forgets what was before. */
  reset(): void
  /** The longest that the event loop was held since the last reset, in ms of processor time. */
  longestMs(): number
  stop(): void
}

/**
 * Measures how long the turns of this thread's event loop are. A timer looks every few milliseconds how much processor time went by since
 * it last ran: it cannot run within a turn, so that a long turn shows as a whole. Time in which others had the processor does not count,
 * and a busy machine makes no turn longer.
 */
export function monitorTurns(): TurnMonitor {
  let last = threadCpuMs()
  let longest = 0
  const look = () => {
    const now = threadCpuMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, sampleMs)
  return {
    reset() {
      last = threadCpuMs()
      longest = 0
    },
    longestMs() {
      look()
      return longest
    },
    stop: () => clearInterval(timer),
  }
}
