import { defaultFilter } from '../../../language/query/defaultFilter.ts'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { ListFilter } from '../../../language/query/listQueryFilters.ts'
import { liftedFilters } from '../../../language/query/requiredFilters.ts'
import type { ResolvedFilter } from '../../../language/resolved.ts'
import { daysBetween, isDate, taipeiDate } from '../../../rules/dates.ts'
import { message } from '../../../rules/messages.ts'
import { apiError, fieldsError, textError } from '../../platform/errors.ts'
import type { RecordCall } from '../engine.ts'
import type { PreparedCall } from '../services.ts'

/**
 * The query that a list, its export, its report and its bulk actions run: completed, and rewritten by the hooks of the entity.
 *
 * @throws what {@link completeQuery} and the hooks throw
 */
export async function readyQuery({ call, hooks }: PreparedCall, query: ListQuery): Promise<ListQuery> {
  const complete = completeQuery(call, query)
  const { db, actor, now } = call
  return hooks.prepareQuery ? hooks.prepareQuery({ db, actor, now }, complete) : complete
}

/**
 * Adds the defaults of required filters to a list query, and checks its date ranges. A query for an exact unique number needs no range.
 *
 * @throws M05 when a required filter, or all of a group of which one is required, are empty; M14 for a range that ends before it starts;
 * M15 for a range that is too long
 */
export function completeQuery(call: RecordCall, query: ListQuery): ListQuery {
  if (!call.screen) return query
  const added: ListFilter[] = []
  const { filters } = call.screen.list
  const lifted = liftedFilters(filters, query.filters)
  for (const filter of filters) {
    const given = query.filters.filter((one) => one.field === filter.field)
    for (const one of given) testRange(filter, one)
    if (!filter.required || given.length > 0 || lifted.includes(filter)) continue
    const byDefault = defaultFilter(filter, taipeiDate(call.now))
    if (!byDefault) throw fieldsError({ [filter.field]: message('M05', { title: filter.title }) }, 'M05')
    added.push(byDefault)
  }
  for (const one of query.alternatives.flat()) testOrder(one)
  assertNeededFilters(call, query)
  return added.length === 0 ? query : { ...query, filters: [...query.filters, ...added] }
}

/** @throws 400 with the document's text when none of the filters is given of which the list needs one */
function assertNeededFilters({ screen }: RecordCall, query: ListQuery): void {
  const needs = screen?.list.needs
  if (!needs || query.filters.some((one) => needs.fields.includes(one.field))) return
  throw textError(400, needs.text, 'M05')
}

function testOrder({ op, values: [low = null, high = null] }: ListFilter): void {
  if (op === 'between' && low !== null && high !== null && low > high) throw apiError('M14')
}

function testRange(filter: ResolvedFilter, given: ListFilter): void {
  testOrder(given)
  if (given.op !== 'between' || filter.maxDays === undefined) return
  const [low, high] = given.values
  const bounded = typeof low === 'string' && typeof high === 'string'
  if (!bounded || daysBetween(dateOf(low), dateOf(high)) + 1 > filter.maxDays) throw apiError('M15', { days: filter.maxDays })
}

function dateOf(text: string): string {
  return isDate(text) ? text : taipeiDate(new Date(text))
}
