import { asOneLine } from '../../../../rules/cleanText.ts'
import type { Database } from '../../../platform/database/tables.ts'
import { limitKeyOf } from '../../../platform/http/guards/callerAddress.ts'
import { isSafeInput, parseJsonBody } from '../../../platform/http/guards/unsafeInput.ts'
import { enteredBody, type TextSchema } from '../../../platform/http/routes/enteredBody.ts'
import { type DerivedKeys, decryptText, isNonce, isSignedBy, type SignedParts } from '../../connection/public.ts'
import { type PartnerCallName, partnerCalls } from '../catalog/catalog.ts'
import { PartnerRefusal } from '../catalog/codes.ts'
import { type CallMeter, secondsLeft } from './callMeter.ts'
import { admitOnly, type CallPrefetcher, type PrefetchedCall, prefetchRequest } from './callPrefetcher.ts'
import type { KnownPlatform, PlatformCache } from './platformCache.ts'

/** A request as it came in: header texts ('' when absent) and the raw body. */
export interface RawCall {
  readonly name: PartnerCallName
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

/** A request whose signature is right. */
interface SignedCall {
  readonly platform: KnownPlatform
  readonly keys: DerivedKeys
}

/** A request whose sender is known and which was never sent before. */
export interface AdmittedCall extends SignedCall {
  /** The JSON value inside `{"data": …}`; undefined when it cannot be decrypted or is not JSON that we take. */
  readonly body: unknown
  /** The body before its texts lost what nobody sees; null when they had nothing to lose. */
  readonly sent: unknown
  /** Facts that were read with the admission; null where the handler reads them itself. */
  readonly prefetched: PrefetchedCall | null
}

export interface Gate {
  readonly db: Database
  readonly platforms: PlatformCache
  readonly prefetcher: CallPrefetcher
  readonly meter: CallMeter
  /** PARTNER_CALLS_PER_SECOND: of one platform, over all server processes. */
  readonly callsPerSecond: number
}

const clockSkewSeconds = 300
const timestampPattern = /^\d{10}$/
const keyVersionPattern = /^\d{1,9}$/
/** Refusals that depend on cached data of the platform: checked again with data read anew, before the call is refused. */
const restsOnPlatform: ReadonlySet<string> = new Set(['E1001', 'E1002', 'E1005'])
const limitFreshMs = 1000
const roundsMax = 5

/**
 * Authenticates a call: every check before decryption, in the order of domain 8. Refusals carry their code and no detail.
 *
 * @throws PartnerRefusal E1001 to E1005, E1007
 */
export async function openCall(gate: Gate, raw: RawCall): Promise<AdmittedCall> {
  let platform = gate.platforms.known(raw.platformNo)
  try {
    for (let round = 0; round < roundsMax; round += 1) {
      const call = platform || round > 0 ? await tryOpen(gate, platform, round > 0, raw) : null
      if (call) return call
      platform = await gate.platforms.read(raw.platformNo)
    }
  } catch (refusal) {
    const isStranger = refusal instanceof PartnerRefusal && (refusal.refusal === 'E1002' || refusal.refusal === 'E1003')
    if (isStranger) gate.meter.countStranger(raw.platformNo, limitKeyOf(raw.address), raw.now)
    throw refusal
  }
  throw new PartnerRefusal('E1900')
}

/** @returns null when the platform was changed meanwhile and has to be read again */
async function tryOpen(gate: Gate, platform: KnownPlatform | null, isFresh: boolean, raw: RawCall): Promise<AdmittedCall | null> {
  let call: SignedCall
  try {
    call = check(gate, platform, raw)
  } catch (refusal) {
    if (!isFresh && mayBeOutdated(refusal, platform, raw.now)) return null
    throw refusal
  }
  // The body is decrypted before the call is admitted, so that one round trip can admit it and read its facts. Nothing is decided by it
  // yet.
  const { body, sent } = decryptedBody(call, raw)
  const question = body === undefined ? null : prefetchRequest(raw.name, call.platform, body, raw.now)
  const { platformNo } = call.platform
  const caller = { platform: call.platform, nonce: raw.nonce.toLowerCase(), now: raw.now, callsPerSecond: gate.callsPerSecond }
  const { outcome, calls, prefetched } = await (question ? gate.prefetcher.admit(caller, question) : admitOnly(gate.db, caller))
  if (calls !== null) gate.meter.learn(platformNo, calls, raw.now)
  if (outcome === 'hurried') gate.meter.learnHurried(platformNo, raw.now)
  if (outcome === 'limited' || outcome === 'hurried') {
    throw new PartnerRefusal('E1007', { retryAfter: secondsLeft(outcome === 'limited' ? 'minute' : 'second', raw.now) })
  }
  if (outcome === 'replayed') throw new PartnerRefusal('E1004')
  return outcome === 'admitted' ? { ...call, body, sent, prefetched } : null
}

/** Platform, address, limit, time, signature: in this order (domain 8). @throws PartnerRefusal */
function check(gate: Gate, platform: KnownPlatform | null, raw: RawCall): SignedCall {
  if (!platform?.isEnabled) throw new PartnerRefusal('E1001')
  if (!platform.addresses.has(raw.address)) throw new PartnerRefusal('E1005')
  const full = gate.meter.fullWindow(platform.platformNo, limitKeyOf(raw.address), platform.callsPerMinute, raw.now)
  if (full !== null) throw new PartnerRefusal('E1007', { retryAfter: secondsLeft(full, raw.now) })
  const skew = Math.abs(raw.now.getTime() / 1000 - Number(raw.timestamp))
  if (!timestampPattern.test(raw.timestamp) || skew > clockSkewSeconds) throw new PartnerRefusal('E1003')
  const keys = keysOf(platform, raw)
  if (!keys || !isSignedBy(keys.signature, signedParts(raw), raw.signature)) throw new PartnerRefusal('E1002')
  // The signature was right, so this is a mistake of the platform itself: without a valid nonce nothing can be decrypted or stored.
  if (!isNonce(raw.nonce)) throw new PartnerRefusal('E1009')
  return { platform, keys }
}

function signedParts(raw: RawCall): SignedParts {
  const { method, path, platformNo, timestamp, nonce, body } = raw
  return { method, path, platformNo, keyVersion: Number(raw.keyVersion), timestamp, nonce, body }
}

function keysOf(platform: KnownPlatform, raw: RawCall): DerivedKeys | undefined {
  if (!keyVersionPattern.test(raw.keyVersion)) return undefined
  const version = Number(raw.keyVersion)
  return platform.keys.find((key) => key.keyVersion === version && (key.validTo === null || key.validTo > raw.now))
}

function mayBeOutdated(refusal: unknown, platform: KnownPlatform | null, now: Date): boolean {
  if (!(refusal instanceof PartnerRefusal)) return false
  if (refusal.refusal === 'E1007') return platform !== null && now.getTime() - platform.readAt > limitFreshMs
  return restsOnPlatform.has(refusal.refusal)
}

/** No JSON, or not what we take: refused without detail. */
const unreadable = { body: undefined, sent: null }

function decryptedBody({ keys }: SignedCall, raw: RawCall): Pick<AdmittedCall, 'body' | 'sent'> {
  try {
    const envelope = parseJsonBody(raw.body.toString('utf8')) as { readonly data?: unknown } | null
    if (typeof envelope?.data !== 'string' || Object.keys(envelope).length > 1) return unreadable
    const text = decryptText(keys.request, raw, envelope.data)
    const value = text === null ? undefined : parseJsonBody(text)
    return isSafeInput(value) ? cleaned(partnerCalls[raw.name].body, value) : unreadable
  } catch {
    return unreadable
  }
}

function cleaned(schema: TextSchema, value: unknown): Pick<AdmittedCall, 'body' | 'sent'> {
  let isChanged = false
  const body = enteredBody(schema, value, (text) => {
    // Not trimmed: numbers that a partner fills up with blanks are compared as they were stored.
    const line = asOneLine(text)
    if (line !== text) isChanged = true
    return line
  })
  return { body, sent: isChanged ? value : null }
}
