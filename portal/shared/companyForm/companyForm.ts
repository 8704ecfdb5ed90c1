import { imageDataUrlProblem } from '../../../src/rules/images.ts'
import { message } from '../../../src/rules/messages.ts'
import { joinPhone } from '../../../src/rules/phoneParts.ts'
import { taxNumberProblem } from '../../../src/rules/taxNumber.ts'
import { isEmail, isMobile, isPhone, isZipCode } from '../../../src/rules/text.ts'
import type { MissingField } from '../form/MissingFields.tsx'

/** Titles of the fields, in the order of the form. */
export const companyTitles = {
  applyType: '申請類型',
  taxNumber: '統一編號',
  companyName: '公司／機關名稱',
  responsiblePerson: '負責人',
  industry: '行業別',
  cityCode: '縣市',
  districtCode: '鄉鎮市區',
  zipCode: '郵遞區號',
  address: '地址',
  phoneArea: '電話區碼',
  phoneNumber: '電話號碼',
  phoneExt: '分機',
  contactName: '聯絡人',
  contactDept: '部門',
  contactTitle: '職稱',
  contactMobile: '手機',
  contactEmail: '電子郵件',
  invoiceEmail: '發票寄送信箱',
  expectedPoints: '預計採購點數',
  certificate: '設立登記證明',
} as const

export type CompanyField = keyof typeof companyTitles
/** Typed values as text; '' is empty. `certificate` is an image as a data URL. */
export type CompanyValues = Readonly<Record<CompanyField, string>>
/** Error texts by field. */
export type FieldProblems = Readonly<Partial<Record<string, string>>>

export const companyFields = Object.keys(companyTitles) as readonly CompanyField[]
const optionalFields: ReadonlySet<CompanyField> = new Set(['phoneExt', 'contactDept', 'contactTitle', 'expectedPoints'])

export const isRequired = (field: CompanyField): boolean => !optionalFields.has(field)

/** Maximum lengths (domain 4.18). */
export const lengthMax: Readonly<Partial<Record<CompanyField, number>>> = {
  taxNumber: 8,
  companyName: 100,
  responsiblePerson: 50,
  zipCode: 6,
  address: 120,
  phoneArea: 3,
  phoneNumber: 8,
  phoneExt: 5,
  contactName: 50,
  contactDept: 50,
  contactTitle: 50,
  contactMobile: 10,
  contactEmail: 100,
  invoiceEmail: 100,
}

/** Rules for values that are not empty; each returns a text of specification 5, or null for a valid value. */
const rules: Readonly<Partial<Record<CompanyField, (value: string, values: CompanyValues) => string | null>>> = {
  taxNumber: taxNumberProblem,
  zipCode: (value) => (isZipCode(value) ? null : '郵遞區號須為3碼或6碼數字'),
  phoneNumber: (_value, values) => (isPhone(joinPhone(trimmed(values))) ? null : '電話格式錯誤'),
  contactMobile: (value) => (isMobile(value) ? null : '手機格式錯誤'),
  contactEmail: (value) => (isEmail(value) ? null : '電子郵件格式錯誤.'),
  invoiceEmail: (value) => (isEmail(value) ? null : '電子郵件格式錯誤.'),
  certificate: imageDataUrlProblem,
}

/** Errors that prevent sending, by field in the order of the form. */
export function companyProblems(values: CompanyValues): FieldProblems {
  const problems: Record<string, string> = {}
  for (const field of companyFields) {
    const value = values[field].trim()
    const text = value === '' ? (isRequired(field) ? message('M05', { title: companyTitles[field] }) : null) : rules[field]?.(value, values)
    if (text) problems[field] = text
  }
  return problems
}

/** The form as the server takes it: trimmed, with null for empty fields. */
export function companyBody(values: CompanyValues): Readonly<Record<CompanyField, string | null>> {
  const entries = companyFields.map((field) => [field, trimmed(values)[field] || (isRequired(field) ? '' : null)])
  return Object.fromEntries(entries) as Record<CompanyField, string | null>
}

/** Values from a draft or the server; other members are left out. */
export function readCompany(given: unknown): CompanyValues {
  const source = typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {}
  const entries = companyFields.map((field) => [field, typeof source[field] === 'string' ? source[field] : ''])
  return Object.fromEntries(entries) as CompanyValues
}

function trimmed(values: CompanyValues): CompanyValues {
  return Object.fromEntries(companyFields.map((field) => [field, values[field].trim()])) as CompanyValues
}

/** Missing input by field: the title for an empty field, the error text for a wrong one. */
export function missingCompanyFields(problems: FieldProblems): readonly MissingField[] {
  return companyFields.flatMap((field) => {
    const problem = problems[field]
    if (problem === undefined) return []
    const title = companyTitles[field]
    return [{ text: problem.endsWith('必填') ? title : `${title}（${problem}）`, fieldId: field }]
  })
}
