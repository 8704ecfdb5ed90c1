import { sql } from 'kysely'
import { exchangeDirection, settingStatus } from '../../../../rules/codes.generated.ts'
import { lastDateOfMonth, monthOf } from '../../../../rules/dates.ts'
import { literals } from '../../../platform/database/literals.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import { endOfNextYear, expireDateOf, ledger } from '../../points/public.ts'
import { type BodyOf, convertKinds } from '../catalog/catalog.ts'
import { PartnerRefusal } from '../catalog/codes.ts'
import { getMemberOrThrow } from '../facts/checkPlace.ts'
import type { PartnerCall, PartnerOutcome } from '../registry.ts'
import { getCallPlaceOrThrow } from './callPlace.ts'
import { contextOf, inspect, type PostingServices } from './posting.ts'

/** 點數轉換設定 in force (domain 4.5). */
export interface ExchangeSetting {
  readonly partnerPoints: number
  readonly platformPoints: number
  readonly minPoints: number
  readonly stepPoints: number
  readonly dailyLimit: number | null
  readonly monthlyLimit: number | null
  readonly unitPrice: number
}

type Direction = keyof typeof convertKinds

async function findSetting(db: Executor, companyNo: string, direction: Direction, date: string): Promise<ExchangeSetting | null> {
  const { rows } = await sql<ExchangeSetting>`
    select partner_points, platform_points, min_points, step_points, daily_limit, monthly_limit, unit_price from point_exchange
    where company_no = ${companyNo} and direction = ${direction}
      and status in (${literals(settingStatus.approved, settingStatus.stopped)}) and ${date}::date between start_date and end_date
    order by start_date desc, id limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * Platform points for partner points. The source side (the partner's in, ours out) comes in multiples of the step, from the minimum on.
 *
 * @throws PartnerRefusal E1021 no whole multiple, E1302 below the minimum
 */
function convertedPoints(setting: ExchangeSetting, direction: Direction, partnerPoints: number): number {
  const { minPoints, stepPoints } = setting
  if (partnerPoints % setting.partnerPoints !== 0) throw new PartnerRefusal('E1021')
  const points = (partnerPoints / setting.partnerPoints) * setting.platformPoints
  const source = direction === exchangeDirection.inbound ? partnerPoints : points
  if (!Number.isSafeInteger(points) || source % stepPoints !== 0) throw new PartnerRefusal('E1021')
  if (source < minPoints) throw new PartnerRefusal('E1302')
  return points
}

/** Locks the member's row: two conversions of one member at the same time must not both use the rest of the limit. */
async function assertWithinLimits(trx: Trx, setting: ExchangeSetting, conversion: Conversion): Promise<void> {
  const { dailyLimit, monthlyLimit } = setting
  if (dailyLimit === null && monthlyLimit === null) return
  const { memberNo, companyNo, direction, businessDate, points } = conversion
  await trx.selectFrom('member').select('id').where('memberNo', '=', memberNo).forUpdate().execute()
  const { rows } = await sql<{ day: number; month: number }>`
    select coalesce(sum(abs(e.points)) filter (where t.business_date = ${businessDate}), 0)::bigint as day,
      coalesce(sum(abs(e.points)), 0)::bigint as month
    from point_transaction t join point_entry e on e.transaction_id = t.id and e.account_class = 'MEMBER'
    where t.member_no = ${memberNo} and t.company_no = ${companyNo} and t.kind = ${convertKinds[direction]}
      and t.business_date between ${`${businessDate.slice(0, 7)}-01`} and ${lastDateOfMonth(monthOf(businessDate))}`.execute(trx)
  const { day = 0, month = 0 } = rows[0] ?? {}
  const isOver = (limit: number | null, used: number) => limit !== null && used + points > limit
  if (isOver(dailyLimit, day) || isOver(monthlyLimit, month)) throw new PartnerRefusal('E1303')
}

interface Conversion {
  readonly memberNo: string
  readonly companyNo: string
  readonly direction: Direction
  readonly businessDate: string
  readonly points: number
}

/** POST points/convert: a partner's own points become ours (1), or ours become the partner's (2). */
export function convertHandler(services: PostingServices) {
  return async (trx: Trx, call: PartnerCall<BodyOf<'points/convert'>>): Promise<PartnerOutcome> => {
    const { body } = call
    const { companyNo, direction } = body
    const { businessAt, businessDate, retailStoreNo, facts } = await getCallPlaceOrThrow(trx, services, call)
    const memberNo = getMemberOrThrow(facts)
    const setting = await findSetting(trx, companyNo, direction, businessDate)
    if (!setting) throw new PartnerRefusal('E1106')
    const points = convertedPoints(setting, direction, body.partnerPoints)
    await assertWithinLimits(trx, setting, { memberNo, companyNo, direction, businessDate, points })
    const context = { ...contextOf(call, businessAt, retailStoreNo), remark: `${body.partnerPoints} ${body.partnerTxnNo}` }
    const input = { context, memberNo, points, unitPrice: setting.unitPrice }
    const expireDate = expireDateOf(endOfNextYear, businessDate)
    const { posted, balance } = await (direction === exchangeDirection.inbound
      ? ledger.convertIn(trx, { ...input, expireDate })
      : ledger.convertOut(trx, input))
    await inspect(services, trx, { posted, context, call: { kind: convertKinds[direction], memberNo, points, amount: null } })
    return { fields: { platformPoints: points, balance }, transactionId: posted.transactionId, transactionNo: posted.transactionNo }
  }
}
