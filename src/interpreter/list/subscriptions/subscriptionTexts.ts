import type { Subscription } from '../../../answers/subscriptions.ts'
import { formatDateTime } from '../../../client/format.ts'
import type { ResolvedFilter } from '../../../language/resolved.ts'
import type { SubscriptionDraft } from './subscriptionDraft.ts'

export const weekdays = ['週一', '週二', '週三', '週四', '週五', '週六', '週日'] as const
export const rhythms = { day: '每日', week: '每週', month: '每月' } as const
export const spans = { day: '前一日', week: '前一週（一至日）', month: '前一個月' } as const
export const formats = { xlsx: 'Excel（.xlsx）', csv: 'CSV' } as const
export const contentsTexts = { rows: '清單明細', sums: '彙總' } as const

export const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`
/** Not every month has it. */
export const monthDayText = (day: number) => (day > 28 ? `${day} 日（或月底）` : `${day} 日`)

/** `每月 1 日 08:00`. */
function rhythmText({ every, day, hour }: Pick<SubscriptionDraft, 'every' | 'day' | 'hour'>): string {
  if (every === 'day') return `每日 ${hourText(hour)}`
  return `${every === 'week' ? `每${weekdays[day - 1]}` : `每月 ${monthDayText(day)}`} ${hourText(hour)}`
}

/**
 * What is sent, when, and of which days.
 *
 * @param filters of its list, when that is open: they say which date is meant
 */
export function contentsText({ contents, range, format, ...rhythm }: Subscription, filters: readonly ResolvedFilter[]): string {
  const title = filters.find(({ field }) => field === range?.field)?.title
  const days = range === null ? [] : [`${title === undefined ? '' : `${title}為`}${spans[range.span]}的資料`]
  const parts = [rhythmText(rhythm), contentsTexts[contents], ...days, formats[format]]
  return parts.join(' · ')
}

/** To the minute. */
export const timeText = (time: string) => formatDateTime(time).slice(0, 16)

/** What became of the last one. */
export function lastText({ lastAt, lastCount, problem }: Subscription): string {
  if (lastAt === null) return '尚未寄送'
  if (problem !== null) return `${timeText(lastAt)} 未能寄送：${problem}`
  return `上次 ${timeText(lastAt)}，${lastCount === 0 ? '沒有資料' : `${(lastCount ?? 0).toLocaleString('en-US')} 筆`}`
}
