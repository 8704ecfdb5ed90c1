import { createHmac } from 'node:crypto'
import { decryptField, encryptField } from '../fieldCipher.ts'
import type { Secrets } from '../secrets.ts'

/** What a mail says, as text and as HTML. */
export interface MailText {
  readonly text: string
  readonly html?: string
}

/** Whom a text is for; it opens for nobody else. */
export interface Envelope {
  readonly to: string
  readonly subject: string
}

/** Seals the texts of mails, by a key of their own. */
export function deriveMailKey(secrets: Pick<Secrets, 'fieldEncryption'>): Buffer {
  return createHmac('sha256', secrets.fieldEncryption).update('mail text').digest()
}

export function sealMail(key: Buffer, envelope: Envelope, { text, html }: MailText): string {
  return encryptField(key, contextOf(envelope), JSON.stringify({ text, html }))
}

/** @throws Error when it was sealed for somebody else, or by another installation */
export function openMail(key: Buffer, envelope: Envelope, sealed: string): MailText {
  return JSON.parse(decryptField(key, contextOf(envelope), sealed)) as MailText
}

function contextOf({ to, subject }: Envelope): string {
  return `${to}\n${subject}`
}
