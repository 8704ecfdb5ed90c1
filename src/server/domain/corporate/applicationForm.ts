import Type, { type Static } from 'typebox'
import { type OwnApplication, shownFields } from '../../../answers/corporate.ts'
import { captchaLengthMax, captchaTitle } from '../../../rules/captcha.ts'
import { corporateStatus } from '../../../rules/codes.generated.ts'
import { lastSupplementDay } from './corporateRules.ts'

/** Lengths here only keep nonsense out; what is wrong with a value the entity document says, as it does in the console. */
const text = (title: string, maxLength: number) => Type.String({ title, maxLength })
const optionalText = (title: string, maxLength: number) => Type.Optional(Type.Union([text(title, maxLength), Type.Null()]))

/** Below the limit of a body, above that of an image in base64. */
const imageTextMax = 1_450_000

/** The fields that an applicant may give again in a supplement. */
export const changeableFields = {
  applyType: text('申請類型', 2),
  companyName: text('公司／機關名稱', 200),
  responsiblePerson: text('負責人', 100),
  industry: text('行業別', 50),
  cityCode: text('縣市', 10),
  districtCode: text('鄉鎮市區', 10),
  zipCode: text('郵遞區號', 6),
  address: text('地址', 200),
  phoneArea: text('電話區碼', 3),
  phoneNumber: text('電話號碼', 8),
  phoneExt: optionalText('分機', 5),
  contactName: text('聯絡人', 100),
  contactDept: optionalText('部門', 100),
  contactTitle: optionalText('職稱', 100),
  contactMobile: text('手機', 10),
  contactEmail: text('電子郵件', 200),
  invoiceEmail: text('發票寄送信箱', 200),
  expectedPoints: optionalText('預計採購點數', 50),
  certificate: text('設立登記證明', imageTextMax),
} as const

const captchaFields = { captcha: text(captchaTitle, captchaLengthMax) } as const
const closed = { additionalProperties: false } as const

export const RegisterBody = Type.Object(
  {
    ...changeableFields,
    taxNumber: text('統一編號', 20),
    agree: Type.Literal(true, { title: '我已閱讀並同意企業會員條款及隱私權條款' }),
    policyVersion: text('同意條款版本', 10),
    privacyVersion: text('同意隱私權版本', 10),
    ...captchaFields,
  },
  closed,
)
export type RegisterBody = Static<typeof RegisterBody>

const credentials = { applyNo: text('申請編號', 20), taxNumber: text('統一編號', 20) } as const
export const CodeBody = Type.Object({ ...credentials, ...captchaFields }, closed)
export type CodeBody = Static<typeof CodeBody>

export const OpenBody = Type.Object({ ...credentials, code: text('電子郵件驗證碼', 6) }, closed)
export type OpenBody = Static<typeof OpenBody>

export const SupplementBody = Type.Object({ ...changeableFields, ticket: text('查詢憑證', 64) }, closed)
export type SupplementBody = Static<typeof SupplementBody>

export type ShownApplication = Static<typeof OwnApplication>

export function presentApplication(member: Readonly<Record<string, unknown>>): ShownApplication {
  const shown = Object.fromEntries(shownFields.map((name) => [name, member[name] ?? null])) as Omit<ShownApplication, 'supplementBy'>
  const isAwaited = member.status === corporateStatus.supplement && member.statusSince
  return { ...shown, supplementBy: isAwaited ? lastSupplementDay(new Date(String(member.statusSince))) : null }
}
