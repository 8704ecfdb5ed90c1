import type { Mail } from '../../platform/mail/outbox.ts'

export interface NewAccount {
  readonly email: string
  readonly fullName: string
  readonly userName: string
  readonly password: string
  readonly publicUrl: string
}

/** Tells the first password to its owner. */
export function accountCreatedMail({ email, fullName, userName, password, publicUrl }: NewAccount): Mail {
  return {
    to: email,
    subject: '您的帳號已建立',
    text: `${fullName} 您好：

您的帳號已建立，請於首次登入後變更密碼。

登入網址：${publicUrl}/login
帳號：${userName}
初始密碼：${password}

本信件由系統自動寄送，請勿回覆。`,
  }
}

export interface PasswordLink {
  readonly email: string
  readonly fullName: string
  readonly token: string
  readonly minutes: number
  /** Of the page that takes the token. */
  readonly address: string
}

/** The link to a new password; its base comes from the settings, never from a request. */
export function passwordLinkMail({ email, fullName, token, minutes, address }: PasswordLink): Mail {
  return {
    to: email,
    subject: '重設密碼',
    text: `${fullName} 您好：

我們收到重設密碼的申請，請於 ${minutes} 分鐘內開啟下列網址設定新密碼。網址僅能使用一次。

${address}?t=${token}

若您未提出申請，請忽略本信件。`,
  }
}
