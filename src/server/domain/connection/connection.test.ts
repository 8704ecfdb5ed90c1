import { createDecipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptField, encryptField } from './fieldCipher.ts'
import { generatePartnerKey, maskedPartnerKey, partnerKeyProblems } from './partnerKeys.ts'
import { createSampleCall, derivePartnerKey, signCall } from './sampleCall.ts'

describe('field cipher', () => {
  const secret = randomBytes(32)

  it('gives back what was encrypted, and another ciphertext each time', () => {
    const first = encryptField(secret, 'P0001.1.aesKey', '金鑰')
    expect(decryptField(secret, 'P0001.1.aesKey', first)).toBe('金鑰')
    expect(encryptField(secret, 'P0001.1.aesKey', '金鑰')).not.toBe(first)
  })

  it('does not open for another secret, another place or a changed text', () => {
    const encrypted = encryptField(secret, 'P0001.1.aesKey', 'key')
    expect(() => decryptField(randomBytes(32), 'P0001.1.aesKey', encrypted)).toThrow()
    expect(() => decryptField(secret, 'P0002.1.aesKey', encrypted)).toThrow()
    const bytes = Buffer.from(encrypted, 'base64')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(() => decryptField(secret, 'P0001.1.aesKey', bytes.toString('base64'))).toThrow()
  })
})

describe('partner keys', () => {
  it('are 32 and 16 bytes and pass their own check', () => {
    const key = generatePartnerKey()
    expect(Buffer.from(key.aesKey, 'base64')).toHaveLength(32)
    expect(Buffer.from(key.aesIv, 'base64')).toHaveLength(16)
    expect(partnerKeyProblems(key)).toEqual({})
  })

  it('are refused when they have another length or are masked', () => {
    expect(partnerKeyProblems({ aesKey: '****abcd', aesIv: null })).toEqual({ aesKey: 'AES Key 格式錯誤', aesIv: 'AES IV 格式錯誤' })
  })

  it('leave only the last four characters to be seen', () => {
    const key = generatePartnerKey()
    expect(maskedPartnerKey(key).aesKey).toBe(`****${key.aesKey.slice(-4)}`)
  })
})

describe('sample call', () => {
  const key = { ...generatePartnerKey(), keyVersion: 2 }
  const call = createSampleCall('P0003', key, new Date('2025-01-15T00:00:00Z'))

  it('carries a body that opens with the derived key', () => {
    const { data } = JSON.parse(call.encryptedBody) as { data: string }
    const bytes = Buffer.from(data, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', derivePartnerKey(key, 'enc'), Buffer.from(call.headers['x-nonce'] ?? '', 'hex'))
    decipher.setAAD(Buffer.from(`P0003\n${call.headers['x-timestamp']}`))
    decipher.setAuthTag(bytes.subarray(-16))
    expect(Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString()).toBe(call.plainBody)
  })

  it('is signed over method, path, platform, key version, time, nonce and body', () => {
    const parts = {
      method: call.method,
      path: call.path,
      platformNo: 'P0003',
      keyVersion: 2,
      timestamp: call.headers['x-timestamp'] ?? '',
      nonce: call.headers['x-nonce'] ?? '',
      body: call.encryptedBody,
    }
    expect(signCall(key, parts)).toBe(call.headers['x-signature'])
    expect(signCall(key, { ...parts, keyVersion: 3 })).not.toBe(call.headers['x-signature'])
  })
})
