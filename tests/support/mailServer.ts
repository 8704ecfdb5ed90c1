import { SMTPServer } from 'smtp-server'

/** A mail as a mail server gets it. */
export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string
  close(): Promise<void>
}

/** A mail server on loopback that takes everything. */
export async function startMailServer(port: number, onMail: (mail: ReceivedMail) => void): Promise<MailServer> {
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        onMail(parseMail(Buffer.concat(chunks).toString('latin1')))
        done()
      })
    },
  })
  const taken = await new Promise<number>((resolve, reject) => {
    smtp.once('error', reject)
    const listening = smtp.listen(port, '127.0.0.1', () => resolve((listening.address() as { port: number }).port))
  })
  return { url: `smtp://127.0.0.1:${taken}?ignoreTLS=true`, close: () => new Promise((resolve) => smtp.close(() => resolve())) }
}

/** As much of MIME as our mails have: encoded words, and two alternatives (or one text) in base64 or quoted-printable. */
function parseMail(source: string): ReceivedMail {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)`, 'im').exec(head)?.[1] ?? ''
  const boundary = /boundary="([^"]+)"/.exec(header('Content-Type'))?.[1]
  const parts = boundary === undefined ? [source] : rest.join('\r\n\r\n').split(`--${boundary}`)
  const partOf = (type: string) => decodeBody(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '')
  return { to: header('To'), subject: decodeWords(header('Subject')), text: partOf('text/plain'), html: partOf('text/html') }
}

function decodeWords(text: string): string {
  const words = [...text.matchAll(/=\?UTF-8\?(B|Q)\?([^?]*)\?=/gi)].map(([, kind, word]) =>
    kind?.toUpperCase() === 'B' ? Buffer.from(word ?? '', 'base64') : fromQuoted((word ?? '').replaceAll('_', ' ')),
  )
  return words.length > 0 ? Buffer.concat(words).toString('utf8') : text
}

function decodeBody(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  return (head.includes('base64') ? Buffer.from(body, 'base64') : fromQuoted(body)).toString('utf8')
}

function fromQuoted(text: string): Buffer {
  const joined = text.replace(/=\r\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  )
}
