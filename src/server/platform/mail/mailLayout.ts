import type { Mail } from './outbox.ts'
import type { MailCode } from './sealedText.ts'

/** The content of a mail, from which both text and HTML are made. */
export interface MailLetter {
  readonly to: string
  readonly subject: string
  /** The addressee in the greeting: company and person. */
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** Name and value, e.g. of the application number. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** Tickets to show at a counter. */
  readonly tickets?: readonly MailTicket[]
  readonly link?: { readonly label: string; readonly address: string }
}

/** A number that is read out or scanned. */
export interface MailTicket {
  readonly title: string
  /** For people to read. */
  readonly number: string
  /** For a till to scan; printable ASCII. */
  readonly scanned: string
  readonly note: string
}

/** Most tickets with pictures. Further ones are sent as numbers only, because mailboxes refuse mails that are too large. */
const picturedMax = 50

const closing = '本信件由系統自動寄送，請勿回覆。'

/**
 * Makes text and HTML of a mail. Mail programs support neither style sheets nor external pictures, so it uses tables with inline styles
 * only.
 */
export function layOutMail(given: MailLetter): Mail {
  // Names of companies and people end up here, and a subject with a line break would be refused as an injection.
  const letter = { ...given, subject: inOneLine(given.subject), greeting: inOneLine(given.greeting) }
  const codes = (letter.tickets ?? []).slice(0, picturedMax).flatMap(({ scanned }, index) => codesOf(scanned, index))
  return { to: letter.to, subject: letter.subject, text: textOf(letter), html: htmlOf(letter), ...(codes.length > 0 && { codes }) }
}

const inOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

function codesOf(scanned: string, index: number): readonly [barcode: MailCode, qr: MailCode] {
  return [
    { cid: `ticket-${index + 1}-barcode`, kind: 'barcode', text: scanned },
    { cid: `ticket-${index + 1}-qr`, kind: 'qr', text: scanned },
  ]
}

function textOf({ greeting, paragraphs, facts, tickets = [], link }: MailLetter): string {
  const ticketLines = tickets.map(({ title, number, note }) => `${title}：${number}\n${note}`)
  const factLines = [...facts.map(([name, value]) => `${name}：${value}`), ...ticketLines].join('\n')
  const parts = [`${greeting} 您好：`, ...paragraphs, factLines, link ? `${link.label}：${link.address}` : '', closing]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Lets long words break, because names of companies, addresses and remarks may be one long word, and a phone is narrow. */
const anywhere = 'overflow-wrap:anywhere;word-break:break-word'
const fonts = "'Noto Sans TC','PingFang TC','Microsoft JhengHei',sans-serif"

function htmlOf({ subject, greeting, paragraphs, facts, tickets = [], link }: MailLetter): string {
  const texts = [`${greeting} 您好：`, ...paragraphs].map(paragraphOf).join('')
  const content = texts + tableOf(facts) + tickets.map(ticketOf).join('') + (link ? buttonOf(link) : '')
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

/** On white and with its name as text: some mail programs have a dark background, and many show pictures only on request. */
function ticketOf({ title, number, scanned, note }: MailTicket, index: number): string {
  const [barcode, qr] = codesOf(scanned, index)
  const pictures =
    `<img src="cid:${barcode.cid}" alt="條碼" width="320" style="display:block;width:100%;max-width:320px;height:auto;margin:0 auto 4px;background:#ffffff">` +
    `<img src="cid:${qr.cid}" alt="QR Code" width="150" height="150" style="display:block;margin:0 auto;background:#ffffff">`
  return (
    `<table role="presentation" style="table-layout:fixed;width:100%;margin:0 0 20px;border-collapse:separate;border:1px solid #ded5d1;border-radius:12px;background:#ffffff">` +
    `<tr><td style="padding:16px 16px 8px;text-align:center;border-bottom:2px dashed #ded5d1;${anywhere}"><strong>${escapeHtml(title)}</strong><br>` +
    `<span style="font-family:Consolas,Menlo,monospace;font-size:22px;font-weight:bold;letter-spacing:1px">${escapeHtml(number)}</span><br>` +
    `<span style="font-size:14px;color:#665b57">${escapeHtml(note)}</span></td></tr>` +
    `${index < picturedMax ? `<tr><td style="padding:12px 8px 16px;text-align:center">${pictures}</td></tr>` : ''}</table>`
  )
}

/** Repeats the address below the button, because not every mail program lets users press it. */
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
