import { describe, expect, it } from 'vitest'
import { approvedMail, supplementMail } from './mails.ts'

const applicant = { email: 'a@example.com', contactName: '陳怡君', companyName: '禾光有限公司' }
const publicUrl = 'https://points.example.com'

describe('mails of an application', () => {
  it('carry the same facts as text and as HTML', () => {
    const mail = approvedMail({ ...applicant, corporateNo: 'E000007', userName: 'a@example.com', token: 'a1b2', days: 7, publicUrl })
    for (const part of [mail.text, mail.html]) {
      for (const fact of ['E000007', '7 日內', '禾光有限公司 陳怡君 您好', `${publicUrl}/member_login?t=a1b2`]) expect(part).toContain(fact)
    }
  })

  it('show what a reviewer wrote as text, never as markup', () => {
    const mail = supplementMail({ ...applicant, applyNo: 'EA202501150003', remark: '<b>請</b>補 "登記證明"', days: 30, publicUrl })
    expect(mail.text).toContain('<b>請</b>補 "登記證明"')
    expect(mail.html).toContain('&lt;b&gt;請&lt;/b&gt;補 &quot;登記證明&quot;')
    expect(mail.html).not.toContain('<b>請')
  })
})
