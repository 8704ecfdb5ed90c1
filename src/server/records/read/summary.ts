import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { textError } from '../../platform/errors.ts'
import type { RecordValues } from '../hooks.ts'
import { maskValue } from '../masks/present.ts'
import { fieldOf } from '../model.ts'
import { conditionSql } from '../predicates/rowSides.ts'
import type { PreparedCall } from '../services.ts'
import { allOf } from './listFilterSql.ts'
import { readyQuery } from './listRules.ts'
import { selectPage, whereSql } from './listSql.ts'
import { periodSql } from './periodSql.ts'
import { completedRows, listContext } from './read.ts'
import {
  type AskedRows,
  type RowsQuestion,
  type SummaryGroup,
  type SummaryMeasure,
  type SummaryQuestion,
  weightOf,
} from './summaryQuestion.ts'

/** As for reports: more groups are read by nobody. */
const groupsMax = 1000

export async function readSummary(prepared: PreparedCall, question: SummaryQuestion): Promise<readonly RecordValues[]> {
  const { call } = prepared
  const { groups, top } = question
  const places = groups.map((_group, index) => sql.lit(index + 1))
  const grouped = places.length === 0 ? sql`` : sql`group by ${sql.join(places)}`
  const largest = sql`${sql.lit(places.length + 1)} desc`
  const order = places.length === 0 ? sql`` : sql`order by ${sql.join(top === undefined ? places : [largest, ...places])}`
  const { rows } = await sql<RecordValues>`
    ${await summarySql(prepared, question, grouped)} ${grouped} ${order} limit ${top ?? groupsMax + 1}
  `.execute(call.db.withoutPlugins())
  if (rows.length > groupsMax) throw textError(400, `分組超過 ${groupsMax.toLocaleString('en-US')} 組，請縮小範圍。`)
  return rows
}

/**
 * All of a summary up to its groups. Sums of months and years are made of those of their days: making the text of its month for each row
 * takes longer than all the rest.
 */
async function summarySql(prepared: PreparedCall, question: SummaryQuestion, grouped: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const { groups, measures } = question
  const isLonger = ({ field, by }: SummaryGroup) => by !== undefined && by !== 'day' && fieldOf(prepared.model, field).kind === 'date'
  const read = groups.map((group) => (isLonger(group) ? { field: group.field } : group))
  const rows = sql`
    select ${sql.join([...read.map((group) => groupSql(prepared, group)), ...measures.flatMap((one) => measureSql(prepared, one))])}
    from ${summedFrom(prepared, question)} where ${await conditionsOf(prepared, question)}`
  if (!groups.some(isLonger)) return rows
  const periods = groups.map((group) => {
    const name = sql.id(group.field)
    return isLonger(group) ? sql`${periodSql(name, group.by ?? 'day', false)} as ${name}` : name
  })
  const sums = measures.flatMap(sumNames).map((name) => sql`sum(${sql.id(name)}) as ${sql.id(name)}`)
  return sql`select ${sql.join([...periods, ...sums])} from (${rows} ${grouped}) as by_day`
}

export async function readFirstRows(prepared: PreparedCall, question: RowsQuestion): Promise<readonly RecordValues[]> {
  const { call, storage, model, hooks } = prepared
  const { fields, sort, count } = question
  const where = await conditionsOf(prepared, question)
  const shown = new Set(['id', 'rowVersion', ...fields])
  const page = { sort, pageIndex: 0, pageSize: count, shown, idsFirst: hooks.idsFirst }
  const rows = await completedRows(prepared, await selectPage(call.db, storage, where, page))
  return rows.map((row) => {
    const presented = hooks.present?.({ actor: call.actor, now: call.now, screen: call.screen, place: 'list' }, row) ?? row
    return Object.fromEntries(
      ['id', ...fields].map((name) => {
        const field = model.fields.get(name)
        return [name, field ? maskValue(field, presented[name] ?? null) : null]
      }),
    )
  })
}

/** Numbers of records of several list queries, in one statement. */
export async function readCounts(asked: readonly (readonly [prepared: PreparedCall, rows: AskedRows])[]): Promise<readonly number[]> {
  const [first] = asked
  if (first === undefined) return []
  const counts: RawBuilder<unknown>[] = []
  for (const [prepared, rows] of asked) {
    const where = await conditionsOf(prepared, rows)
    counts.push(sql`(select count(*) from ${prepared.storage.source.from} where ${where}) as ${sql.id(`n${counts.length}`)}`)
  }
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(first[0].call.db.withoutPlugins())
  return counts.map((_count, index) => Number(rows[0]?.[`n${index}`] ?? 0))
}

/** The rows that the view groups, when the question tells them from those of the view by nothing. */
function summedFrom({ storage, hooks, call }: PreparedCall, { query, rest, groups, measures }: SummaryQuestion): RawBuilder<unknown> {
  const hasOthers = rest !== undefined || query.view !== null || query.search !== '' || call.screen?.filter !== undefined
  if (hasOthers || measures.some(({ op }) => op !== 'sum')) return storage.source.from
  const fields = [...query.filters, ...query.alternatives.flat(), ...groups].map(({ field }) => field)
  const parts = hooks.parts?.find(({ groupedBy }) => fields.every((field) => groupedBy.includes(field)))
  return parts === undefined ? storage.source.from : sql`${parts.from} as r`
}

/** All conditions of the list, those of its reader included, and the one beside it. */
async function conditionsOf(prepared: PreparedCall, { query, rest }: AskedRows): Promise<RawBuilder<SqlBool>> {
  const where = whereSql(listContext(prepared), await readyQuery(prepared, query))
  return rest === undefined ? where : allOf([where, conditionSql(prepared.storage, rest, prepared.scope)])
}

function groupSql({ storage, model }: PreparedCall, { field: name, by }: SummaryGroup): RawBuilder<unknown> {
  const field = fieldOf(model, name)
  const expression = storage.expression(field)
  // A day needs no text of its own, which would be made for every row before they are added up.
  const isDay = by === undefined || (by === 'day' && field.kind === 'date')
  return sql`${isDay ? expression : periodSql(expression, by, field.kind === 'dateTime')} as ${sql.id(name)}`
}

/** The columns of a measure. All of them can be added up. */
const sumNames = ({ op, name }: SummaryMeasure) => (op === 'sum' || op === 'count' ? [name] : [name, weightOf(name)])

function measureSql({ storage, model }: PreparedCall, { op, name }: SummaryMeasure): readonly RawBuilder<unknown>[] {
  if (op === 'count') return [sql`count(*) as ${sql.id(name)}`]
  const expression = storage.expression(fieldOf(model, name))
  const sum = sql`coalesce(sum(${expression}), 0) as ${sql.id(name)}`
  return op === 'sum' ? [sum] : [sum, sql`count(${expression}) as ${sql.id(weightOf(name))}`]
}
