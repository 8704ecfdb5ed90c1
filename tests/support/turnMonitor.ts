import { readFileSync } from 'node:fs'

/** Processor time used by this thread, in ms, as counted by the kernel. */
function threadCpuMs(): number {
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6
}

const sampleMs = 2

export interface TurnMonitor {
  /** Resets the measurement. */
  reset(): void
  /** The longest time for which the event loop was held since the last reset, in ms of processor time. */
  longestMs(): number
  stop(): void
}

/**
 * Measures how long the turns of this thread's event loop are. A timer checks every few milliseconds how much processor time has passed
 * since it last ran. It cannot run within a turn, so a long turn is measured as a whole. Time in which other processes used the processor
 * does not count, so a busy machine makes no turn longer.
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
