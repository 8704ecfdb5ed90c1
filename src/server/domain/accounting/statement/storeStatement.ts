import { sql } from 'kysely'
import { statementKind, statementStatus } from '../../../../rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../../../rules/dates.ts'
import { decimalText } from '../../../../rules/fraction.ts'
import { amountOf } from '../../../../rules/money.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import type { PeriodStream } from '../../company/public.ts'
import { formatNumber } from '../../numbers.ts'
import type { StatementLine } from '../calculation/entryGroup.ts'
import type { ComputedStatement } from './computed.ts'

/** Kind of statement and prefix of its number for each stream (domain 1, 4.11). */
const kinds = {
  MONTH: { statementKind: statementKind.monthly, prefix: 'ST' },
  PAYG: { statementKind: statementKind.payAsYouGo, prefix: 'PG' },
  BANK: { statementKind: statementKind.bank, prefix: 'BK' },
} as const satisfies Record<PeriodStream, object>

export interface Closing {
  readonly closedBy: string
  /** No entry can be posted to the period after this time, because the period is locked. */
  readonly closedAt: Date
}

/** Stores the next version of a statement, and its lines. @returns its id */
export async function storeStatement(trx: Trx, computed: ComputedStatement, closing: Closing): Promise<number> {
  const [id] = await storeStatements(trx, [computed], closing)
  if (id === undefined) throw new Error(`statement of period ${computed.period.id} was not stored`)
  return id
}

/** Stores the next version of each statement, with its lines, in as many SQL statements as for one. @returns their ids, in this order */
export async function storeStatements(trx: Trx, all: readonly ComputedStatement[], closing: Closing): Promise<readonly number[]> {
  if (all.length === 0) return []
  const versions = await readVersions(
    trx,
    all.map(({ period }) => period.id),
  )
  const stored = await trx
    .insertInto('statement')
    .values(all.map((computed) => rowOf(computed, (versions.get(computed.period.id) ?? 0) + 1, closing)))
    .returning(['id', 'periodId'])
    .execute()
  const ids = new Map(stored.map(({ id, periodId }) => [periodId, id]))
  const idOf = ({ period }: ComputedStatement) => ids.get(period.id) as number
  await storeLines(
    trx,
    all.flatMap((computed) => computed.lines.map((line, index) => ({ ...line, statementId: idOf(computed), lineNo: index + 1 }))),
  )
  return all.map(idOf)
}

function rowOf(computed: ComputedStatement, version: number, { closedBy, closedAt }: Closing) {
  const { period, company, amounts, sales, terms, workings } = computed
  const { statementKind: kind, prefix } = kinds[period.stream]
  return {
    ...{ statementNo: formatNumber(`${prefix}${period.periodNo}${period.companyNo}`, version, 2), statementKind: kind },
    ...{ periodId: period.id, version },
    ...{ companyNo: period.companyNo, companyName: company.companyName, taxNumber: company.taxNumber },
    settlementMode: company.settlementMode,
    ...{ periodNo: period.periodNo, startDate: period.startDate, endDate: period.endDate },
    ...amounts,
    ...sales,
    ...{ terms: JSON.stringify(terms), workings: JSON.stringify(workings) },
    ...{ status: statementStatus.closed, closedBy, closedAt, createdBy: closedBy, createdAt: closedAt },
    dueDate: addDays(taipeiDate(closedAt), company.paymentTermDays),
  }
}

async function readVersions(trx: Trx, periodIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ periodId: number; version: number }>`
    select period_id, max(version) as version from statement where period_id = any (${periodIds}::bigint[]) group by 1`.execute(trx)
  return new Map(rows.map(({ periodId, version }) => [periodId, version]))
}

/** Rows in one statement, because of the number of parameters. */
const linesMax = 2000

async function storeLines(trx: Trx, lines: readonly (StatementLine & { statementId: number; lineNo: number })[]): Promise<void> {
  for (let start = 0; start < lines.length; start += linesMax) {
    const rows = lines
      .slice(start, start + linesMax)
      .map((line) => ({ ...line, amount: sql<number>`${decimalText(amountOf(line.points, line.unitPrice))}::numeric` }))
    await trx.insertInto('statementLine').values(rows).execute()
  }
}
