import { sql } from 'kysely'
import { statementKind, statementStatus } from '../../../../rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../../../rules/dates.ts'
import { amountOf, decimalText } from '../../../../rules/money.ts'
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
export async function storeStatement(trx: Trx, computed: ComputedStatement, { closedBy, closedAt }: Closing): Promise<number> {
  const { period, company, amounts, sales, terms, workings, lines } = computed
  const { statementKind: kind, prefix } = kinds[period.stream]
  const version = await nextVersion(trx, period.id)
  const statementNo = formatNumber(`${prefix}${period.periodNo}${period.companyNo}`, version, 2)
  const { id } = await trx
    .insertInto('statement')
    .values({
      ...{ statementNo, statementKind: kind, periodId: period.id, version },
      ...{ companyNo: period.companyNo, companyName: company.companyName, taxNumber: company.taxNumber },
      settlementMode: company.settlementMode,
      ...{ periodNo: period.periodNo, startDate: period.startDate, endDate: period.endDate },
      ...amounts,
      ...sales,
      ...{ terms: JSON.stringify(terms), workings: JSON.stringify(workings) },
      ...{ status: statementStatus.closed, closedBy, closedAt, createdBy: closedBy, createdAt: closedAt },
      dueDate: addDays(taipeiDate(closedAt), company.paymentTermDays),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeLines(trx, id, lines)
  return id
}

async function nextVersion(trx: Trx, periodId: number): Promise<number> {
  const row = await trx
    .selectFrom('statement')
    .select((each) => each.fn.max('version').as('version'))
    .where('periodId', '=', periodId)
    .executeTakeFirst()
  return Number(row?.version ?? 0) + 1
}

async function storeLines(trx: Trx, statementId: number, lines: readonly StatementLine[]): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map((line, index) => ({
    ...line,
    statementId,
    lineNo: index + 1,
    amount: sql<number>`${decimalText(amountOf(line.points, line.unitPrice))}::numeric`,
  }))
  await trx.insertInto('statementLine').values(rows).execute()
}
