import { createHmac, randomBytes } from 'node:crypto'
import { decryptField, encryptField } from '../fieldCipher.ts'
import type { Secrets } from '../secrets.ts'

const prefix = 'whsec_'

/** A secret of 32 bytes, written as Standard Webhooks writes it: `whsec_` and base64. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/** True for a secret of 24 to 64 bytes in that form. */
export function isWebhookSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text)) return false
  const { length } = keyOf(text)
  return length >= 24 && length <= 64
}

/**
 * Signs a body as Standard Webhooks does (standardwebhooks.com): HMAC-SHA256 over id, seconds and body.
 *
 * @param seconds since 1970, when it is sent
 */
export function signatureOf(
  secret: string,
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), 'base64')
}

/** Seals the secret of an address, or a body that waits for it. */
export function sealFor(hookName: string, { fieldEncryption }: Pick<Secrets, 'fieldEncryption'>, text: string): string {
  return encryptField(fieldEncryption, `webhook.${hookName}`, text)
}

/** @throws Error when it was sealed for another address, or by another installation */
export function openFor(hookName: string, { fieldEncryption }: Pick<Secrets, 'fieldEncryption'>, sealed: string): string {
  return decryptField(fieldEncryption, `webhook.${hookName}`, sealed)
}
