import { createHmac } from 'node:crypto'
import type { ScanCodeKind } from '../../../rules/scanCodes.ts'
import { decryptField, encryptField } from '../fieldCipher.ts'
import type { Secrets } from '../secrets.ts'

/** The content of a mail, as text and as HTML. */
export interface MailText {
  readonly text: string
  readonly html?: string
  /** Codes whose pictures the HTML names by `cid:`. They are stored with the mail and drawn when it is sent. */
  readonly codes?: readonly MailCode[]
  readonly files?: readonly MailFile[]
}

/** An attached file. */
export interface MailFile {
  readonly fileName: string
  readonly contentType: string
  readonly base64: string
}

/** A code to scan. */
export interface MailCode {
  readonly cid: string
  readonly kind: ScanCodeKind
  readonly text: string
}

/** Recipient and subject that a text is sealed for; it cannot be opened with others. */
export interface Envelope {
  readonly to: string
  readonly subject: string
}

/** Derives the key that seals the texts of mails. */
export function deriveMailKey(secrets: Pick<Secrets, 'fieldEncryption'>): Buffer {
  return createHmac('sha256', secrets.fieldEncryption).update('mail text').digest()
}

export function sealMail(key: Buffer, envelope: Envelope, { text, html, codes, files }: MailText): string {
  return encryptField(key, contextOf(envelope), JSON.stringify({ text, html, codes, files }))
}

/** @throws Error when the text was sealed for another envelope, or by another installation */
export function openMail(key: Buffer, envelope: Envelope, sealed: string): MailText {
  return JSON.parse(decryptField(key, contextOf(envelope), sealed)) as MailText
}

function contextOf({ to, subject }: Envelope): string {
  return `${to}\n${subject}`
}
