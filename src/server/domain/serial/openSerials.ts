import { sql } from 'kysely'
import { taipeiDate } from '../../../rules/dates.ts'
import { parseCardNo, parseSerialNo } from '../../../rules/serialNo.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import {
  type Bearer,
  type BearerRef,
  type BearerWithHash,
  bearerTables,
  compareBearers,
  findCardId,
  findSerialId,
  isUsable,
  lockBearer,
  openState,
} from './bearers.ts'
import { SerialRefusal, unusableSerial, wrongSerial } from './refusals.ts'
import { hashPin, hashSerialNo, isSameHash, type SerialKeys } from './serialKeys.ts'

/** Wrong pins after which a serial or card is frozen. */
const wrongPinsMax = 5

/** What a bearer shows: the number of a serial or card, and its pin. */
export interface SerialCredential {
  readonly serialNo: string
  readonly pin: string
}

declare const opened: unique symbol
/** A serial or card whose pin was shown, usable at that time; `takeSerials` asks again. Only this module makes them. */
export type OpenedSerial = Bearer & { readonly [opened]: true }

/** The answer to one credential. */
export type SerialVerdict = { readonly ok: true; readonly serial: OpenedSerial } | { readonly ok: false; readonly refusal: SerialRefusal }

/** Told of every wrong number or pin, in the transaction that counts it (anomaly rule R12). */
export type WrongSerialWatch = (trx: Trx) => Promise<void>

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
  credentials: readonly SerialCredential[],
  now: Date,
  onWrong?: WrongSerialWatch,
): Promise<readonly SerialVerdict[]> {
  return transact(db, (trx) => checkSerialsInside(trx, keys, credentials, now, onWrong))
}

/** Like {@link checkSerials}, for callers that use the serials right after. @throws SerialRefusal of the first credential that is refused */
export async function openSerials(
  db: Database,
  keys: SerialKeys,
  credentials: readonly SerialCredential[],
  now: Date,
  onWrong?: WrongSerialWatch,
): Promise<readonly OpenedSerial[]> {
  return serialsOf(await checkSerials(db, keys, credentials, now, onWrong))
}

/** @throws SerialRefusal of the first refused one */
export function serialsOf(verdicts: readonly SerialVerdict[]): readonly OpenedSerial[] {
  return verdicts.map((verdict) => {
    if (!verdict.ok) throw verdict.refusal
    return verdict.serial
  })
}

/** For a caller with a transaction that commits whatever the verdicts are: a rollback would forget the wrong pins. */
export async function checkSerialsInside(
  trx: Trx,
  keys: SerialKeys,
  credentials: readonly SerialCredential[],
  now: Date,
  onWrong?: WrongSerialWatch,
): Promise<readonly SerialVerdict[]> {
  const found: (FoundBearer | null)[] = []
  for (const { serialNo } of credentials) found.push(await findBearer(trx, keys, serialNo))
  const verdicts = credentials.map(() => refused(wrongSerial()))
  let previous: FoundBearer | undefined
  for (const { bearer, place } of inLockOrder(found)) {
    const isRepeated = previous !== undefined && compareBearers(previous, bearer) === 0
    const pin = credentials[place]?.pin ?? ''
    verdicts[place] = isRepeated ? refused(new SerialRefusal('repeated')) : await judge(trx, keys, bearer, pin, now)
    previous = bearer
  }
  for (const verdict of verdicts) if (onWrong && !verdict.ok && verdict.refusal.reason === null) await onWrong(trx)
  return verdicts
}

/** A serial or card that was found by what somebody typed. */
export type FoundBearer = BearerRef & {
  /** As it was hashed. */
  readonly number: string
}

function inLockOrder(found: readonly (FoundBearer | null)[]): readonly { bearer: FoundBearer; place: number }[] {
  return found
    .flatMap((bearer, place) => (bearer ? [{ bearer, place }] : []))
    .sort((first, second) => compareBearers(first.bearer, second.bearer) || first.place - second.place)
}

function refused(refusal: SerialRefusal): SerialVerdict {
  return { ok: false, refusal }
}

async function findBearer(trx: Trx, keys: SerialKeys, text: string): Promise<FoundBearer | null> {
  const serialNo = parseSerialNo(text)
  const serialId = serialNo === null ? null : await findSerialId(trx, hashSerialNo(keys, serialNo))
  if (serialNo !== null && serialId !== null) return { kind: 'serial', id: serialId, number: serialNo }
  const cardNo = parseCardNo(text)
  const cardId = cardNo === null ? null : await findCardId(trx, cardNo)
  return cardNo !== null && cardId !== null ? { kind: 'card', id: cardId, number: cardNo } : null
}

async function judge(trx: Trx, keys: SerialKeys, ref: FoundBearer, pin: string, now: Date): Promise<SerialVerdict> {
  const bearer = await checkPin(trx, keys, ref, pin, now)
  if (!bearer) return refused(wrongSerial())
  const today = taipeiDate(now)
  return isUsable(bearer, today) ? { ok: true, serial: bearer as OpenedSerial } : refused(unusableSerial(bearer, today))
}

/**
 * Locks a serial or card and compares its pin; counts a wrong one. After five wrong ones no pin is right any more.
 *
 * @returns null for a wrong pin
 */
export async function checkPin(trx: Trx, keys: SerialKeys, ref: FoundBearer, pin: string, now: Date): Promise<Bearer | null> {
  const bearer = await lockBearer(trx, ref)
  if (!bearer || bearer.wrongPins >= wrongPinsMax) return null
  if (!isSameHash(bearer.pinHash, hashPin(keys, ref.number, pin.trim()))) {
    await countWrongPin(trx, bearer, now)
    return null
  }
  if (bearer.wrongPins > 0) await setWrongPins(trx, bearer, 0)
  const { pinHash: _pinHash, ...shown } = bearer
  return shown
}

/** Freezes with the fifth; one that cannot be spent anyway keeps its state but is not asked about any more. */
async function countWrongPin(trx: Trx, bearer: BearerWithHash, now: Date): Promise<void> {
  const wrongPins = bearer.wrongPins + 1
  const { statusOf } = bearerTables[bearer.kind]
  const isOpen = bearer.status === statusOf.usable || bearer.status === statusOf.partlyUsed
  if (wrongPins < wrongPinsMax || !isOpen) return setWrongPins(trx, bearer, wrongPins)
  await sql`
    update ${sql.table(bearerTables[bearer.kind].table)}
    set wrong_pins = ${wrongPins}, status = ${statusOf.frozen}, frozen_by = 'pin', row_version = row_version + 1,
      updated_by = '系統', updated_at = ${now}
    where id = ${bearer.id}`.execute(trx)
}

async function setWrongPins(trx: Trx, bearer: BearerRef, wrongPins: number): Promise<void> {
  await sql`update ${sql.table(bearerTables[bearer.kind].table)} set wrong_pins = ${wrongPins} where id = ${bearer.id}`.execute(trx)
}

/** The state that a frozen serial or card returns to. */
export function thawedStatus(bearer: Pick<Bearer, 'kind' | 'points' | 'remainingPoints'>): string {
  return bearerTables[bearer.kind].statusOf[openState(bearer.points, bearer.remainingPoints)]
}
