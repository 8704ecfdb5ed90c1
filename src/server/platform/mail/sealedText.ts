import { createHmac } from 'node:crypto'
import type { ScanCodeKind } from '../../../rules/scanCodes.ts'
import { decryptField, encryptField } from '../fieldCipher.ts'
import type { Secrets } from '../secrets.ts'

/** What a mail says, as text and as HTML. */
export interface MailText {
  readonly text: string
  readonly html?: string
  /** Pictures that the HTML names by `cid:`; they travel with the mail and are drawn when it is sent. */
  readonly codes?: readonly MailCode[]
  readonly files?: readonly MailFile[]
}

/** A file that goes with the mail. */
export interface MailFile {
  readonly fileName: string
  readonly contentType: string
  readonly base64: string
}

/** A code to be scanned. */
export interface MailCode {
  readonly cid: string
  readonly kind: ScanCodeKind
  readonly text: string
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

export function sealMail(key: Buffer, envelope: Envelope, { text, html, codes, files }: MailText): string {
  return encryptField(key, contextOf(envelope), JSON.stringify({ text, html, codes, files }))
}

/** @throws Error when it was sealed for somebody else, or by another installation */
export function openMail(key: Buffer, envelope: Envelope, sealed: string): MailText {
  return JSON.parse(decryptField(key, contextOf(envelope), sealed)) as MailText
}

function contextOf({ to, subject }: Envelope): string {
  return `${to}\n${subject}`
}
