import { SMTPServer } from 'smtp-server'

/** A mail as received by a mail server. */
export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Embedded pictures by their Content-ID. */
  readonly pictures: ReadonlyMap<string, Buffer>
  /** Attached files, in their order. */
  readonly files: readonly Buffer[]
}

export interface MailServer {
  /** URL for `SMTP_URL`. */
  readonly url: string
  close(): Promise<void>
}

/** A mail server on loopback that accepts everything. */
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

/** Parses the parts of MIME that our mails use: encoded words, and nested parts in base64 or quoted-printable. */
function parseMail(source: string): ReceivedMail {
  const leaves = leavesOf(source)
  const textOf = (type: string) => {
    const leaf = leaves.find(({ head }) => head.includes(`Content-Type: ${type}`))
    return leaf ? decodeBody(leaf).toString('utf8') : ''
  }
  const pictures = leaves.flatMap((leaf) => {
    const id = /^Content-ID: <([^>]+)>/im.exec(leaf.head)?.[1]
    return id === undefined ? [] : [[id, decodeBody(leaf)] as const]
  })
  const head = splitHead(source).head
  return {
    to: headerOf(head, 'To'),
    subject: decodeWords(headerOf(head, 'Subject')),
    text: textOf('text/plain'),
    html: textOf('text/html'),
    pictures: new Map(pictures),
    files: leaves.filter(({ head }) => /^Content-Disposition: attachment/im.test(head)).map(decodeBody),
  }
}

interface Leaf {
  readonly head: string
  readonly body: string
}

function leavesOf(source: string): readonly Leaf[] {
  const { head, body } = splitHead(source)
  const boundary = /boundary="([^"]+)"/.exec(headerOf(head, 'Content-Type'))?.[1]
  if (boundary === undefined) return [{ head, body }]
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => leavesOf(part.replace(/^\r\n/, '')))
}

function splitHead(source: string): Leaf {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  return { head, body: rest.join('\r\n\r\n') }
}

function headerOf(head: string, name: string): string {
  return new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)`, 'im').exec(head)?.[1] ?? ''
}

function decodeWords(text: string): string {
  const words = [...text.matchAll(/=\?UTF-8\?(B|Q)\?([^?]*)\?=/gi)].map(([, kind, word]) =>
    kind?.toUpperCase() === 'B' ? Buffer.from(word ?? '', 'base64') : fromQuoted((word ?? '').replaceAll('_', ' ')),
  )
  return words.length > 0 ? Buffer.concat(words).toString('utf8') : text
}

function decodeBody({ head, body }: Leaf): Buffer {
  return head.includes('base64') ? Buffer.from(body, 'base64') : Buffer.from(fromQuoted(body))
}

function fromQuoted(text: string): Buffer {
  const joined = text.replace(/=\r\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  )
}
