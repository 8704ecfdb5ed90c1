import { createHmac } from 'node:crypto'
import { formatSerialNo, parseSerialNo } from '../../../rules/serialNo.ts'
import { decryptField, encryptField } from '../../platform/fieldCipher.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** Keys of coupon numbers, each for one purpose, derived from the secrets of the installation. */
export interface CouponKeys {
  /** Look-up by number. */
  readonly lookup: Buffer
  /** Seals the numbers that are sent to recipients. */
  readonly seal: Buffer
}

export function deriveCouponKeys(secrets: Pick<Secrets, 'lookupHash' | 'fieldEncryption'>): CouponKeys {
  const derive = (secret: Buffer) => createHmac('sha256', secret).update('coupon number').digest()
  return { lookup: derive(secrets.lookupHash), seal: derive(secrets.fieldEncryption) }
}

/** Numbers of suppliers: their own letters and digits. */
const supplierNumber = /^[0-9A-Z]{8,16}$/

/** A supplier's number as stored: upper case, without spaces and hyphens; null when it cannot be one. */
export function parseSupplierNo(text: string): string | null {
  const number = text.toUpperCase().replace(/[\s-]/g, '')
  return supplierNumber.test(number) ? number : null
}

/** The readings of a typed number: as it stands, and as one of our own with look-alike characters corrected. */
export function possibleCouponNos(text: string): readonly string[] {
  return [...new Set([parseSupplierNo(text), parseSerialNo(text)])].filter((number) => number !== null)
}

/** What the database keeps of a number. */
export interface SealedCouponNo {
  /** Hex. */
  readonly hash: string
  readonly sealed: string
  readonly last4: string
}

export function sealCouponNo(keys: CouponKeys, couponNo: string): SealedCouponNo {
  const hash = hashCouponNo(keys, couponNo)
  return { hash, sealed: encryptField(keys.seal, sealContext, couponNo), last4: couponNo.slice(-4) }
}

export function hashCouponNo(keys: CouponKeys, couponNo: string): string {
  return createHmac('sha256', keys.lookup).update(couponNo).digest('hex')
}

export function openCouponNo(keys: CouponKeys, sealed: string): string {
  return decryptField(keys.seal, sealContext, sealed)
}

const sealContext = 'coupon'

/** Ours in groups of four; a supplier's as the supplier writes it. */
export function formatCouponNo(couponNo: string): string {
  return parseSerialNo(couponNo) === couponNo ? formatSerialNo(couponNo) : couponNo
}
