import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isWeakSecret } from './weakSecret.ts'

const hexOf = (text: string) => Buffer.from(text).toString('hex')
const countedUp = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex')

describe('isWeakSecret', () => {
  it.each([
    ['zeros', '0'.repeat(64)],
    ['one byte', 'a7'.repeat(32)],
    ['the digits in order', '0123456789abcdef'.repeat(4)],
    ['two halves of eight bytes', 'c3a1f0925be8d47f'.repeat(4)],
    ['the same sixteen bytes twice', '9f86d081884c7d659a2feaa0c55ad015'.repeat(2)],
    ['counted up', countedUp],
    ['counted down by 7', Buffer.from(Array.from({ length: 32 }, (_, index) => 250 - 7 * index)).toString('hex')],
    ['a sentence', hexOf('correct horse battery staple 123')],
    ['Base64 of a text', hexOf(Buffer.from('loyalty-points-secret-26').toString('base64'))],
    ['decimal digits only', '3141592653589793238462643383279502884197169399375105820974944592'],
    ['few keys', 'deadbeefcafedeadbeefcafedeadbeefcafedeadbeefcafedeadbeefcafedead'],
    ['a palindrome', 'c3a1f0925be8d47f10203b4d5e6f7a8c8c7a6f5e4d3b20107fd4e85b92f0a1c3'],
  ])('refuses %s', (_name, hex) => {
    expect(hex).toHaveLength(64)
    expect(isWeakSecret(hex)).toBe(true)
  })

  it('lets random ones pass', () => {
    const weak = Array.from({ length: 2000 }, () => randomBytes(32).toString('hex')).filter(isWeakSecret)
    expect(weak).toEqual([])
  })
})
