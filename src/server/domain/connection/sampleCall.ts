import { createCipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { PartnerKey } from './partnerKeys.ts'

/** A signed and encrypted call as a partner sends it (domain 8): what the test of a connection shows. */
export interface SampleCall {
  readonly method: 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly plainBody: string
  readonly encryptedBody: string
}

export type KeyPurpose = 'enc' | 'resp' | 'mac'

/** One key per purpose from the pair; the IV is the salt of HKDF-SHA256, never a nonce (domain 11, decision 16). */
export function derivePartnerKey(key: PartnerKey, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(key.aesKey, 'base64'), Buffer.from(key.aesIv, 'base64'), purpose, 32))
}

/** What a signature covers, in the order of the lines. */
export interface SignedParts {
  readonly method: string
  readonly path: string
  readonly platformNo: string
  readonly keyVersion: number
  /** Unix seconds. */
  readonly timestamp: string
  /** 24 hex characters; also the nonce of the cipher. */
  readonly nonce: string
  /** As it is sent. */
  readonly body: string
}

/** Hex HMAC-SHA256 of a call. */
export function signCall(key: PartnerKey, parts: SignedParts): string {
  const bodyHash = createHash('sha256').update(parts.body).digest('hex')
  const lines = [parts.method, parts.path, parts.platformNo, parts.keyVersion, parts.timestamp, parts.nonce, bodyHash]
  return createHmac('sha256', derivePartnerKey(key, 'mac')).update(lines.join('\n')).digest('hex')
}

export function createSampleCall(platformNo: string, key: PartnerKey & { readonly keyVersion: number }, now: Date): SampleCall {
  const method = 'POST'
  const path = '/api/partner/v1/echo'
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const nonce = randomBytes(12).toString('hex')
  const plainBody = JSON.stringify({ message: 'echo', sentAt: now.toISOString() })
  const cipher = createCipheriv('aes-256-gcm', derivePartnerKey(key, 'enc'), Buffer.from(nonce, 'hex'))
  cipher.setAAD(Buffer.from(`${platformNo}\n${timestamp}`))
  const encrypted = Buffer.concat([cipher.update(plainBody, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const encryptedBody = JSON.stringify({ data: encrypted.toString('base64') })
  const { keyVersion } = key
  const signature = signCall(key, { method, path, platformNo, keyVersion, timestamp, nonce, body: encryptedBody })
  return {
    method,
    path,
    headers: {
      'content-type': 'application/json',
      'x-platform-no': platformNo,
      'x-key-version': String(keyVersion),
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signature,
    },
    plainBody,
    encryptedBody,
  }
}
