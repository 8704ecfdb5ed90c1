import { addDays, startOfTaipeiDate } from '../../../rules/dates.ts'
import { type DemoLedger, expireLots } from './demoLedger.ts'

/** Something that happens at an instant. */
export interface Happening {
  readonly at: Date
  run(at: Date): Promise<unknown>
}

/** An instant of a Taipei date, seconds after its beginning. */
export function instantOf(date: string, second: number): Date {
  return new Date(startOfTaipeiDate(date).getTime() + second * 1000)
}

/** Lets everything happen in order of time, with the expiry job on each morning that it may have work, up to `asOf`. */
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
