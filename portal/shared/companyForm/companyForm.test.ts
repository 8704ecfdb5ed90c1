import { describe, expect, it } from 'vitest'
import { type CompanyValues, companyBody, companyFields, companyProblems, readCompany } from './companyForm.ts'

const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const emptyCompany = Object.fromEntries(companyFields.map((field) => [field, ''])) as CompanyValues
const filled = {
  ...emptyCompany,
  applyType: '1',
  taxNumber: '04595257',
  companyName: '澄光',
  responsiblePerson: '林',
  industry: '3',
  cityCode: '63000',
  districtCode: '63000106',
  zipCode: '106',
  address: '一號',
  phoneArea: '02',
  phoneNumber: '27551234',
  contactName: '陳',
  contactMobile: '0912345678',
  contactEmail: 'a@example.com',
  invoiceEmail: 'a@example.com',
  certificate: png,
}

describe('companyProblems', () => {
  it('asks for every required field, and for no other', () => {
    const problems = companyProblems(emptyCompany)
    expect(problems.taxNumber).toBe('統一編號 必填')
    expect(Object.keys(problems)).toHaveLength(16)
    expect(problems.phoneExt).toBeUndefined()
  })

  it('finds nothing in a form that is right', () => {
    expect(companyProblems(filled)).toEqual({})
  })

  it.each([
    ['taxNumber', '1234567', '統編錯誤，要有 8 個數字'],
    ['taxNumber', '04595258', '統編錯誤'],
    ['phoneNumber', '12', '電話格式錯誤'],
    ['contactMobile', '0212345678', '手機格式錯誤'],
    ['contactEmail', 'a@b', '電子郵件格式錯誤.'],
    ['zipCode', '1060', '郵遞區號須為3碼或6碼數字'],
    ['certificate', 'data:image/png;base64,AAAA', '只允許以下副檔名之圖片檔案：png、gif、jpeg、jpg、bmp'],
  ])('refuses %s %s', (field, value, text) => {
    expect(companyProblems({ ...filled, [field]: value })).toEqual({ [field]: text })
  })

  it('looks at the extension together with the number', () => {
    expect(companyProblems({ ...filled, phoneExt: '1' })).toEqual({ phoneNumber: '電話格式錯誤' })
  })
})

describe('companyBody and readCompany', () => {
  it('send trimmed texts and null for what is empty, and read both back', () => {
    const body = companyBody({ ...filled, companyName: ' 澄光 ' })
    expect([body.companyName, body.contactDept]).toEqual(['澄光', null])
    expect(readCompany({ ...body, id: 7 })).toEqual(filled)
  })

  it('make an empty form of whatever else stood in a draft', () => {
    for (const given of [undefined, null, 'x', { taxNumber: 7 }]) expect(readCompany(given)).toEqual(emptyCompany)
  })
})
