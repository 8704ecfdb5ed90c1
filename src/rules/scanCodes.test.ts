import { describe, expect, it } from 'vitest'
import { scanCodeOf, scannedNumber } from './scanCodes.ts'

const drawn = (kind: 'barcode' | 'qr', text: string) =>
  scanCodeOf(kind, text)
    .map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''))
    .join('\n')

describe('scanCodeOf', () => {
  it('draws Code 128 with its check character', () => {
    // Start B (104), then P J J 1 2 3 C with their weights: 879, modulo 103 gives the check value 55 (W); then stop.
    const codes = ['11010010000', '11101110110', '10110111000', '10110111000', '10011100110', '11001110010', '11001011100', '10001000110']
    expect(drawn('barcode', 'PJJ123C')).toBe([...codes, '11101000110', '1100011101011'].join(''))
  })

  it('draws a square QR code with its three finders', () => {
    const rows = drawn('qr', '9T2M4KXW7QZ3HF8R').split('\n')
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([rows.length]))
    expect((rows.length - 17) % 4).toBe(0)
    const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']
    expect(rows.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(finder)
    expect(rows.slice(0, 7).map((row) => row.slice(-7))).toEqual(finder)
    expect(rows.slice(-7).map((row) => row.slice(0, 7))).toEqual(finder)
  })

  it('reads a number without the hyphens of people', () => {
    expect(scannedNumber('9T2M-4KXW-7QZ3-HF8R')).toBe('9T2M4KXW7QZ3HF8R')
  })
})
