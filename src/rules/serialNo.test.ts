import { describe, expect, it } from 'vitest'
import { formatSerialNo, luhnDigit, parseCardNo, parseSerialNo, serialAlphabet, serialCheckCharacter, serialLength } from './serialNo.ts'

/** Repeatable payloads, all different. */
function payloads(count: number): string[] {
  let state = 12_345
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 27
  }
  return Array.from({ length: count }, () => Array.from({ length: serialLength - 1 }, () => serialAlphabet.charAt(next())).join(''))
}

const complete = (payload: string) => payload + serialCheckCharacter(payload)

describe('parseSerialNo', () => {
  it('notices every single wrong character at every place', () => {
    for (const serialNo of payloads(40).map(complete)) {
      for (let place = 0; place < serialLength; place += 1) {
        for (const other of serialAlphabet) {
          const changed = serialNo.slice(0, place) + other + serialNo.slice(place + 1)
          expect(parseSerialNo(changed)).toBe(changed === serialNo ? serialNo : null)
        }
      }
    }
  })

  it('notices every two exchanged characters, neighbours or not', () => {
    for (const serialNo of payloads(40).map(complete)) {
      for (let first = 0; first < serialLength; first += 1) {
        for (let second = first + 1; second < serialLength; second += 1) {
          const characters = [...serialNo]
          ;[characters[first], characters[second]] = [characters[second] ?? '', characters[first] ?? '']
          const changed = characters.join('')
          expect(parseSerialNo(changed)).toBe(changed === serialNo ? serialNo : null)
        }
      }
    }
  })

  it('reads what people type: groups, small letters, look-alikes', () => {
    const serialNo = complete('01010ABCDEFGHJK')
    expect(parseSerialNo(formatSerialNo(serialNo))).toBe(serialNo)
    expect(parseSerialNo(` ${serialNo.toLowerCase()} `)).toBe(serialNo)
    expect(parseSerialNo(`oIoLo${serialNo.slice(5)}`)).toBe(serialNo)
  })

  it.each(['', 'ABC', 'U'.repeat(16), '0'.repeat(15), '0'.repeat(17), '９'.repeat(16)])('refuses %j', (text) => {
    expect(parseSerialNo(text)).toBeNull()
  })
})

describe('formatSerialNo', () => {
  it('writes four groups of four', () => expect(formatSerialNo('9T2M4KXW7QZ3HF8R')).toBe('9T2M-4KXW-7QZ3-HF8R'))
})

describe('parseCardNo', () => {
  it('takes 16 digits from 8801 with their Luhn digit, and notices every wrong digit', () => {
    const cardNo = `880100000000001${luhnDigit('880100000000001')}`
    expect(parseCardNo(`${cardNo.slice(0, 4)} ${cardNo.slice(4)}`)).toBe(cardNo)
    for (let place = 4; place < 16; place += 1) {
      for (const other of '0123456789') {
        const changed = cardNo.slice(0, place) + other + cardNo.slice(place + 1)
        expect(parseCardNo(changed)).toBe(changed === cardNo ? cardNo : null)
      }
    }
  })

  it('leaves member cards (8802) alone', () => expect(parseCardNo(`880200000000001${luhnDigit('880200000000001')}`)).toBeNull())
})
