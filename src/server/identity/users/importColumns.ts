import { userType } from '../../../rules/codes.generated.ts'
/** A column of the import file of users. The example names a free account and roles that may be granted. */
export interface ImportColumn {
  readonly field: string
  readonly title: string
  readonly required: boolean
  readonly example: string
  /** Converts the text of a cell. A text that cannot be converted stays unchanged, and the rules of the record report it. */
  read(text: string): unknown
}

const userTypes: Readonly<Record<string, string>> = {
  平台人員: userType.staff,
  特約商人員: userType.merchant,
  企業會員: userType.corporate,
}
const booleans: Readonly<Record<string, boolean>> = { 是: true, 否: false, true: true, false: false }

const asText = (text: string) => text
const pickFrom =
  <T>(values: Readonly<Record<string, T>>) =>
  (text: string) =>
    Object.hasOwn(values, text) ? values[text] : text

/** Columns of the example file. There is none for the password, because one is made and mailed for each account. */
export const importColumns: readonly ImportColumn[] = [
  { field: 'userName', title: '帳號', required: true, example: 'ops03', read: asText },
  { field: 'fullName', title: '姓名', required: true, example: '陳小明', read: asText },
  { field: 'email', title: '電子郵件', required: true, example: 'ops03@example.com', read: asText },
  { field: 'phoneNumber', title: '電話', required: false, example: '02-27001234', read: asText },
  { field: 'jobTitle', title: '職稱', required: false, example: '營運專員', read: asText },
  { field: 'userType', title: '使用者類型', required: true, example: '平台人員', read: pickFrom(userTypes) },
  { field: 'companyNo', title: '特約商', required: false, example: '', read: numberOf },
  { field: 'roles', title: '角色', required: true, example: 'OPS', read: readList },
  { field: 'isEnabled', title: '啟用', required: false, example: '是', read: pickFrom(booleans) },
]

/** Accepts `C000101 簡稱`, as lists show it, or the number alone. */
function numberOf(text: string): string {
  return text.split(/\s/)[0] ?? text
}

/** Role codes separated by commas. */
function readList(text: string): readonly string[] {
  return text
    .split(/[,，、\s]+/)
    .map((part) => part.trim())
    .filter(Boolean)
}
