import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptField, encryptField } from '../../platform/fieldCipher.ts'
import { generatePartnerKey, maskedPartnerKey, partnerKeyProblems } from './partnerKeys.ts'
import { decryptText, deriveKeys, encryptText, isSignedBy, sign } from './protocolCrypto.ts'
import { createSampleCall, readSampleAnswer } from './sampleCall.ts'

describe('field cipher', () => {
  const secret = randomBytes(32)

  it('gives back what was encrypted, and another ciphertext each time', () => {
    const first = encryptField(secret, 'P0001.1.aesKey', '金鑰')
    expect(decryptField(secret, 'P0001.1.aesKey', first)).toBe('金鑰')
    expect(encryptField(secret, 'P0001.1.aesKey', '金鑰')).not.toBe(first)
  })

  it('field cipher does not open for another secret, another place or a changed text', () => {
    const encrypted = encryptField(secret, 'P0001.1.aesKey', 'key')
    expect(() => decryptField(randomBytes(32), 'P0001.1.aesKey', encrypted)).toThrow()
    expect(() => decryptField(secret, 'P0002.1.aesKey', encrypted)).toThrow()
    const bytes = Buffer.from(encrypted, 'base64')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(() => decryptField(secret, 'P0001.1.aesKey', bytes.toString('base64'))).toThrow()
  })
})

describe('partner keys', () => {
  it('partner keys are 32 and 16 bytes and pass their own check', () => {
    const key = generatePartnerKey()
    expect(Buffer.from(key.aesKey, 'base64')).toHaveLength(32)
    expect(Buffer.from(key.aesIv, 'base64')).toHaveLength(16)
    expect(partnerKeyProblems(key)).toEqual({})
  })

  it('partner keys are refused when they have another length or are masked', () => {
    expect(partnerKeyProblems({ aesKey: '****abcd', aesIv: null })).toEqual({ aesKey: 'AES Key 格式錯誤', aesIv: 'AES IV 格式錯誤' })
  })

  it('partner keys leave only the last four characters to be seen', () => {
    const key = generatePartnerKey()
    expect(maskedPartnerKey(key).aesKey).toBe(`****${key.aesKey.slice(-4)}`)
  })
})

describe('sample call', () => {
  const keys = deriveKeys({ ...generatePartnerKey(), keyVersion: 2 })
  const call = createSampleCall('P0003', keys, new Date('2025-01-15T00:00:00Z'))
  const { headers } = call
  const sealed = { platformNo: 'P0003', timestamp: String(headers['x-timestamp']), nonce: String(headers['x-nonce']) }

  it('carries a body that opens with the key of requests, and is signed', () => {
    const { data } = JSON.parse(call.encryptedBody) as { data: string }
    expect(decryptText(keys.request, sealed, data)).toBe(call.plainBody)
    const parts = { ...sealed, method: call.method, path: call.path, keyVersion: 2, body: call.encryptedBody }
    expect(isSignedBy(keys.signature, parts, String(headers['x-signature']))).toBe(true)
  })

  it('reads an answer, and tells one that was changed, one of another key and one in clear', () => {
    const text = '{"code":"0000"}'
    const body = JSON.stringify({ data: encryptText(keys.response, sealed, text) })
    const signature = sign(keys.signature, { ...sealed, method: call.method, path: call.path, keyVersion: 2, body })
    const answer = { status: 200, headers: { ...headers, 'x-signature': signature }, body }
    expect(readSampleAnswer(keys, answer)).toEqual({ isSigned: true, text })
    expect(readSampleAnswer(keys, { ...answer, headers })).toEqual({ isSigned: false, text })
    const other = deriveKeys({ ...generatePartnerKey(), keyVersion: 2 })
    expect(readSampleAnswer(other, answer)).toEqual({ isSigned: false, text: null })
    const clear = '{"code":"E1001","message":"平台代碼錯誤或已停用"}'
    expect(readSampleAnswer(keys, { ...answer, body: clear })).toEqual({ isSigned: null, text: clear })
  })
})
