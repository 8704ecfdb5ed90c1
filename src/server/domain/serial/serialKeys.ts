import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

/** Keys of serials and cards, each for one purpose, derived from the secrets of the installation. */
export interface SerialKeys {
  /** Look-up of serial numbers. */
  readonly number: Buffer
  /** Hash of pins; six digits are too few for a plain one. */
  readonly pin: Buffer
  /** Seals the lists and passwords that are kept for their owners. */
  readonly seal: Buffer
}

export function deriveSerialKeys(secrets: Pick<Secrets, 'lookupHash' | 'fieldEncryption'>): SerialKeys {
  const derive = (secret: Buffer, purpose: string) => createHmac('sha256', secret).update(purpose).digest()
  return {
    number: derive(secrets.lookupHash, 'serial number'),
    pin: derive(secrets.lookupHash, 'serial pin'),
    seal: derive(secrets.fieldEncryption, 'serial file'),
  }
}

/** @param serialNo as `parseSerialNo` gives it */
export function hashSerialNo(keys: SerialKeys, serialNo: string): Buffer {
  return createHmac('sha256', keys.number).update(serialNo).digest()
}

/** The hash belongs to one number: the same pin on another serial or card has another one. */
export function hashPin(keys: SerialKeys, number: string, pin: string): Buffer {
  return createHmac('sha256', keys.pin).update(`${number}\0${pin}`).digest()
}

export function isSameHash(first: Uint8Array, second: Uint8Array): boolean {
  return first.length === second.length && timingSafeEqual(first, second)
}
