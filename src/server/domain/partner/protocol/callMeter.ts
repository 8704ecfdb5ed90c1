/** Most addresses that are counted apart in one minute; calls of further addresses are not counted. */
const strangersMax = 10_000
const minuteMs = 60_000

const secondOf = (now: Date) => Math.floor(now.getTime() / 1000)

/** What calls are counted over. */
export type CallWindow = 'minute' | 'second'

/** When calls are counted anew: whole seconds, 1 to 60. */
export function secondsLeft(window: CallWindow, now: Date): number {
  return window === 'second' ? 1 : Math.ceil((minuteMs - (now.getTime() % minuteMs)) / 1000)
}

/**
 * What this process knows about the calls of the current minute. The database counts signed calls over all processes; its last answer is
 * kept here, so that a platform over its limit is refused before any cryptography. Calls with a wrong signature count for their address
 * only: knowing a platform's number is not enough to use up its calls.
 */
export class CallMeter {
  #minute = 0
  readonly #signed = new Map<string, number>()
  readonly #strangers = new Map<string, number>()
  /** Second in which a platform had no calls left. */
  readonly #hurried = new Map<string, number>()

  /** The window in which one more call of the platform from this address would be too many; null = none. */
  fullWindow(platformNo: string, address: string, callsPerMinute: number, now: Date): CallWindow | null {
    this.#turn(now)
    const strangers = this.#strangers.get(`${platformNo} ${address}`) ?? 0
    if ((this.#signed.get(platformNo) ?? 0) >= callsPerMinute || strangers >= callsPerMinute) return 'minute'
    return this.#hurried.get(platformNo) === secondOf(now) ? 'second' : null
  }

  /** The database has counted too many signed calls in this second. */
  learnHurried(platformNo: string, now: Date): void {
    this.#turn(now)
    this.#hurried.set(platformNo, secondOf(now))
  }

  /** The database has counted so many signed calls in this minute. */
  learn(platformNo: string, calls: number, now: Date): void {
    this.#turn(now)
    this.#signed.set(platformNo, Math.max(calls, this.#signed.get(platformNo) ?? 0))
  }

  countStranger(platformNo: string, address: string, now: Date): void {
    this.#turn(now)
    const key = `${platformNo} ${address}`
    const calls = this.#strangers.get(key) ?? 0
    if (calls > 0 || this.#strangers.size < strangersMax) this.#strangers.set(key, calls + 1)
  }

  #turn(now: Date): void {
    const minute = Math.floor(now.getTime() / minuteMs)
    if (minute === this.#minute) return
    this.#minute = minute
    this.#signed.clear()
    this.#strangers.clear()
    this.#hurried.clear()
  }
}
