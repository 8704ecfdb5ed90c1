import { describe, expect, it } from 'vitest'
import { corporateProblems } from './corporateRules.ts'

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
