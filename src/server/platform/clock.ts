/** Where the time comes from; tests give one that they set. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
