import { describe, expect, it } from 'vitest'
import { isTaxNumber, taxNumberChecksumHolds, taxNumberProblem } from './taxNumber.ts'

/** The check values of domain 11. */
const valid = [
  '04595257',
  '10458575',
  '22099131',
  '22555003',
  '23060248',
  '96979933',
  '04541302',
  '84149961',
  '12345675',
  '62140097',
  '00501508',
  '00000074',
  '04595252',
]
const invalid = ['04595258', '12345678', '00501502', '10458573']

describe('tax ID', () => {
  it.each(valid)('accepts %s', (text) => expect(taxNumberProblem(text)).toBeNull())
  it.each(invalid)('refuses %s by its checksum', (text) => expect(taxNumberProblem(text)).toBe('統編錯誤'))
  it.each(['1234567', '123456789', '1234567a', '', '１２３４５６７５'])('refuses %j for its length or characters', (text) =>
    expect(taxNumberProblem(text)).toBe('統編錯誤，要有 8 個數字'),
  )
  it('refuses 00000000 although its checksum holds', () => {
    expect(taxNumberChecksumHolds('00000000')).toBe(true)
    expect(isTaxNumber('00000000')).toBe(false)
  })
})
