import { isUtf8 } from 'node:buffer'
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { PartnerKey } from './partnerKeys.ts'

const algorithm = 'aes-256-gcm'
const tagLength = 16
const nonceLength = 12
const noncePattern = /^[0-9a-f]{24}$/i
const signaturePattern = /^[0-9a-f]{64}$/i
const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/

/** The three keys of one key version: requests, answers, signatures. 32 bytes each. */
export interface DerivedKeys {
  readonly keyVersion: number
  readonly request: Buffer
  readonly response: Buffer
  readonly signature: Buffer
}

/** HKDF-SHA256 with the IV as salt; the IV is never a nonce (domain 11, decision 16). */
function derive(key: PartnerKey, purpose: 'enc' | 'resp' | 'mac'): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(key.aesKey, 'base64'), Buffer.from(key.aesIv, 'base64'), purpose, 32))
}

export function deriveKeys(key: PartnerKey & { readonly keyVersion: number }): DerivedKeys {
  const { keyVersion } = key
  return { keyVersion, request: derive(key, 'enc'), response: derive(key, 'resp'), signature: derive(key, 'mac') }
}

/** A new nonce: 24 hex characters. */
export function newNonce(): string {
  return randomBytes(nonceLength).toString('hex')
}

export function isNonce(text: string): boolean {
  return noncePattern.test(text)
}

/** What binds a message to its sender and time (the additional data of the cipher). */
export interface Sealed {
  readonly nonce: string
  readonly platformNo: string
  /** Unix seconds, as in the header. */
  readonly timestamp: string
}

function additionalData({ platformNo, timestamp }: Sealed): Buffer {
  return Buffer.from(`${platformNo}\n${timestamp}`)
}

/** `data` of a message: base64 of ciphertext and tag. */
export function encryptText(key: Uint8Array, sealed: Sealed, text: string): string {
  const cipher = createCipheriv(algorithm, key, Buffer.from(sealed.nonce, 'hex'), { authTagLength: tagLength })
  cipher.setAAD(additionalData(sealed))
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** The text of `data`; null when the key, the nonce, the sender, the time or a bit is another one, or when it is no text in UTF-8. */
export function decryptText(key: Uint8Array, sealed: Sealed, data: string): string | null {
  if (!base64Pattern.test(data) || !isNonce(sealed.nonce)) return null
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length < tagLength) return null
  const decipher = createDecipheriv(algorithm, key, Buffer.from(sealed.nonce, 'hex'), { authTagLength: tagLength })
  decipher.setAAD(additionalData(sealed))
  decipher.setAuthTag(bytes.subarray(-tagLength))
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), decipher.final()])
    return isUtf8(text) ? text.toString('utf8') : null
  } catch {
    return null
  }
}

/** What a signature covers, in the order of the lines. */
export interface SignedParts extends Sealed {
  readonly method: string
  readonly path: string
  readonly keyVersion: number
  /** As it is sent. */
  readonly body: string | Uint8Array
}

/** Hex HMAC-SHA256 of a request or an answer. */
export function sign(key: Uint8Array, parts: SignedParts): string {
  const bodyHash = createHash('sha256').update(parts.body).digest('hex')
  const lines = [parts.method, parts.path, parts.platformNo, parts.keyVersion, parts.timestamp, parts.nonce, bodyHash]
  return createHmac('sha256', key).update(lines.join('\n')).digest('hex')
}

/** Compared in constant time. */
export function isSignedBy(key: Uint8Array, parts: SignedParts, signature: string): boolean {
  if (!signaturePattern.test(signature)) return false
  return timingSafeEqual(Buffer.from(sign(key, parts), 'hex'), Buffer.from(signature, 'hex'))
}
