import { randomBytes } from 'node:crypto'
import { luhnDigit, serialAlphabet, serialCheckCharacter, serialLength } from '../../../rules/serialNo.ts'

/** Number and pin of a serial or card in clear: only while they are made, and in the file for their owner. */
export interface NumberAndPin {
  readonly number: string
  readonly pin: string
}

const pinSpace = 1_000_000
/** Largest multiple of the pin space below 2^32; higher values would make some pins likelier. */
const pinLimit = Math.floor(2 ** 32 / pinSpace) * pinSpace
const cardSpace = 10 ** 11
/** The same below 2^48, for the eleven digits of a card. */
const cardLimit = Math.floor(2 ** 48 / cardSpace) * cardSpace

/** 75 random bits and a check character. */
export function createSerialNo(): string {
  // A byte carries five bits of a character; the other three are thrown away.
  const payload = Array.from(randomBytes(serialLength - 1), (byte) => serialAlphabet.charAt(byte & 31)).join('')
  return payload + serialCheckCharacter(payload)
}

/** Six random digits. */
export function createPin(): string {
  for (;;) {
    const value = randomBytes(4).readUInt32BE()
    if (value < pinLimit) return String(value % pinSpace).padStart(6, '0')
  }
}

/** 8801, eleven random digits, Luhn. */
export function createCardNo(): string {
  for (;;) {
    const value = randomBytes(6).readUIntBE(0, 6)
    if (value >= cardLimit) continue
    const payload = `8801${String(value % cardSpace).padStart(11, '0')}`
    return payload + luhnDigit(payload)
  }
}

/** A password for a file that travels by another way: 80 random bits in four groups, easy to type. */
export function createFilePassword(): string {
  const characters = Array.from(randomBytes(16), (byte) => serialAlphabet.charAt(byte & 31)).join('')
  return characters.match(/.{4}/g)?.join('-') ?? characters
}
