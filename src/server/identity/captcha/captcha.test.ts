import { describe, expect, it } from 'vitest'
import { answerOf, checkCaptcha, createCaptcha } from './captcha.ts'

const key = new Uint8Array(32).fill(9)
const now = new Date('2026-01-05T01:00:00Z')

function solve(id: string): string {
  const [nonce = '', end = ''] = id.split('.')
  return answerOf(key, nonce, end)
}

describe('captcha', () => {
  it('accepts the right digits until it ends', () => {
    const { id } = createCaptcha(key, now, 'password')
    expect(checkCaptcha(key, { id: id, answer: solve(id), action: 'password' }, now)).toBeDefined()
    expect(checkCaptcha(key, { id: id, answer: solve(id), action: 'password' }, new Date(now.getTime() + 6 * 60_000))).toBeUndefined()
  })

  it('refuses other digits, other keys and ids that were changed', () => {
    const { id } = createCaptcha(key, now, 'password')
    const wrong = solve(id) === '00000' ? '00001' : '00000'
    expect(checkCaptcha(key, { id: id, answer: wrong, action: 'password' }, now)).toBeUndefined()
    expect(checkCaptcha(new Uint8Array(32), { id: id, answer: solve(id), action: 'password' }, now)).toBeUndefined()
    const [nonce, , signature] = id.split('.')
    const later = { id: `${nonce}.zzzzzzzz.${signature}`, answer: answerOf(key, String(nonce), 'zzzzzzzz'), action: 'password' }
    expect(checkCaptcha(key, later, now)).toBeUndefined()
    expect(checkCaptcha(key, { id: '', answer: '', action: 'password' }, now)).toBeUndefined()
  })

  it('opens only the form that it was made for', () => {
    const { id } = createCaptcha(key, now, 'password')
    expect(checkCaptcha(key, { id, answer: solve(id), action: 'register' }, now)).toBeUndefined()
  })

  it('does not hold its answer as text', () => {
    const { id, image } = createCaptcha(key, now, 'password')
    const svg = Buffer.from(image.split(',')[1] ?? '', 'base64').toString()
    expect(svg.startsWith('<svg')).toBe(true)
    expect(svg).not.toContain('<text')
    expect(svg).not.toContain(solve(id))
  })
})
