import type { Trx } from '../../platform/database/tables.ts'
import type { AdjustedHolder, PostingContext } from '../points/public.ts'
import { ledger } from '../points/public.ts'
import type { OpenedSerial } from './openSerials.ts'
import { takeSerials } from './takeSerials.ts'

/** Source of deposits without a number of a partner. */
export const depositWork = 'SERIAL_DEPOSIT'

export interface DepositInput {
  /** From `openSerials`. */
  readonly serial: OpenedSerial
  readonly to: AdjustedHolder
  /** The posting context without its source; a partner's number may be the source. */
  readonly context: Omit<PostingContext, 'source'> & Partial<Pick<PostingContext, 'source'>>
}

export interface DepositResult {
  readonly depositedPoints: number
  /** Of the account afterwards. */
  readonly balance: number
  readonly transactionNo: string
  readonly transactionId: number
  readonly expireDate: string
}

/**
 * All that is left of a serial or card goes into an account (SERIAL_DEPOSIT); the points keep their expiry.
 *
 * @throws ApiError E1602 when it was used meanwhile; LedgerRefusal E1201, E1202
 */
export async function depositSerial(trx: Trx, { serial, to, context }: DepositInput): Promise<DepositResult> {
  const [holder] = await takeSerials(trx, { serials: [serial], points: 'all', use: { kind: 'deposit' }, now: context.now })
  const part = holder?.parts[0]
  if (!holder || !part) throw new Error('a usable serial without points')
  const source = context.source ?? { work: depositWork, workId: String(part.useId) }
  const { posted, balance } = await ledger.serialDeposit(trx, {
    context: { ...context, source },
    settlementNo: holder.holderNo,
    to,
    points: part.points,
    expireDate: part.expireDate,
  })
  const { transactionNo, transactionId } = posted
  return { depositedPoints: part.points, balance, transactionNo, transactionId, expireDate: part.expireDate }
}
