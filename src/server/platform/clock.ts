/** Source of the current time. Tests pass one that they control. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
