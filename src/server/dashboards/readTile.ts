import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { TileData } from '../../answers/dashboards.ts'
import { daysOfMonth, periodDays } from '../../language/dashboard/period.ts'
import type { ResolvedTile } from '../../language/dashboard/resolved.ts'
import { linkedColumns, rowFields } from '../../language/dashboard/tileColumns.ts'
import { tileAddress } from '../../language/dashboard/tileQuery.ts'
import type { DashboardPeriod } from '../../language/documents/vocabulary.ts'
import { taipeiDate } from '../../rules/dates.ts'
import type { Actor } from '../platform/actor.ts'
import { apiError } from '../platform/errors.ts'
import { askedSource, callOf, type TileReader } from './askedSource.ts'
import { chartRows } from './chartRows.ts'
import { labelsOf } from './labels.ts'
import { type OpenSource, openSource } from './openSource.ts'
import { readNumber } from './readNumber.ts'

type Data = Static<typeof TileData>

/**
 * What a tile shows a reader now, by the queries of the list that it leads to.
 *
 * @throws M12 when the reader may not open its records
 */
export async function readTile(app: FastifyInstance, actor: Actor, tile: ResolvedTile, period: DashboardPeriod): Promise<Data> {
  const today = taipeiDate(app.clock.now())
  const reader = { app, actor, today, period: periodDays(period, today) }
  const open = tile.sources.flatMap((source) => openSource(app, actor, source) ?? [])
  const [first] = open
  if (first === undefined) throw apiError('M12')
  const { question } = tile
  if (question.kind === 'counts') return readTodo(reader, open)
  const asked = askedSource(reader, first)
  // The newest records are no number to be compared, so those of today are among them.
  const days = question.kind === 'rows' ? { from: reader.period.from, to: reader.period.until } : reader.period
  const link = tileAddress(first.screen.uri, asked.asFor(days), first.screen.list)
  switch (question.kind) {
    case 'nothing':
      throw apiError('M08')
    case 'number': {
      const number = await readNumber(asked, question)
      const last = question.stock ? number.course?.at(-1) : undefined
      // A stock is that of its last day or month, and so are the records behind it.
      const daysOfLast = last && (number.by === 'month' ? daysOfMonth(last.at) : { from: last.at, to: last.at })
      return { link: daysOfLast ? tileAddress(first.screen.uri, asked.asFor(daysOfLast), first.screen.list) : link, ...number }
    }
    case 'chart':
      return { link, ...(await chartRows(asked, question)) }
    case 'rank': {
      const { group, measure, limit } = question
      const groups = [{ field: group.field, by: group.by }]
      const rows = await app.records.summary(asked.call, { ...asked.asFor(days), groups, measures: [measure], top: limit })
      return { link, rows, labels: await labelsOf(reader, [group], rows) }
    }
    case 'rows': {
      const columns = linkedColumns(question.columns, first.screen)
      const { sort, limit: count } = question
      const rows = await app.records.firstRows(asked.call, { ...asked.asFor(days), fields: rowFields(columns), sort, count })
      return { link, rows, labels: await labelsOf(reader, columns, rows) }
    }
  }
}

/** Work that is there to do: kinds of which there is none are left out. */
async function readTodo(reader: TileReader, open: readonly OpenSource[]): Promise<Data> {
  const asked = open.map((one) => ({ one, query: askedSource(reader, one).asFor(reader.period) }))
  const counts = await reader.app.records.counts(asked.map(({ one, query }) => [callOf(reader, one), query] as const))
  const items = asked.map(({ one: { source, screen }, query }, index) => ({
    title: source.title,
    count: counts[index] ?? 0,
    link: tileAddress(screen.uri, query, screen.list),
  }))
  return { link: null, items: items.filter(({ count }) => count > 0) }
}
