import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { PreparedCall } from '../services.ts'

/** Counts and logs the complete values of masked fields in a list query. Most queries have none. @throws 429 */
export async function askLookups({ call, services }: PreparedCall, query: ListQuery): Promise<void> {
  const { screen, actor, now } = call
  if (!screen || !services.lookups) return
  const values = query.filters.flatMap(({ field, values: [value] }) => {
    const filter = screen.list.filters.find((one) => one.field === field)
    return filter?.lookup === undefined ? [] : [{ field, title: filter.title, value: String(value) }]
  })
  if (values.length === 0) return
  await services.lookups.ask({ actor, now, place: screen.entity.name, placeTitle: screen.title, values })
}
