/** When a job repeats: every so many minutes, or once a day at a Taipei time. With neither, it only runs on request. */
export interface Schedule {
  readonly everyMinutes?: number
  /** `HH:mm`, Taipei. */
  readonly dailyAt?: string
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Taipei has no summer time. */
const taipeiOffsetMs = 8 * 60 * minuteMs

/**
 * The next time of the schedule after `now`; null when it does not repeat.
 *
 * @throws RangeError for a malformed `dailyAt`
 */
export function nextRunAfter(schedule: Schedule, now: Date): Date | null {
  if (schedule.everyMinutes !== undefined) return new Date(now.getTime() + schedule.everyMinutes * minuteMs)
  if (schedule.dailyAt === undefined) return null
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(schedule.dailyAt)
  if (!match) throw new RangeError(`dailyAt must be HH:mm, got ${schedule.dailyAt}`)
  const taipeiMidnight = Math.floor((now.getTime() + taipeiOffsetMs) / dayMs) * dayMs - taipeiOffsetMs
  const today = taipeiMidnight + (Number(match[1]) * 60 + Number(match[2])) * minuteMs
  return new Date(today > now.getTime() ? today : today + dayMs)
}
