import Type, { type Static } from 'typebox'

/** Field name (dotted for rows: `members.0.joinDate`) to text. */
export const FieldTexts = Type.Unsafe<Readonly<Record<string, string>>>({
  title: '欄位錯誤',
  type: 'object',
  additionalProperties: { type: 'string' },
})
export type FieldTexts = Static<typeof FieldTexts>

/** What every call answers that is refused or fails: texts per field, or one text. Which refusal it is stands in `x-error-code`. */
export const refusal = {
  description: '拒絕或失敗：一段文字，或各欄位的文字；標頭 x-error-code 為代碼',
  content: { 'application/json': { schema: FieldTexts }, 'text/plain': { schema: Type.String() } },
} as const
