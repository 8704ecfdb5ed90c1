import type { FastifyInstance } from 'fastify'
import { adjustKind, costBearer, txnKind } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { shortened } from '../../../rules/text.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { apiError, textError } from '../../platform/errors.ts'
import type { OwnCall } from '../../records/engine.ts'
import type { EntityName, RecordOf } from '../../records/hooks.ts'
import { endOfNextYear, expireDateOf } from '../points/public.ts'

/** Dictionaries AdjustKind and AdjustReason. */
const deduct = { adjustKind: adjustKind.deduct, reasonCode: '202' } as const
const giveBack = { adjustKind: adjustKind.add, reasonCode: '199' } as const
const makeUpPoints = { adjustKind: adjustKind.add, reasonCode: '102' } as const
const linesMax = 5000

interface Work {
  readonly app: Pick<FastifyInstance, 'records'>
  readonly trx: Trx
  readonly actor: Actor
  readonly now: Date
}

function callOf<Name extends EntityName>({ actor, now, trx }: Work, entity: Name): OwnCall<Name> {
  return { actor, screen: null, entity, now, db: trx, afterCommit: () => undefined }
}

/** A draft in 點數調整單設定, by the area that owns it; people complete and submit it there. */
async function createDraftSheet(work: Work, values: Record<string, unknown>): Promise<string> {
  const call = callOf(work, 'adjustmentSheet')
  const sheet = await work.app.records.create(call, { costBearer: costBearer.company, businessDate: taipeiDate(work.now), ...values })
  return sheet.sheetNo
}

/** Kinds that took points from the member: a correction gives them back. */
const takingKinds: ReadonlySet<string | null> = new Set([txnKind.redeem, txnKind.issueReturn, txnKind.convertOut])

/**
 * Drafts the sheet that undoes the points of a warning; people correct the draft where they know better.
 *
 * @throws M09 when the warning has one already, or nothing was posted that could be undone
 */
export async function draftForWarning(work: Work, id: number): Promise<{ sheetNo: string }> {
  const call = callOf(work, 'warningTransaction')
  const warning = await work.app.records.get(call, id)
  if (warning.sheetNo !== null || warning.memberNo === null || warning.transactionNo === null || !warning.points) throw apiError('M09')
  const sheetNo = await createDraftSheet(work, {
    ...(takingKinds.has(warning.txnKind) ? giveBack : deduct),
    companyNo: warning.companyNo,
    retailStoreNo: warning.retailStoreNo,
    lines: [{ memberNo: warning.memberNo, points: warning.points, originalTransactionNo: warning.transactionNo }],
    description: `異常警示 ${warning.warningNo} ${warning.measuredValue}`,
  })
  await work.app.records.update(call, id, warning.rowVersion, { sheetNo })
  return { sheetNo }
}

type Refused = RecordOf<'activityException'>

/** Rows that can share a sheet: of one company, each with a member and points that the code would have earned. */
function assertShareOneSheet(rows: readonly Refused[]): void {
  if (rows.length === 0) throw apiError('M16')
  if (rows.length > linesMax) throw textError(400, `一次最多處理 ${linesMax} 筆資料`)
  if (new Set(rows.map((row) => row.companyNo)).size > 1) throw textError(409, '所選資料須屬於同一特約商。')
  for (const row of rows) {
    if (row.sheetNo !== null) throw textError(409, `${row.exceptionNo} 已建立調整單 ${row.sheetNo}。`)
    if (row.memberNo === null || row.expectedPoints <= 0) throw textError(409, `${row.exceptionNo} 沒有會員或應贈點數。`)
  }
}

/** One line per member: a sheet may name a member only once. */
function linesOf(rows: readonly Refused[]): readonly { memberNo: string; points: number; remark: string }[] {
  const lines = new Map<string, { memberNo: string; points: number; remark: string }>()
  for (const row of rows) {
    const memberNo = row.memberNo ?? ''
    const line = lines.get(memberNo)
    const points = (line?.points ?? 0) + row.expectedPoints
    lines.set(memberNo, { memberNo, points, remark: shortened([line?.remark, row.exceptionNo].filter(Boolean).join('、'), 100) })
  }
  return [...lines.values()]
}

/** Drafts one sheet that makes up for refused codes (reason 活動補點). @returns a verdict per row, as bulk actions answer */
export async function draftForExceptions(work: Work, ids: readonly number[]) {
  const call = callOf(work, 'activityException')
  const rows: Refused[] = []
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) rows.push(await work.app.records.get(call, id))
  assertShareOneSheet(rows)
  const businessDate = taipeiDate(work.now)
  const sheetNo = await createDraftSheet(work, {
    ...makeUpPoints,
    companyNo: rows[0]?.companyNo,
    retailStoreNo: null,
    expireDate: expireDateOf(endOfNextYear, businessDate),
    lines: linesOf(rows),
    description: shortened(`活動代碼異常補點：${[...new Set(rows.map((row) => row.activityCode))].join('、')}`, 500),
  })
  await work.app.records.together(work.trx, async (records) => {
    for (const row of rows) await records.update(call, row.id, row.rowVersion, { sheetNo })
  })
  const results = rows.map((row) => ({ id: row.id, label: row.exceptionNo, ok: true, message: `調整單 ${sheetNo}` }))
  return { results, okCount: results.length, failedCount: 0, sheetNo }
}
