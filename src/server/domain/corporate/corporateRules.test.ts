import { describe, expect, it } from 'vitest'
import { corporateProblems, lastSupplementDay, supplementsEndAt, waitingDays } from './corporateRules.ts'

const address = { cityCode: '63000', districtCode: '63000110', zipCode: '110' }

describe('corporateProblems', () => {
  it('accepts a landline with and without extension', () => {
    expect(corporateProblems({ ...address, phoneArea: '02', phoneNumber: '27551234' })).toEqual({})
    expect(corporateProblems({ ...address, phoneArea: '02', phoneNumber: '27551234', phoneExt: '12' })).toEqual({})
  })

  it('refuses letters, a number that is too short and an extension of one digit', () => {
    for (const phone of [{ phoneNumber: '2755a234' }, { phoneNumber: '1234' }, { phoneNumber: '27551234', phoneExt: '1' }]) {
      expect(corporateProblems({ ...address, phoneArea: '02', ...phone })).toEqual({ phoneNumber: '電話格式錯誤' })
    }
  })

  it('refuses a postal code of another district', () => {
    expect(corporateProblems({ ...address, zipCode: '106', phoneArea: '02', phoneNumber: '27551234' })).toEqual({
      zipCode: '郵遞區號 格式錯誤',
    })
  })
})

describe('lastSupplementDay', () => {
  it.each([
    ['2026-01-01T00:19:59+08:00', '2026-01-30'],
    ['2026-01-01T00:20:00+08:00', '2026-01-31'],
    ['2026-01-01T10:00:00+08:00', '2026-01-31'],
    ['2026-01-01T23:59:59+08:00', '2026-01-31'],
  ])('lastSupplementDay of what was asked for at %s is %s: the next nightly job ends it, none before', (asked, day) => {
    const askedAt = new Date(asked)
    expect(lastSupplementDay(askedAt)).toBe(day)
    const endsAt = (date: string) =>
      new Date(`${date}T${supplementsEndAt}:00+08:00`).getTime() - waitingDays * 86_400_000 > askedAt.getTime()
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
    expect([endsAt(day), endsAt(next)]).toEqual([false, true])
  })
})
