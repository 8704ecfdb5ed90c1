import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { digitStrokes } from './glyphs.ts'

/** A picture with digits to type, for forms that visitors may send. */
export interface Captcha {
  /** Comes back with the answer: `<nonce>.<end, ms since 1970, base 36>.<signature>`. */
  readonly id: string
  /** Data URL of an SVG picture. */
  readonly image: string
}

/** What an id says once its signature was checked. */
export interface CheckedCaptcha {
  readonly nonce: string
  readonly expiresAt: Date
}

const lifeMs = 5 * 60_000
const digitCount = 5
const width = 160
const height = 48

/**
 * A new challenge. Nothing is stored: answer and end follow from the id by the key.
 *
 * @param action the form it is for; it opens no other
 */
export function createCaptcha(key: Uint8Array, now: Date, action: string): Captcha {
  const nonce = randomBytes(12).toString('hex')
  const end = (now.getTime() + lifeMs).toString(36)
  const answer = answerOf(key, nonce, end)
  return { id: `${nonce}.${end}.${signatureOf(key, nonce, end, action)}`, image: draw(answer) }
}

/** An answer to a challenge, and the form it came with. */
export interface CaptchaAnswer {
  readonly id: string
  readonly answer: string
  readonly action: string
}

/**
 * The challenge an id stands for when it is ours, made for this form, not too old, and the answer is right; using it only once is the
 * caller's part.
 */
export function checkCaptcha(key: Uint8Array, { id, answer, action }: CaptchaAnswer, now: Date): CheckedCaptcha | undefined {
  const [nonce = '', end = '', signature = ''] = id.split('.')
  if (!isSame(signature, signatureOf(key, nonce, end, action))) return undefined
  const expiresAt = new Date(Number.parseInt(end, 36))
  if (!(expiresAt > now) || !isSame(answer.trim(), answerOf(key, nonce, end))) return undefined
  return { nonce, expiresAt }
}

/** The digits of a challenge; exported for those who hold the key: the check, and tests. */
export function answerOf(key: Uint8Array, nonce: string, end: string): string {
  const digest = createHmac('sha256', key).update(`answer\0${nonce}\0${end}`).digest()
  return String(digest.readUInt32BE(0) % 10 ** digitCount).padStart(digitCount, '0')
}

function signatureOf(key: Uint8Array, nonce: string, end: string, action: string): string {
  return createHmac('sha256', key).update(`id\0${nonce}\0${end}\0${action}`).digest('hex')
}

function isSame(given: string, expected: string): boolean {
  const [first, second] = [Buffer.from(given), Buffer.from(expected)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** The digits, each turned and moved a little, between lines that cross them. */
function draw(answer: string): string {
  const digits = [...answer].map(drawDigit).join('')
  const lines = Array.from({ length: 4 }, drawLine).join('')
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`
  const svg = `${open}<rect width="${width}" height="${height}" fill="#f4f6f9"/><g fill="none" stroke="#27405f">${lines}${digits}</g></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

function drawDigit(digit: string, position: number): string {
  const x = 14 + position * 28 + randomInt(-3, 4)
  const y = 10 + randomInt(-4, 5)
  const scale = (44 + randomInt(-5, 6)) / 10
  const turn = `translate(${x} ${y}) rotate(${randomInt(-18, 19)} 9 14) scale(${scale})`
  return `<path d="${digitStrokes[Number(digit)]}" transform="${turn}" stroke-width="0.62" stroke-linecap="round"/>`
}

function drawLine(): string {
  const from = randomInt(0, height)
  const to = randomInt(0, height)
  return `<path d="M0 ${from}Q${randomInt(40, 120)} ${randomInt(0, height)} ${width} ${to}" stroke-width="1" opacity="0.55"/>`
}
