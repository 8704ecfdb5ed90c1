import { sql } from 'kysely'
import { lastDateOfMonth, monthOf } from '../../../rules/dates.ts'
import type { Executor } from '../../platform/database/tables.ts'
import './tables.ts'

/** ExchangeDirection: into our points, or out to the partner's. */
export type ConversionDirection = '1' | '2'

/** A 點數轉換設定 in force. Minimum and step count in points of the source: the partner's in, ours out. */
export interface Conversion {
  readonly pointExchangeNo: string
  readonly direction: ConversionDirection
  readonly partnerPoints: number
  readonly platformPoints: number
  readonly minPoints: number
  readonly stepPoints: number
  /** Platform points per member; null = no limit. */
  readonly dailyLimit: number | null
  readonly monthlyLimit: number | null
  /** NT$ untaxed per platform point. */
  readonly unitPrice: number
}

/** The conversion of a partner in force on a day; undefined when there is none. Direction 1 is in, 2 is out. */
export async function findConversion(
  db: Executor,
  companyNo: string,
  direction: ConversionDirection,
  date: string,
): Promise<Conversion | undefined> {
  return db
    .selectFrom('pointExchange')
    .select([
      'pointExchangeNo',
      'direction',
      'partnerPoints',
      'platformPoints',
      'minPoints',
      'stepPoints',
      'dailyLimit',
      'monthlyLimit',
      'unitPrice',
    ])
    .where('companyNo', '=', companyNo)
    .where('direction', '=', direction)
    .where('status', 'in', ['3', '5'])
    .where('startDate', '<=', date)
    .where('endDate', '>=', date)
    .orderBy('startDate', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * What points of the source side become on the other side, exactly; null when the number is below the minimum or no multiple of the
 * unit (E1021).
 */
export function convertedPoints(conversion: Conversion, sourcePoints: number): number | null {
  const { direction, partnerPoints, platformPoints, minPoints, stepPoints } = conversion
  if (!Number.isSafeInteger(sourcePoints) || sourcePoints < minPoints || sourcePoints % stepPoints !== 0) return null
  const [from, to] = direction === '1' ? [partnerPoints, platformPoints] : [platformPoints, partnerPoints]
  const product = BigInt(sourcePoints) * BigInt(to)
  // The form keeps minimum and unit multiples of the ratio, so nothing is cut; a row that got past it converts nothing.
  return product % BigInt(from) === 0n ? Number(product / BigInt(from)) : null
}

/** The source points that make a number of points on the other side; null when no whole number does. */
export function sourcePointsOf({ direction, partnerPoints, platformPoints }: Conversion, convertedTo: number): number | null {
  const [from, to] = direction === '1' ? [partnerPoints, platformPoints] : [platformPoints, partnerPoints]
  const product = BigInt(convertedTo) * BigInt(from)
  return product % BigInt(to) === 0n ? Number(product / BigInt(to)) : null
}

/**
 * Platform points that the daily and monthly limits leave a member at a partner on a day; null = no limit. Ask under the member's lock.
 */
export async function conversionRoom(
  db: Executor,
  conversion: Conversion,
  of: { readonly memberNo: string; readonly companyNo: string; readonly date: string },
): Promise<number | null> {
  const { direction, dailyLimit, monthlyLimit } = conversion
  if (dailyLimit === null && monthlyLimit === null) return null
  const month = monthOf(of.date)
  const { rows } = await sql<{ day: number; month: number }>`
    select coalesce(sum(abs(e.points)) filter (where t.business_date = ${of.date}), 0)::bigint as day,
      coalesce(sum(abs(e.points)), 0)::bigint as month
    from point_transaction t join point_entry e on e.transaction_id = t.id
    where t.member_no = ${of.memberNo} and t.company_no = ${of.companyNo} and t.kind = ${direction === '1' ? '80' : '81'}
      and t.business_date between ${`${of.date.slice(0, 7)}-01`} and ${lastDateOfMonth(month)} and e.account_class = 'MEMBER'`.execute(db)
  const used = rows[0] ?? { day: 0, month: 0 }
  const rooms = [dailyLimit === null ? null : dailyLimit - used.day, monthlyLimit === null ? null : monthlyLimit - used.month]
  return Math.max(0, Math.min(...rooms.filter((room) => room !== null)))
}
