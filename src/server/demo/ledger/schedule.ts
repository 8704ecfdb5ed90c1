import { addDays, startOfTaipeiDate } from '../../../rules/dates.ts'
import { type DemoLedger, expireLots } from './demoLedger.ts'

/** An action at a point in time. */
export interface Happening {
  readonly at: Date
  run(at: Date): Promise<unknown>
}

/** The instant that is `second` seconds after the start of a Taipei date. */
export function instantOf(date: string, second: number): Date {
  return new Date(startOfTaipeiDate(date).getTime() + second * 1000)
}

/** Runs all actions in order of time, up to `asOf`. Before each day on which lots may have expired, the expiry job runs. */
export async function runSchedule(demo: DemoLedger, happenings: readonly Happening[], asOf: string): Promise<void> {
  const inOrder = [...happenings].sort((one, other) => one.at.getTime() - other.at.getTime())
  const first = inOrder[0]
  if (!first) return
  let next = 0
  for (let date = addDays(first.at.toISOString().slice(0, 10), -1); date <= asOf; date = addDays(date, 1)) {
    if (demo.expiryDates.has(date)) await expireLots(demo, date)
    const endOfDay = startOfTaipeiDate(addDays(date, 1))
    for (let each = inOrder[next]; each && each.at < endOfDay; each = inOrder[next]) {
      await each.run(each.at)
      next += 1
    }
  }
}
