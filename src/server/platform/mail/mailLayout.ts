import type { Mail } from './outbox.ts'

/** A mail as its writer thinks of it; both the text and the HTML are made from it. */
export interface MailLetter {
  readonly to: string
  readonly subject: string
  /** Who is greeted: company and person. */
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** Name and value, e.g. the application number. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly link?: { readonly label: string; readonly address: string }
}

const closing = '本信件由系統自動寄送，請勿回覆。'

/** Text and HTML of one letter. Mail programs know no style sheets and no pictures of ours: tables with inline styles are all there is. */
export function layOutMail(letter: MailLetter): Mail {
  return { to: letter.to, subject: letter.subject, text: textOf(letter), html: htmlOf(letter) }
}

function textOf({ greeting, paragraphs, facts, link }: MailLetter): string {
  const factLines = facts.map(([name, value]) => `${name}：${value}`).join('\n')
  const parts = [`${greeting} 您好：`, ...paragraphs, factLines, link ? `${link.label}：${link.address}` : '', closing]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Names of companies, addresses and remarks may be one long word; nothing may be wider than a phone. */
const anywhere = 'overflow-wrap:anywhere;word-break:break-word'
const fonts = "'Noto Sans TC','PingFang TC','Microsoft JhengHei',sans-serif"

function htmlOf({ subject, greeting, paragraphs, facts, link }: MailLetter): string {
  const content = [`${greeting} 您好：`, ...paragraphs].map(paragraphOf).join('') + tableOf(facts) + (link ? buttonOf(link) : '')
  return `<!doctype html><html lang="zh-Hant-TW"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f6f2f0;font-family:${fonts};font-size:16px;line-height:1.7;color:#2b2523">
<table role="presentation" align="center" style="table-layout:fixed;max-width:600px;width:100%;margin:0 auto;border-collapse:collapse;background:#ffffff">
<tr><td style="padding:20px 24px;background:#a8121c;border-bottom:4px solid #e2a33b;color:#ffffff;font-size:20px;font-weight:bold;${anywhere}">${escapeHtml(subject)}</td></tr>
<tr><td style="padding:28px 24px 12px;${anywhere}">${content}</td></tr>
<tr><td style="padding:16px 24px;border-top:1px solid #eae2df;font-size:13px;color:#665b57">${closing}</td></tr>
</table></body></html>`
}

function paragraphOf(text: string): string {
  return `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(text)}</p>`
}

function tableOf(facts: MailLetter['facts']): string {
  if (facts.length === 0) return ''
  const rows = facts.map(([name, value], index) => {
    const line = index === 0 ? '' : 'border-top:1px solid #eae2df;'
    return (
      `<tr><td style="${line}padding:10px 8px 10px 16px;width:36%;color:#665b57;vertical-align:top;${anywhere}">${escapeHtml(name)}</td>` +
      `<td style="${line}padding:10px 16px 10px 8px;font-weight:bold;vertical-align:top;white-space:pre-line;${anywhere}">${escapeHtml(value)}</td></tr>`
    )
  })
  return `<table role="presentation" style="table-layout:fixed;width:100%;margin:0 0 20px;border-collapse:collapse;background:#faf7f5">${rows.join('')}</table>`
}

/** The address stands below once more: not every program lets its reader press the button. */
function buttonOf({ label, address }: NonNullable<MailLetter['link']>): string {
  const target = escapeHtml(address)
  return (
    `<p style="margin:0 0 12px"><a href="${target}" style="display:inline-block;padding:12px 28px;border-radius:24px;` +
    `background:#a8121c;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(label)}</a></p>` +
    `<p style="margin:0 0 16px;font-size:13px;color:#665b57;${anywhere}">按鈕無法開啟時，請將下列網址貼到瀏覽器：<br>${target}</p>`
  )
}

function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character)
}
