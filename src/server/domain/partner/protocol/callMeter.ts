/** More strangers than this in one minute are not told apart any more. */
const strangersMax = 10_000
const minuteMs = 60_000

/** When calls are counted anew: seconds left of the running minute, 1 to 60. */
export function secondsLeftInMinute(now: Date): number {
  return Math.ceil((minuteMs - (now.getTime() % minuteMs)) / 1000)
}

/**
 * What this process knows of the calls of the running minute. Signed calls are counted by the database over all processes; what it said
 * last is kept here, so that a platform over its limit is refused before anything is computed. Calls that fail their signature count
 * against their address only: whoever knows a platform's number cannot use up its calls.
 */
export class CallMeter {
  #minute = 0
  readonly #signed = new Map<string, number>()
  readonly #strangers = new Map<string, number>()

  /** True when one more call of the platform from this address would be too many. */
  isFull(platformNo: string, address: string, callsPerMinute: number, now: Date): boolean {
    this.#turn(now)
    const strangers = this.#strangers.get(`${platformNo} ${address}`) ?? 0
    return (this.#signed.get(platformNo) ?? 0) >= callsPerMinute || strangers >= callsPerMinute
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
  }
}
