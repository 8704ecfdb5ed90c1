import { layOutMail } from '../../platform/mail/mailLayout.ts'
import type { Mail } from '../../platform/mail/outbox.ts'

/** Whom a mail of an application goes to. */
export interface Applicant {
  readonly email: string
  readonly contactName: string
  readonly companyName: string
}

interface ApplicationFacts extends Applicant {
  readonly applyNo: string
  /** Base of links, without trailing slash. */
  readonly publicUrl: string
}

const applyPath = '/corporate_member_apply'

export function receivedMail({ publicUrl, applyNo, ...applicant }: ApplicationFacts): Mail {
  return layOutMail({
    ...head(applicant, '企業會員申請已收到'),
    paragraphs: [
      '感謝您申請成為企業會員，我們已收到您的申請資料，審核結果將以電子郵件通知。',
      '查詢申請進度時需要下列申請編號，請妥善保存。',
    ],
    facts: [
      ['申請編號', applyNo],
      ['公司／機關名稱', applicant.companyName],
    ],
    link: { label: '查詢申請進度', address: publicUrl + applyPath },
  })
}

export function codeMail({ code, minutes, applyNo, ...applicant }: Applicant & { applyNo: string; code: string; minutes: number }): Mail {
  return layOutMail({
    ...head(applicant, '企業會員申請驗證碼'),
    paragraphs: [`您正在查詢企業會員申請資料，請於 ${minutes} 分鐘內輸入下列驗證碼。若非您本人操作，請忽略本信件。`],
    facts: [
      ['申請編號', applyNo],
      ['驗證碼', code],
    ],
  })
}

/** The reviewers' remark is sent unchanged. */
export interface ReviewedApplication extends ApplicationFacts {
  readonly remark: string
  readonly days: number
}

export function supplementMail({ publicUrl, applyNo, remark, days, ...applicant }: ReviewedApplication): Mail {
  return layOutMail({
    ...head(applicant, '企業會員申請請補件'),
    paragraphs: [`您的企業會員申請資料尚須補正，請於 ${days} 日內至申請進度頁面補件；逾期未補件，申請將自動結案。`],
    facts: [
      ['申請編號', applyNo],
      ['補件說明', remark],
    ],
    link: { label: '前往補件', address: publicUrl + applyPath },
  })
}

export function refusedMail({ applyNo, remark, days, ...applicant }: ReviewedApplication): Mail {
  return layOutMail({
    ...head(applicant, '企業會員申請未通過'),
    paragraphs: ['感謝您申請成為企業會員。很抱歉，您的申請未通過審核。', `${days} 日後可重新提出申請。`],
    facts: [
      ['申請編號', applyNo],
      ['審核說明', remark],
    ],
  })
}

export interface ApprovedApplication extends Applicant {
  readonly corporateNo: string
  readonly userName: string
  /** Token of the link that sets the first password, once. */
  readonly token: string
  /** Life of the link in days. */
  readonly days: number
  readonly publicUrl: string
}

/** The invitation to the account: a link that sets its first password; also sent again while it was never used. */
export function approvedMail({ corporateNo, userName, token, days, publicUrl, ...applicant }: ApprovedApplication): Mail {
  return layOutMail({
    ...head(applicant, '企業會員申請已核准'),
    paragraphs: [
      `恭喜您，企業會員申請已核准。請於 ${days} 日內開啟下列網址設定密碼，再以統一編號、帳號與密碼登入。網址僅能使用一次，請勿轉寄。`,
      '網址逾期時，可於企業會員登入頁面選擇「忘記密碼」重新取得。',
    ],
    facts: [
      ['企業會員編號', corporateNo],
      ['帳號', userName],
    ],
    link: { label: '設定密碼', address: `${publicUrl}/member_login?t=${token}` },
  })
}

function head({ email, companyName, contactName }: Applicant, subject: string) {
  return { to: email, subject, greeting: `${companyName} ${contactName}` }
}
