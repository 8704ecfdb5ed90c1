import { layOutMail } from '../../platform/mail/mailLayout.ts'
import type { Mail } from '../../platform/mail/outbox.ts'

export interface NewAccount {
  readonly email: string
  readonly fullName: string
  readonly userName: string
  readonly password: string
  readonly publicUrl: string
}

/** Mail with the initial password of a new account. */
export function accountCreatedMail({ email, fullName, userName, password, publicUrl }: NewAccount): Mail {
  return layOutMail({
    to: email,
    subject: '您的帳號已建立',
    greeting: fullName,
    paragraphs: ['您的帳號已建立，請以下列帳號與初始密碼登入，並於首次登入後變更密碼。'],
    facts: [
      ['帳號', userName],
      ['初始密碼', password],
    ],
    link: { label: '登入網址', address: `${publicUrl}/login` },
  })
}

export interface PasswordLink {
  readonly email: string
  readonly fullName: string
  readonly token: string
  readonly minutes: number
  /** Address of the page that takes the token. */
  readonly address: string
}

/** Mail with the link for a new password. The base of the link comes from the settings, never from a request. */
export function passwordLinkMail({ email, fullName, token, minutes, address }: PasswordLink): Mail {
  return layOutMail({
    to: email,
    subject: '重設密碼',
    greeting: fullName,
    paragraphs: [
      `我們收到重設密碼的申請，請於 ${minutes} 分鐘內開啟下列網址設定新密碼。網址僅能使用一次。`,
      '若您未提出申請，請忽略本信件。',
    ],
    facts: [],
    link: { label: '設定新密碼', address: `${address}?t=${token}` },
  })
}
