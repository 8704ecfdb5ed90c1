import type { Executor, Trx } from '../../platform/database/tables.ts'
import { decryptField, encryptField } from '../../platform/fieldCipher.ts'
import type { PartnerKey } from './partnerKeys.ts'

const dayMs = 24 * 60 * 60 * 1000
/** How long the old key goes on working after a rotation (domain 3.4). */
const oldKeyDays = 7

interface StoreFirstKeyInput {
  readonly secret: Uint8Array
  readonly platformNo: string
  readonly key: PartnerKey
  readonly now: Date
}

/** Stores the first key of a platform. The row of the platform may follow later in the same transaction. */
export async function storeFirstKey(trx: Trx, { secret, platformNo, key, now }: StoreFirstKeyInput): Promise<void> {
  await insertKey(trx, secret, { platformNo, keyVersion: 1, issuedAt: now }, key)
}

interface RotateKeyInput {
  readonly secret: Uint8Array
  readonly platform: { readonly platformNo: string; readonly keyVersion: number }
  readonly key: PartnerKey
  readonly now: Date
}

/**
 * Puts a new key in force. The key before it stays valid for {@link oldKeyDays}; older ones keep their own end dates.
 *
 * @returns the columns of the platform that show it
 */
export async function rotateKey(
  trx: Trx,
  { secret, platform, key, now }: RotateKeyInput,
): Promise<{ keyVersion: number; keyIssuedAt: string; oldKeyValidTo: string }> {
  const { platformNo } = platform
  const oldKeyValidTo = new Date(now.getTime() + oldKeyDays * dayMs)
  await trx.deleteFrom('connectionPlatformKey').where('platformNo', '=', platformNo).where('validTo', '<=', now).execute()
  await trx
    .updateTable('connectionPlatformKey')
    .set({ validTo: oldKeyValidTo })
    .where('platformNo', '=', platformNo)
    .where('validTo', 'is', null)
    .execute()
  const keyVersion = platform.keyVersion + 1
  await insertKey(trx, secret, { platformNo, keyVersion, issuedAt: now }, key)
  return { keyVersion, keyIssuedAt: now.toISOString(), oldKeyValidTo: oldKeyValidTo.toISOString() }
}

/** Ends every key but the one in force now. */
export async function stopOldKey(trx: Trx, platformNo: string): Promise<void> {
  await trx.deleteFrom('connectionPlatformKey').where('platformNo', '=', platformNo).where('validTo', 'is not', null).execute()
}

/** A key as it is read: until when it works, null for the one in force. */
export interface StoredKey extends PartnerKey {
  readonly keyVersion: number
  readonly validTo: Date | null
}

/** Keys that work at a time, the newest first: the one in force and the old ones whose days are not over. */
export async function readKeys(db: Executor, secret: Uint8Array, platformNo: string, now: Date): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('connectionPlatformKey')
    .select(['keyVersion', 'validTo', 'aesKeyEncrypted', 'aesIvEncrypted'])
    .where('platformNo', '=', platformNo)
    .where((where) => where.or([where('validTo', 'is', null), where('validTo', '>', now)]))
    .orderBy('keyVersion', 'desc')
    .execute()
  return rows.map(({ keyVersion, validTo, aesKeyEncrypted, aesIvEncrypted }) => ({
    keyVersion,
    validTo,
    aesKey: decryptField(secret, contextOf(platformNo, keyVersion, 'aesKey'), aesKeyEncrypted),
    aesIv: decryptField(secret, contextOf(platformNo, keyVersion, 'aesIv'), aesIvEncrypted),
  }))
}

function insertKey(
  trx: Trx,
  secret: Uint8Array,
  row: { platformNo: string; keyVersion: number; issuedAt: Date },
  key: PartnerKey,
): Promise<unknown> {
  const { platformNo, keyVersion } = row
  return trx
    .insertInto('connectionPlatformKey')
    .values({
      ...row,
      aesKeyEncrypted: encryptField(secret, contextOf(platformNo, keyVersion, 'aesKey'), key.aesKey),
      aesIvEncrypted: encryptField(secret, contextOf(platformNo, keyVersion, 'aesIv'), key.aesIv),
      validTo: null,
    })
    .execute()
}

function contextOf(platformNo: string, keyVersion: number, field: string): string {
  return `${platformNo}.${keyVersion}.${field}`
}
