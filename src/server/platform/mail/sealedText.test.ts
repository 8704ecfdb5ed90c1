import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deriveMailKey, openMail, sealMail } from './sealedText.ts'

const key = deriveMailKey({ fieldEncryption: randomBytes(32) })
const envelope = { to: 'mei@example.com', subject: '兌換票券通知' }
const mail = { text: '票券號碼 7F3K-9Q2M-4T8X-WZ5R', html: '<p>7F3K-9Q2M-4T8X-WZ5R</p>' }

describe('the text of a mail', () => {
  it('stands sealed in the database, and opens for its envelope', () => {
    const sealed = sealMail(key, envelope, mail)
    expect(Buffer.from(sealed, 'base64').toString('utf8')).not.toContain('7F3K')
    expect(openMail(key, envelope, sealed)).toEqual(mail)
    expect(openMail(key, envelope, sealMail(key, envelope, { text: '無' }))).toEqual({ text: '無' })
  })

  it('opens neither for another recipient nor under another key', () => {
    const sealed = sealMail(key, envelope, mail)
    expect(() => openMail(key, { ...envelope, to: 'thief@example.com' }, sealed)).toThrow()
    expect(() => openMail(deriveMailKey({ fieldEncryption: randomBytes(32) }), envelope, sealed)).toThrow()
  })
})
