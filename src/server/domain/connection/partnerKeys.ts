import { randomBytes } from 'node:crypto'
import { maskAccount } from '../../../rules/masks.ts'

/** Key pair of a platform as the partner gets it: base64 of 32 and 16 bytes (domain 4.4). */
export interface PartnerKey {
  readonly aesKey: string
  readonly aesIv: string
}

export function generatePartnerKey(): PartnerKey {
  return { aesKey: randomBytes(32).toString('base64'), aesIv: randomBytes(16).toString('base64') }
}

/** What is wrong with a key pair that somebody typed, by field. */
export function partnerKeyProblems({ aesKey, aesIv }: { aesKey: unknown; aesIv: unknown }): Readonly<Record<string, string>> {
  return {
    ...(isBase64Of(aesKey, 32) ? {} : { aesKey: 'AES Key 格式錯誤' }),
    ...(isBase64Of(aesIv, 16) ? {} : { aesIv: 'AES IV 格式錯誤' }),
  }
}

function isBase64Of(text: unknown, bytes: number): boolean {
  if (typeof text !== 'string') return false
  const decoded = Buffer.from(text, 'base64')
  return decoded.length === bytes && decoded.toString('base64') === text
}

/** What is left of a key after it was shown once: `****` and its last 4 characters. */
export function maskedPartnerKey(key: PartnerKey): PartnerKey {
  return { aesKey: maskAccount(key.aesKey), aesIv: maskAccount(key.aesIv) }
}
