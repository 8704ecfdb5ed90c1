import { FieldTexts } from '../../../answers/refusals.ts'
import type { ResolvedColumn } from '../../../language/resolved.ts'
import { verbAnswers } from '../calls/verbAnswers.ts'

/** Schemas that many operations share, in OpenAPI 3.1, which uses JSON Schema. */
type Schema = object

export function jsonBody(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}

export function jsonAnswer(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}

export function queryParameter(name: string, schema: Schema, description?: string, required = false) {
  return { name, in: 'query', required, schema, ...(description === undefined ? {} : { description }) }
}

/** `/api/x/{id}` has the parameter `id`. Names of children are words; all others are numbers. */
export function pathParameters(path: string): readonly unknown[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'child' ? { type: 'string' } : { type: 'integer', minimum: 0 },
  }))
}

/** Dates and choices are texts in JSON; empty is null. */
export function schemaOfColumn({ title, format, align }: ResolvedColumn): Schema {
  const isNumber = align === 'end' && format !== 'text'
  return { title, type: [isNumber ? 'number' : 'string', 'null'] }
}

const text = { 'text/plain': { schema: { type: 'string' } } }

export const fileAnswer = {
  description: '檔案',
  content: { 'application/octet-stream': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } },
}

export const ref = {
  record: jsonAnswer('整筆資料，含 id 與 rowVersion', verbAnswers.get),
  page: jsonAnswer('一頁資料', verbAnswers.children),
  history: jsonAnswer('異動紀錄', verbAnswers.history),
  choices: jsonAnswer('可挑選的資料', verbAnswers.choices),
  report: jsonAnswer('分組統計', verbAnswers.report),
  verdicts: jsonAnswer('逐筆結果', verbAnswers.bulk),
  imported: jsonAnswer('匯入結果', verbAnswers.import),
  started: jsonAnswer('資料較多，已排入背景匯出', verbAnswers.export),
  deleted: jsonAnswer('已刪除', verbAnswers.delete),
} as const

/** Errors that every call may return (specification, section 8). Texts are Traditional Chinese. */
export const failures = {
  400: { description: '內容有誤：一句話，或 {欄位: 訊息}', content: { ...text, 'application/json': { schema: FieldTexts } } },
  401: { description: '請重新登入', content: text },
  403: { description: '沒有權限', content: text },
  404: { description: '查無資料', content: text },
  409: { description: '狀態不符或資料已被他人修改', content: text },
} as const
