import { describe, expect, it } from 'vitest'
import { decryptText, deriveKeys, encryptText, isNonce, isSignedBy, newNonce, sign } from './protocolCrypto.ts'

// Computed outside of this code (docs/partner-api.md, section 4); the keys also with `openssl kdf`.
const key = { aesKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', aesIv: 'oKGio6SlpqeoqaqrrK2urw==', keyVersion: 2 }
const keys = deriveKeys(key)
const sealed = { platformNo: 'P0003', timestamp: '1736906400', nonce: '00112233445566778899aabb' }
const data = 'R4TD8PM8xKYS9Hrzvi08XPg/kjh384wvde1fJV66yzrkszc='
const parts = { ...sealed, method: 'POST', path: '/api/partner/v1/echo', keyVersion: 2, body: JSON.stringify({ data }) }
const signature = '58debc3a454b7a3f1b302caa9486d7fa056e72b7fbf09327f942f785d1eec4a7'

describe('derived keys', () => {
  it('derived keys are three, by HKDF with the IV as salt', () => {
    expect(keys.request.toString('hex')).toBe('df642b4527a66b15151b4aaf1ee02b2829af79d07c1ea9c6a287032724211bd3')
    expect(keys.response.toString('hex')).toBe('22e86e43ab77b2f04dcc4c7d0ff0acf27b308973f62c728ef9a4d17daa6202e7')
    expect(keys.signature.toString('hex')).toBe('eadc345c37d09928802d8355faa5a276c9d207ff6d281b954cbb40ba4534aa4d')
  })
})

describe('the cipher', () => {
  it('gives the known data for the known text, and the text for the data', () => {
    expect(encryptText(keys.request, sealed, '{"message":"hello"}')).toBe(data)
    expect(decryptText(keys.request, sealed, data)).toBe('{"message":"hello"}')
  })

  it('opens for nothing else: key, nonce, platform, time, any bit, missing bytes', () => {
    expect(decryptText(keys.response, sealed, data)).toBeNull()
    expect(decryptText(keys.request, { ...sealed, nonce: '10112233445566778899aabb' }, data)).toBeNull()
    expect(decryptText(keys.request, { ...sealed, platformNo: 'P0004' }, data)).toBeNull()
    expect(decryptText(keys.request, { ...sealed, timestamp: '1736906401' }, data)).toBeNull()
    const bytes = Buffer.from(data, 'base64')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(decryptText(keys.request, sealed, changed.toString('base64'))).toBeNull()
    }
    for (let length = 0; length < bytes.length; length += 1) {
      expect(decryptText(keys.request, sealed, bytes.subarray(0, length).toString('base64'))).toBeNull()
    }
  })
})

describe('the signature', () => {
  it('the signature is the known one, in either case of its letters', () => {
    expect(sign(keys.signature, parts)).toBe(signature)
    expect(isSignedBy(keys.signature, parts, signature.toUpperCase())).toBe(true)
  })

  it('covers method, path, platform, key version, time, nonce and body', () => {
    const changes = { method: 'PUT', path: '/a', platformNo: 'P0004', keyVersion: 3, timestamp: '1', nonce: '0', body: '{}' }
    for (const [name, value] of Object.entries(changes)) {
      expect([name, isSignedBy(keys.signature, { ...parts, [name]: value }, signature)]).toEqual([name, false])
    }
    expect(isSignedBy(keys.request, parts, signature)).toBe(false)
    for (const text of ['', 'x', signature.slice(2), `${signature}00`]) expect(isSignedBy(keys.signature, parts, text)).toBe(false)
  })
})

describe('a nonce', () => {
  it('a nonce is 24 hex characters, each time another one', () => {
    expect(isNonce(newNonce())).toBe(true)
    expect(newNonce()).not.toBe(newNonce())
    for (const text of ['', '0'.repeat(23), '0'.repeat(25), 'g'.repeat(24)]) expect(isNonce(text)).toBe(false)
  })
})
