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

  it('keeps subject and greeting in one line, whatever names they are made of', () => {
    const { subject, text } = layOutMail({ ...letter, subject: '甲\r\nBcc: x@example.com\u2028送您 100 點', greeting: '甲\n\n乙' })
    expect(subject).toBe('甲 Bcc: x@example.com 送您 100 點')
    expect(text).toMatch(/^甲 乙 您好：\n/)
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

  it('shows tickets with pictures of their own, and of a long list the numbers alone', () => {
    const ticket = { title: '100 元<券>', number: '9T2M-4KXW-7QZ3-HF8R', scanned: '9T2M4KXW7QZ3HF8R', note: '使用期限 2027-01-31' }
    const { text, html = '', codes = [] } = layOutMail({ ...letter, tickets: Array(60).fill(ticket) })
    expect(text.match(/9T2M-4KXW-7QZ3-HF8R\n使用期限 2027-01-31/g)).toHaveLength(60)
    expect(html.match(/9T2M-4KXW-7QZ3-HF8R/g)).toHaveLength(60)
    expect(html).toContain('100 元&lt;券&gt;')
    const sources = [...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)
    expect(sources).toEqual(codes.map(({ cid }) => `cid:${cid}`))
    expect(new Set(sources).size).toBe(100)
    expect(codes.slice(0, 2).map(({ kind, text: scanned }) => [kind, scanned])).toEqual([
      ['barcode', '9T2M4KXW7QZ3HF8R'],
      ['qr', '9T2M4KXW7QZ3HF8R'],
    ])
  })
})
