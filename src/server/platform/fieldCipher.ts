import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

/**
 * Encrypts by AES-256-GCM with a fresh nonce. Returns nonce, tag and ciphertext in base64.
 *
 * @param secret 32 bytes (`fieldEncryption` of the installation)
 * @param context name of the value's place (`P0003.1.aesKey`); a ciphertext moved to another place cannot be decrypted
 */
export function encryptField(secret: Uint8Array, context: string, text: string): string {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce)
  cipher.setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')
}

/** @throws Error when the secret, the context or the ciphertext does not match */
export function decryptField(secret: Uint8Array, context: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]).toString('utf8')
}
