import { sql } from 'kysely'
import type { Trx } from '../../platform/database/tables.ts'
import { type RedeemableCode, type RedeemableCodeRef, redeemableTables, wrongPinsMax } from './redeemableCodes.ts'
import { frozenOwn, type SerialRefusal, wrongPinOfOwn } from './refusals.ts'

/**
 * What a corporate member is told after a wrong pin of a serial or card that was sold to it. Runs one statement in every case, so that
 * unknown numbers and those of others take the same time.
 *
 * @returns null for a code that is not its own, or that could not be spent anyway
 */
export async function readOwnTrouble(trx: Trx, { kind, id }: RedeemableCodeRef, corporateNo: string): Promise<SerialRefusal | null> {
  const { table, statusOf } = redeemableTables[kind]
  const { rows } = await sql<Pick<RedeemableCode, 'status' | 'wrongPins' | 'frozenBy'>>`
    select b.status, b.wrong_pins, b.frozen_by from ${sql.table(table)} b
    join corporate_settlement s on s.settlement_no = b.settlement_no
    where b.id = ${id} and s.corporate_no = ${corporateNo}`.execute(trx)
  const [own] = rows
  if (own?.status === statusOf.frozen) return frozenOwn(own.frozenBy)
  if (own?.status !== statusOf.usable && own?.status !== statusOf.partlyUsed) return null
  return own.wrongPins < wrongPinsMax ? wrongPinOfOwn(wrongPinsMax - own.wrongPins) : frozenOwn('pin')
}
