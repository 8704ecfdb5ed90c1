import { randomInt } from 'node:crypto'

const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const lower = 'abcdefghijkmnopqrstuvwxyz'
const digits = '23456789'
const symbols = '!#%+=?@'
const everything = upper + lower + digits + symbols
const length = 16

/** Makes a random password of 16 characters with all four kinds, without characters that look alike (0 O, 1 l I). */
export function createTemporaryPassword(): string {
  const characters = [upper, lower, digits, symbols].map(pick)
  while (characters.length < length) characters.push(pick(everything))
  return shuffle(characters).join('')
}

function pick(alphabet: string): string {
  return alphabet.charAt(randomInt(alphabet.length))
}

function shuffle(characters: readonly string[]): readonly string[] {
  const shuffled = [...characters]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    const kept = shuffled[last] as string
    shuffled[last] = shuffled[other] as string
    shuffled[other] = kept
  }
  return shuffled
}
