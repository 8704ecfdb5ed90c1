import { addDays } from '../../../rules/dates.ts'
import type { Random } from '../random.ts'

/** Relative sales of a day, compared with an ordinary weekday: more on weekends and in two peaks, 11 to 12 月 and 5 月 (domain 10). */
function weightOf(date: string): number {
  const month = Number(date.slice(5, 7))
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const season = month >= 11 ? 1.6 : month === 5 ? 1.3 : 1
  return season * (weekday === 0 || weekday === 6 ? 1.5 : 1)
}

/** Draws days between two dates (inclusive), weighted by their sales. */
export function createDayPicker(random: Random, from: string, to: string): () => string {
  const days: string[] = []
  const sums: number[] = []
  let total = 0
  for (let date = from; date <= to; date = addDays(date, 1)) {
    total += weightOf(date)
    days.push(date)
    sums.push(total)
  }
  return () => {
    const wanted = random.next() * total
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > wanted) high = middle
      else low = middle + 1
    }
    return days[low] ?? to
  }
}

/** Second of the day within business hours. An evening hour is drawn twice as often as another one. */
export function pickSecond(random: Random, opensAt: number, closesAt: number): number {
  const hours = Math.max(1, closesAt - opensAt)
  const isEvening = random.next() < 0.5 && closesAt > 18 && opensAt < 18
  const hour = isEvening ? random.integer(18, closesAt - 1) : opensAt + random.integer(0, hours - 1)
  return hour * 3600 + random.integer(0, 3599)
}

/** Amount of a sale in NT$: log-normal around the median of the trade. */
export function pickAmount(random: Random, median: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  return Math.max(30, Math.round(median * Math.exp(0.8 * normal)))
}
