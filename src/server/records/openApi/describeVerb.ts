import type { ApiVerb } from '../../../language/documents/vocabulary.ts'
import { alternativesMax, canCombine } from '../../../language/query/listQueryFilters.ts'
import type { ResolvedFilter, ResolvedScreen } from '../../../language/resolved.ts'
import { permissionOfVerb } from '../../../language/rights/verbPermissions.ts'
import type { OpenApiOperation } from '../../platform/http/routes/openApi.ts'
import { keysMax } from '../read/choiceQuestion.ts'
import { failures, fileAnswer, jsonAnswer, jsonBody, pathParameters, queryParameter, ref, schemaOfColumn } from './shapes.ts'

export type DocumentedVerb = Exclude<ApiVerb, 'transition' | 'bulk'>
type Said = Pick<OpenApiOperation, 'parameters' | 'requestBody' | 'responses'>

const summaries: Readonly<Record<DocumentedVerb, string>> = {
  list: '查詢',
  get: '單筆',
  create: '新增',
  update: '修改',
  delete: '刪除',
  export: '匯出',
  import: '匯入',
  importExample: '匯入範例檔',
  history: '異動紀錄',
  children: '明細',
  choices: '可挑選的資料',
  report: '統計',
}

/** Describes one call of a screen. A list by PUT has the same parameters in its body as one by GET has in its address. */
export function describeVerb(screen: ResolvedScreen, verb: DocumentedVerb): OpenApiOperation {
  const said = parts[verb](screen)
  const places = pathParameters(screen.api[verb].path)
  return {
    tags: [screen.uri],
    summary: `${screen.title}：${summaries[verb]}`,
    'x-permission': permissionOfVerb(screen, verb),
    ...said,
    parameters: [...places, ...(said.parameters ?? [])],
    responses: { ...said.responses, ...failures },
  }
}

const parts: Readonly<Record<DocumentedVerb, (screen: ResolvedScreen) => Said>> = {
  list: (screen) => ({ parameters: listParameters(screen), responses: { 200: jsonAnswer('一頁資料', pageSchema(screen)) } }),
  get: () => ({ responses: { 200: ref.record } }),
  history: () => ({ responses: { 200: ref.history } }),
  children: () => ({ responses: { 200: ref.page } }),
  choices: () => ({
    parameters: [
      queryParameter('search', { type: 'string' }, '編號、名稱或可查詢的欄位的一部分'),
      queryParameter('key', { type: 'array', items: { type: 'string' }, maxItems: keysMax }, '資料的編號，可重複此參數'),
      queryParameter('merchant', { type: 'string' }, '所填資料的特約商代號'),
    ],
    responses: { 200: ref.choices },
  }),
  report: (screen) => ({ parameters: [...listParameters(screen), ...tabParameters(screen)], responses: { 200: ref.report } }),
  create: (screen) => ({ requestBody: jsonBody(formSchema(screen, 'create')), responses: { 201: ref.record } }),
  update: (screen) => ({ requestBody: jsonBody(formSchema(screen, 'edit')), responses: { 200: ref.record } }),
  delete: () => ({ parameters: [queryParameter('rowVersion', { type: 'integer' })], responses: { 200: ref.deleted } }),
  export: (screen) => ({
    parameters: [...listParameters(screen), queryParameter('format', { enum: ['xlsx', 'csv'], default: 'xlsx' })],
    responses: { 200: fileAnswer, 202: ref.started },
  }),
  import: () => ({
    parameters: [queryParameter('check', { type: 'boolean', default: false })],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } } },
        },
      },
    },
    responses: { 200: ref.imported },
  }),
  importExample: () => ({ responses: { 200: fileAnswer } }),
}

/** A body may come from any form of the mode, so it has the fields of all, and needs what all need. */
function formSchema(screen: ResolvedScreen, mode: 'create' | 'edit'): Readonly<Record<string, unknown>> {
  const forms = Object.values(screen.forms).filter((form) => form.mode === mode)
  const schemas = forms.map(({ schema }) => schema as { properties?: object; required?: readonly string[] })
  const properties: object = Object.assign({}, ...schemas.map((schema) => schema.properties))
  // An edit may omit unchanged fields, but must send the version that it saw.
  if (mode === 'edit') return { type: 'object', properties: { ...properties, rowVersion: { type: 'integer' } }, required: ['rowVersion'] }
  const [first, ...others] = schemas.map(({ required = [] }) => required)
  return { type: 'object', properties, required: (first ?? []).filter((name) => others.every((names) => names.includes(name))) }
}

function pageSchema({ list }: ResolvedScreen): Readonly<Record<string, unknown>> {
  const members = list.columns.map((column) => [column.field, schemaOfColumn(column)] as const)
  const sums = list.totals.map((field) => [field, { type: ['number', 'string', 'null'] }] as const)
  const row = { id: { type: 'integer' }, rowVersion: { type: 'integer' }, ...Object.fromEntries(members) }
  return {
    type: 'object',
    properties: {
      totalCount: { type: 'integer' },
      pageIndex: { type: 'integer' },
      pageSize: { type: 'integer' },
      rows: { type: 'array', items: { type: 'object', properties: row } },
      totals: { type: 'object', properties: Object.fromEntries(sums) },
    },
  }
}

const anyText = `符合其中一組即可（最多 ${alternativesMax} 組）；每組以網址參數的寫法列出須同時符合的條件，可用 .ne、.gte 等`

function listParameters({ list }: ResolvedScreen): readonly unknown[] {
  const sort = queryParameter(
    'sort',
    { type: 'string', examples: list.sort.map((key) => `${key.field}.${key.direction}`) },
    '欄位.asc 或 欄位.desc，以逗號分隔',
  )
  const search = list.searchTitles.length === 0 ? [] : [queryParameter('search', { type: 'string' }, list.searchTitles.join('、'))]
  const view = list.views.length === 0 ? [] : [queryParameter('view', { enum: list.views.map(({ name }) => name) })]
  const any = list.filters.some(canCombine) ? [queryParameter('any', { type: 'array', items: { type: 'string' } }, anyText)] : []
  return [...list.filters.flatMap(filterParameters), ...any, ...search, ...view, sort]
}

function tabParameters({ report }: ResolvedScreen): readonly unknown[] {
  if (report?.tabs === undefined) return []
  return [queryParameter('group', { enum: report.groups.map(({ field }) => field) }, '頁籤；省略時為第一個')]
}

function filterParameters({ field, title, op, required, choices }: ResolvedFilter): readonly unknown[] {
  if (op === 'between')
    return [queryParameter(`${field}From`, { type: 'string' }, title), queryParameter(`${field}To`, { type: 'string' }, title)]
  const schema = choices ? { enum: choices } : { type: 'string' }
  const isMany = op === 'in'
  return [queryParameter(field, isMany ? { type: 'array', items: schema } : schema, title, required)]
}
