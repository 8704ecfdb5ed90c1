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
    const { id } = createCaptcha(key, now)
    expect(checkCaptcha(key, id, solve(id), now)).toBeDefined()
    expect(checkCaptcha(key, id, solve(id), new Date(now.getTime() + 6 * 60_000))).toBeUndefined()
  })

  it('refuses other digits, other keys and ids that were changed', () => {
    const { id } = createCaptcha(key, now)
    const wrong = solve(id) === '00000' ? '00001' : '00000'
    expect(checkCaptcha(key, id, wrong, now)).toBeUndefined()
    expect(checkCaptcha(new Uint8Array(32), id, solve(id), now)).toBeUndefined()
    const [nonce, , signature] = id.split('.')
    expect(checkCaptcha(key, `${nonce}.zzzzzzzz.${signature}`, answerOf(key, String(nonce), 'zzzzzzzz'), now)).toBeUndefined()
    expect(checkCaptcha(key, '', '', now)).toBeUndefined()
  })

  it('does not hold its answer as text', () => {
    const { id, image } = createCaptcha(key, now)
    const svg = Buffer.from(image.split(',')[1] ?? '', 'base64').toString()
    expect(svg.startsWith('<svg')).toBe(true)
    expect(svg).not.toContain('<text')
    expect(svg).not.toContain(solve(id))
  })
})
