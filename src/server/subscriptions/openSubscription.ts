import type { FastifyInstance } from 'fastify'
import { isMentioned, takesRange } from '../../language/query/defaultFilter.ts'
import { readListLocation } from '../../language/query/listLocation.ts'
import type { ListQuery } from '../../language/query/listQuery.ts'
import { reportTab } from '../../language/reports/reportTab.ts'
import type { ResolvedFilter, ResolvedReport, ResolvedScreen } from '../../language/resolved.ts'
import { isOffered } from '../../language/rights/offeredVerbs.ts'
import { mayCall } from '../../language/rights/verbPermissions.ts'
import { monthOf, taipeiDate } from '../../rules/dates.ts'
import type { Actor } from '../platform/actor.ts'
import type { Database } from '../platform/database/tables.ts'
import { apiError, textError } from '../platform/errors.ts'
import type { RecordCall } from '../records/engine.ts'
import type { SubscriptionTable } from './tables.ts'
import { spanBefore } from './times.ts'

/** What is asked for in a subscription, as it is stored. */
export type Wanted = Pick<SubscriptionTable, 'uri' | 'title' | 'query' | 'contents' | 'reportGroup' | 'format' | 'rangeField' | 'rangeSpan'>

/** A subscription as its user may read it now. */
export interface OpenSubscription {
  readonly call: RecordCall & { readonly screen: ResolvedScreen }
  readonly query: ListQuery
  /** The report, or its tab; null for rows. */
  readonly report: ResolvedReport | null
}

interface Reading {
  readonly db: Database
  readonly actor: Actor
  readonly now: Date
}

/**
 * Opens what a user has subscribed to, with the rights and the documents of now. A condition that the list does not know any more is refused,
 * because the file would have more records than the user has asked for.
 *
 * @throws ApiError whose text says to the user why there is no file
 */
export function openSubscription(app: FastifyInstance, wanted: Wanted, { db, actor, now }: Reading): OpenSubscription {
  const whole = app.documents.screen(app.renames.currentScreen(wanted.uri, app.documents.current().screens))
  if (!whole) throw textError(400, '此畫面已不存在，請刪除這項定期寄送。')
  const screen = app.documents.restricted(whole, actor)
  if (!mayCall(screen, 'export', actor.permissions)) throw textError(403, `您沒有匯出「${screen.title}」的權限。`, 'M12')
  const query = queryOf(screen, wanted, taipeiDate(now))
  const report = wanted.contents === 'rows' ? null : reportOf(screen, wanted.reportGroup)
  if (report === null && !isOffered(screen, 'export')) throw textError(400, '此畫面未提供匯出。')
  return { call: { actor, screen, entity: screen.entity.name, now, db }, query, report }
}

function queryOf(screen: ResolvedScreen, wanted: Wanted, today: string): ListQuery {
  const { list } = screen
  const params = new URLSearchParams(wanted.query)
  if (wanted.rangeField !== null && wanted.rangeSpan !== null)
    setRange(params, rangeFilter(list.filters, wanted.rangeField), wanted.rangeSpan, today)
  const { query, problems } = readListLocation(params, list, today)
  const [problem] = problems
  if (problem !== undefined) throw textError(400, `查詢條件已不適用：${problem.text}。請以新的條件重新設定。`)
  const asked = list.filters.find(({ field, lookup }) => lookup !== undefined && query.filters.some((filter) => filter.field === field))
  if (asked !== undefined) throw textError(400, `「${asked.title}」為個人資料，不可作為定期寄送的條件。`)
  return query
}

function reportOf({ report, title }: ResolvedScreen, group: string | null): ResolvedReport {
  if (report === undefined) throw textError(400, `「${title}」沒有彙總。`)
  if (report.tabs === undefined) return report
  const tab = reportTab(report, group ?? report.groups[0]?.field ?? '')
  if (tab === undefined) throw textError(400, '查詢條件已不適用：沒有這種彙總方式。請重新設定。')
  return tab
}

function rangeFilter(filters: readonly ResolvedFilter[], field: string): ResolvedFilter {
  const filter = filters.find((one) => one.field === field)
  if (filter === undefined || !takesRange(filter)) throw apiError('M06', { title: '資料期間' })
  return filter
}

function setRange(params: URLSearchParams, filter: ResolvedFilter, span: 'day' | 'week' | 'month', today: string): void {
  for (const name of [...params.keys()]) if (isMentioned(filter, new URLSearchParams([[name, '']]))) params.delete(name)
  const [from, to] = spanBefore(span, today)
  if (filter.kind !== 'month') {
    params.set(`${filter.field}From`, from)
    params.set(`${filter.field}To`, to)
  } else if (filter.op === 'between') {
    params.set(`${filter.field}From`, monthOf(from))
    params.set(`${filter.field}To`, monthOf(to))
  } else params.set(filter.field, monthOf(to))
}
