import { deriveMailKey, openMail } from '../../src/server/platform/mail/sealedText.ts'
import type { TestServer } from './testServer.ts'

export interface WrittenMail {
  readonly recipient: string
  readonly subject: string
  readonly status: string
  readonly text: string
  readonly html: string
}

/**
 * Mails of the outbox that still have their text, newest first, decrypted with the key of the server. Those of the demo template are left
 * out.
 */
export async function writtenMails(
  server: TestServer,
  wanted: { readonly to?: string; readonly subject?: string } = {},
): Promise<WrittenMail[]> {
  const key = deriveMailKey(server.app.secrets)
  const rows = await server.database.db.selectFrom('mailOutbox').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute()
  return rows
    .filter(({ recipient, subject }) => (wanted.to ?? recipient) === recipient && subject.includes(wanted.subject ?? ''))
    .flatMap(({ recipient, subject, status, sealed }) => {
      const opened = sealed === null ? null : tryToOpen(key, { to: recipient, subject }, sealed)
      return opened ? [{ recipient, subject, status, text: opened.text, html: opened.html ?? '' }] : []
    })
}

function tryToOpen(key: Buffer, envelope: { readonly to: string; readonly subject: string }, sealed: string) {
  try {
    return openMail(key, envelope, sealed)
  } catch {
    return null
  }
}
