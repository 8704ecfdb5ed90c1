import { sql } from 'kysely'
import { taipeiDate } from '../../../rules/dates.ts'
import { parseCardNo, parseSerialNo } from '../../../rules/serialNo.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { readOwnTrouble } from './ownTrouble.ts'
import {
  compareRedeemableCodes,
  findRedeemableCode,
  isUsable,
  lockRedeemableCode,
  type RedeemableCode,
  type RedeemableCodeRef,
  redeemableTables,
  wrongPinsMax,
} from './redeemableCodes.ts'
import { SerialRefusal, unusableSerial, wrongSerial } from './refusals.ts'
import { hashPin, hashSerialNo, isSameHash, type SerialKeys } from './serialKeys.ts'

/** What its holder shows: the number of a serial or card, and its pin. */
export interface SerialCredential {
  readonly serialNo: string
  readonly pin: string
}

declare const opened: unique symbol
/** A serial or card whose pin was shown, usable at that time; `takeSerials` asks again. Only this module makes them. */
export type OpenedSerial = RedeemableCode & { readonly [opened]: true }

/** The verdict on one credential. */
export type SerialVerdict =
  | { readonly ok: true; readonly serial: OpenedSerial }
  | {
      readonly ok: false
      readonly refusal: SerialRefusal
      /** The number or pin was not accepted, whatever the refusal says. */
      readonly isWrong: boolean
      /** The serial whose pin was right although it cannot be spent; null for all others. */
      readonly shown: RedeemableCodeRef | null
    }

/** Who shows serials. */
export interface SerialAsker {
  /** Called for every wrong number or pin, in the transaction that counts it (anomaly rule R12). */
  onWrong?(trx: Trx): Promise<void>
  /**
   * A signed-in corporate member. For serials that were sold to it the answer names the tries left or that the serial is frozen; for all
   * others it is the usual one. It depends on the number only, never on the pin: the answer for a frozen serial does not show which pin is
   * right.
   */
  readonly corporateNo?: string
}

interface CheckSerialsInput {
  readonly credentials: readonly SerialCredential[]
  readonly now: Date
  readonly asker?: SerialAsker | undefined
}

/**
 * Looks at serials and cards before they are used, in one transaction of its own: a wrong pin counts although the caller refuses.
 * The fifth wrong pin in a row freezes; from then on the pin is not looked at any more, and the answer stays the same as for a number
 * that does not exist.
 *
 * @returns verdicts in the order of the credentials
 */
export function checkSerials(
  db: Database,
  keys: SerialKeys,
  { credentials, now, asker = {} }: CheckSerialsInput,
): Promise<readonly SerialVerdict[]> {
  return transact(db, (trx) => checkSerialsInside(trx, keys, { credentials, now, asker }))
}

/** Like {@link checkSerials}, for callers that use the serials right after. @throws SerialRefusal of the first credential that is refused */
export async function openSerials(db: Database, keys: SerialKeys, input: CheckSerialsInput): Promise<readonly OpenedSerial[]> {
  return serialsOf(await checkSerials(db, keys, input))
}

/** @throws SerialRefusal of the first refused credential */
export function serialsOf(verdicts: readonly SerialVerdict[]): readonly OpenedSerial[] {
  return verdicts.map((verdict) => {
    if (!verdict.ok) throw verdict.refusal
    return verdict.serial
  })
}

/** For `checkSerials` and the demo: the transaction must commit whatever the verdicts are, since a rollback would forget the wrong pins. */
export async function checkSerialsInside(
  trx: Trx,
  keys: SerialKeys,
  { credentials, now, asker = {} }: CheckSerialsInput,
): Promise<readonly SerialVerdict[]> {
  const named: IdentifiedCode[] = []
  for (const { serialNo } of credentials) named.push(await identifyCode(trx, keys, serialNo))
  const verdicts = credentials.map(() => wrong(wrongSerial()))
  let previous: IdentifiedCode | undefined
  for (const { code, place } of inLockOrder(named)) {
    const isRepeated = code.id !== nobody && previous !== undefined && compareRedeemableCodes(previous, code) === 0
    const pin = credentials[place]?.pin ?? ''
    verdicts[place] = isRepeated
      ? refused(new SerialRefusal('repeated'))
      : await judge(trx, keys, { ref: code, pin, now, corporateNo: asker.corporateNo })
    previous = code
  }
  for (const verdict of verdicts) if (!verdict.ok && verdict.isWrong) await asker.onWrong?.(trx)
  return verdicts
}

/** Id that no serial and no card has. */
export const nobody = 0

/**
 * Looks a serial or card up by what was typed. An unknown one gets the id {@link nobody} and runs through the same steps: otherwise the
 * time of the answer would tell which numbers exist.
 */
export type IdentifiedCode = RedeemableCodeRef & {
  /** The number in the form in which it is hashed. */
  readonly number: string
}

function inLockOrder(named: readonly IdentifiedCode[]): readonly { code: IdentifiedCode; place: number }[] {
  return named
    .map((code, place) => ({ code, place }))
    .sort((first, second) => compareRedeemableCodes(first.code, second.code) || first.place - second.place)
}

function refused(refusal: SerialRefusal, shown: RedeemableCodeRef | null = null): SerialVerdict {
  return { ok: false, refusal, isWrong: false, shown }
}

function wrong(refusal: SerialRefusal): SerialVerdict {
  return { ok: false, refusal, isWrong: true, shown: null }
}

async function identifyCode(trx: Trx, keys: SerialKeys, text: string): Promise<IdentifiedCode> {
  const cardNo = parseCardNo(text)
  const number = parseSerialNo(text) ?? cardNo ?? text
  const found = await findRedeemableCode(trx, hashSerialNo(keys, number), number)
  return { kind: found?.kind ?? (cardNo === null ? 'serial' : 'card'), id: found?.id ?? nobody, number }
}

interface JudgeInput {
  readonly ref: IdentifiedCode
  readonly pin: string
  readonly now: Date
  readonly corporateNo: string | undefined
}

async function judge(trx: Trx, keys: SerialKeys, { ref, pin, now, corporateNo }: JudgeInput): Promise<SerialVerdict> {
  const code = await checkPin(trx, keys, { ref, pin, now })
  if (!code) return wrong((corporateNo === undefined ? null : await readOwnTrouble(trx, ref, corporateNo)) ?? wrongSerial())
  const today = taipeiDate(now)
  return isUsable(code, today) ? { ok: true, serial: code as OpenedSerial } : refused(unusableSerial(code, today), code)
}

/** Dummy hash that no pin has, so that unknown numbers take the same time as wrong pins. */
const noHash = Buffer.alloc(32)

/**
 * Locks a serial or card and compares its pin; counts a wrong one. After five wrong pins even the right one is refused. Wrong, frozen and
 * unknown take the same steps. The transaction must commit, whatever the verdict, before the caller answers.
 *
 * @returns null for a wrong pin
 */
export async function checkPin(
  trx: Trx,
  keys: SerialKeys,
  { ref, pin, now }: { readonly ref: IdentifiedCode; readonly pin: string; readonly now: Date },
): Promise<RedeemableCode | null> {
  const code = await lockRedeemableCode(trx, ref)
  const isRight = isSameHash(code?.pinHash ?? noHash, hashPin(keys, ref.number, pin.trim()))
  if (!code || !isRight || code.wrongPins >= wrongPinsMax) {
    await countWrongPin(trx, ref, now)
    return null
  }
  if (code.wrongPins > 0) await forgetWrongPins(trx, code)
  const { pinHash: _pinHash, ...shown } = code
  return shown
}

/** The fifth wrong pin freezes a usable code. A code that cannot be spent anyway keeps its state; its pins are no longer compared. */
async function countWrongPin(trx: Trx, { kind, id }: RedeemableCodeRef, now: Date): Promise<void> {
  const { table, statusOf } = redeemableTables[kind]
  await sql`
    update ${sql.table(table)} b
    set wrong_pins = b.wrong_pins + 1,
      status = case when f.is_last then ${statusOf.frozen} else b.status end,
      frozen_by = case when f.is_last then 'pin' else b.frozen_by end,
      row_version = b.row_version + case when f.is_last then 1 else 0 end,
      updated_by = case when f.is_last then '系統' else b.updated_by end,
      updated_at = case when f.is_last then ${now}::timestamptz else b.updated_at end
    from (
      select id, wrong_pins + 1 >= ${wrongPinsMax} and status in (${statusOf.usable}, ${statusOf.partlyUsed}) as is_last
      from ${sql.table(table)} where id = ${id} and wrong_pins < ${wrongPinsMax}
    ) f where b.id = f.id`.execute(trx)
}

async function forgetWrongPins(trx: Trx, { kind, id }: RedeemableCodeRef): Promise<void> {
  await sql`update ${sql.table(redeemableTables[kind].table)} set wrong_pins = 0 where id = ${id}`.execute(trx)
}
