import { sql } from 'kysely'
import type { Database } from '../../../platform/database/tables.ts'
import { isSafeInput, parseJsonBody } from '../../../platform/http/unsafeInput.ts'
import type { CallMeter } from './callMeter.ts'
import { PartnerRefusal } from './codes.ts'
import { type DerivedKeys, decryptText, isNonce, isSignedBy, type SignedParts } from './crypto.ts'
import type { KnownPlatform, PlatformBook } from './platformBook.ts'

/** A request as it came in: header texts ('' when absent) and the raw body. */
export interface RawCall {
  readonly method: string
  /** As sent, with its query if it has one. */
  readonly path: string
  readonly platformNo: string
  readonly keyVersion: string
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
  readonly body: Buffer
  readonly address: string
  readonly now: Date
}

/** A request whose sender is known and which was never sent before. */
export interface AdmittedCall {
  readonly platform: KnownPlatform
  readonly keys: DerivedKeys
}

export interface Gate {
  readonly db: Database
  readonly book: PlatformBook
  readonly meter: CallMeter
}

const clockSkewSeconds = 300
const timestampPattern = /^\d{10}$/
const keyVersionPattern = /^\d{1,9}$/
/** Refusals that rest on what is known of the platform: looked at again with what the database says now. */
const restsOnPlatform: ReadonlySet<string> = new Set(['E1001', 'E1002', 'E1005'])
const limitFreshMs = 1000
const roundsMax = 5

function signedParts(raw: RawCall): SignedParts {
  const { method, path, platformNo, timestamp, nonce, body } = raw
  return { method, path, platformNo, keyVersion: Number(raw.keyVersion), timestamp, nonce, body }
}

function keysOf(platform: KnownPlatform, raw: RawCall): DerivedKeys | undefined {
  if (!keyVersionPattern.test(raw.keyVersion)) return undefined
  const version = Number(raw.keyVersion)
  return platform.keys.find((key) => key.keyVersion === version && (key.validTo === null || key.validTo > raw.now))
}

/** Platform, address, limit, time, signature: in this order (domain 8). @throws PartnerRefusal */
function check(gate: Gate, platform: KnownPlatform | null, raw: RawCall): AdmittedCall {
  if (!platform?.isEnabled) throw new PartnerRefusal('E1001')
  if (!platform.addresses.has(raw.address)) throw new PartnerRefusal('E1005')
  if (gate.meter.isFull(platform.platformNo, raw.address, platform.callsPerMinute, raw.now)) throw new PartnerRefusal('E1007')
  const skew = Math.abs(raw.now.getTime() / 1000 - Number(raw.timestamp))
  if (!timestampPattern.test(raw.timestamp) || skew > clockSkewSeconds) throw new PartnerRefusal('E1003')
  const keys = keysOf(platform, raw)
  if (!keys || !isSignedBy(keys.signature, signedParts(raw), raw.signature)) throw new PartnerRefusal('E1002')
  // Signed by the platform itself, so this is its own mistake: nothing that could be decrypted or remembered.
  if (!isNonce(raw.nonce)) throw new PartnerRefusal('E1009')
  return { platform, keys }
}

type Admission = 'admitted' | 'limited' | 'replayed' | 'stale'

/** Counts the call and remembers its nonce, for all processes at once. */
async function admit(gate: Gate, platform: KnownPlatform, raw: RawCall): Promise<Admission> {
  const { platformNo, version, callsPerMinute } = platform
  const { rows } = await sql<{ outcome: Admission; calls: number | null }>`
    select outcome, calls from partner_admit(${platformNo}, ${version}, ${raw.nonce.toLowerCase()}, ${raw.now}, ${callsPerMinute})`.execute(
    gate.db,
  )
  const row = rows[0]
  if (!row) throw new Error('a query without rows')
  if (row.calls !== null) gate.meter.learn(platformNo, row.calls, raw.now)
  return row.outcome
}

function mayBeOutdated(refusal: unknown, platform: KnownPlatform | null, now: Date): boolean {
  if (!(refusal instanceof PartnerRefusal)) return false
  if (refusal.refusal === 'E1007') return platform !== null && now.getTime() - platform.readAt > limitFreshMs
  return restsOnPlatform.has(refusal.refusal)
}

/** @returns null when the platform was changed meanwhile and has to be read again */
async function tryOpen(gate: Gate, platform: KnownPlatform | null, isFresh: boolean, raw: RawCall): Promise<AdmittedCall | null> {
  let call: AdmittedCall
  try {
    call = check(gate, platform, raw)
  } catch (refusal) {
    if (!isFresh && mayBeOutdated(refusal, platform, raw.now)) return null
    throw refusal
  }
  const admission = await admit(gate, call.platform, raw)
  if (admission === 'limited') throw new PartnerRefusal('E1007')
  if (admission === 'replayed') throw new PartnerRefusal('E1004')
  return admission === 'admitted' ? call : null
}

/**
 * Who sent it, may they, and is it new: every check before decryption, in the order of domain 8. Refusals say no more than their code.
 *
 * @throws PartnerRefusal E1001 to E1005, E1007
 */
export async function openCall(gate: Gate, raw: RawCall): Promise<AdmittedCall> {
  let platform = gate.book.known(raw.platformNo)
  try {
    for (let round = 0; round < roundsMax; round += 1) {
      const call = platform || round > 0 ? await tryOpen(gate, platform, round > 0, raw) : null
      if (call) return call
      platform = await gate.book.read(raw.platformNo)
    }
  } catch (refusal) {
    const isStranger = refusal instanceof PartnerRefusal && (refusal.refusal === 'E1002' || refusal.refusal === 'E1003')
    if (isStranger) gate.meter.countStranger(raw.platformNo, raw.address, raw.now)
    throw refusal
  }
  throw new PartnerRefusal('E1900')
}

/** The JSON value inside `{"data": …}`. @throws PartnerRefusal E1009 */
export function decryptBody({ keys }: AdmittedCall, raw: RawCall): unknown {
  try {
    const envelope = JSON.parse(raw.body.toString('utf8')) as { readonly data?: unknown } | null
    if (typeof envelope?.data !== 'string') throw new PartnerRefusal('E1009')
    const text = decryptText(keys.request, raw, envelope.data)
    const value = text === null ? undefined : parseJsonBody(text)
    if (value !== undefined && isSafeInput(value)) return value
  } catch {
    // No JSON, or not what we take: said below, without detail.
  }
  throw new PartnerRefusal('E1009')
}
