import type { Mail } from '../../platform/mail/outbox.ts'

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

/** Text and HTML of one letter. Mail programs know no style sheets and no pictures of ours: a table with inline styles is all there is. */
export function layOutMail(letter: MailLetter): Mail {
  return { to: letter.to, subject: letter.subject, text: textOf(letter), html: htmlOf(letter) }
}

function textOf({ greeting, paragraphs, facts, link }: MailLetter): string {
  const factLines = facts.map(([name, value]) => `${name}：${value}`).join('\n')
  const parts = [`${greeting} 您好：`, ...paragraphs, factLines, link ? `${link.label}：${link.address}` : '', closing]
  return parts.filter((part) => part !== '').join('\n\n')
}

function htmlOf({ subject, greeting, paragraphs, facts, link }: MailLetter): string {
  const text = (paragraph: string) => `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(paragraph)}</p>`
  const fact = ([name, value]: readonly [string, string]) =>
    `<tr><td style="padding:8px 16px 8px 0;color:#6b5f5c;white-space:nowrap;vertical-align:top">${escapeHtml(name)}</td>` +
    `<td style="padding:8px 0;font-weight:bold;white-space:pre-line">${escapeHtml(value)}</td></tr>`
  const table =
    facts.length === 0
      ? ''
      : `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${facts.map(fact).join('')}</table>`
  const button = link
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(link.address)}" style="display:inline-block;padding:12px 28px;border-radius:6px;` +
      `background:#b3121d;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(link.label)}</a></p>`
    : ''
  return `<!doctype html><html lang="zh-Hant-TW"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f6f2f0;font-family:'Noto Sans TC','PingFang TC','Microsoft JhengHei',sans-serif;font-size:16px;line-height:1.7;color:#2b2523">
<table role="presentation" align="center" style="max-width:600px;width:100%;margin:0 auto;border-collapse:collapse;background:#ffffff">
<tr><td style="padding:20px 32px;background:#b3121d;color:#ffffff;font-size:20px;font-weight:bold">${escapeHtml(subject)}</td></tr>
<tr><td style="padding:28px 32px"><p style="margin:0 0 16px">${escapeHtml(greeting)} 您好：</p>${paragraphs.map(text).join('')}${table}${button}</td></tr>
<tr><td style="padding:16px 32px;border-top:1px solid #eae2df;font-size:13px;color:#6b5f5c">${closing}</td></tr>
</table></body></html>`
}

function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character)
}
