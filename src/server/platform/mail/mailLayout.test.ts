import { describe, expect, it } from 'vitest'
import { layOutMail } from './mailLayout.ts'

const letter = {
  to: 'hr@example.com',
  subject: '企業會員申請請補件',
  greeting: '旅程<科技> 陳小姐',
  paragraphs: ['請補正下列資料。'],
  facts: [
    ['申請編號', 'EA202611210001'],
    ['補件說明', '負責人 & "印鑑"\n第二行'],
  ],
  link: { label: '前往補件', address: 'https://points.example.com/apply?a=1&b=2' },
} as const

describe('layOutMail', () => {
  it('says the same as text and as HTML', () => {
    const { to, subject, text, html = '' } = layOutMail(letter)
    expect([to, subject]).toEqual(['hr@example.com', '企業會員申請請補件'])
    expect(text).toBe(
      [
        '旅程<科技> 陳小姐 您好：',
        '請補正下列資料。',
        '申請編號：EA202611210001\n補件說明：負責人 & "印鑑"\n第二行',
        '前往補件：https://points.example.com/apply?a=1&b=2',
        '本信件由系統自動寄送，請勿回覆。',
      ].join('\n\n'),
    )
    for (const part of ['請補正下列資料。', 'EA202611210001', '前往補件', '本信件由系統自動寄送，請勿回覆。']) expect(html).toContain(part)
  })

  it('writes what people typed as text, never as markup', () => {
    const { html = '' } = layOutMail(letter)
    expect(html).toContain('旅程&lt;科技&gt; 陳小姐')
    expect(html).toContain('負責人 &amp; &quot;印鑑&quot;\n第二行')
    expect(html).toContain('href="https://points.example.com/apply?a=1&amp;b=2"')
    expect(html).not.toContain('<科技>')
  })

  it('loads nothing from anywhere and runs nothing', () => {
    const { html = '' } = layOutMail(letter)
    expect(html).not.toMatch(/<(script|img|link|iframe|style)\b|url\(|@import|\son\w+=/i)
  })

  it('leaves out table and button when there is nothing for them', () => {
    const { text, html = '' } = layOutMail({ to: 'a@example.com', subject: '通知', greeting: '您', paragraphs: ['內容'], facts: [] })
    expect(text).toBe('您 您好：\n\n內容\n\n本信件由系統自動寄送，請勿回覆。')
    expect([html.match(/<table/g)?.length, html.includes('href')]).toEqual([1, false])
  })
})
