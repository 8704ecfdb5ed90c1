import { permissionsOf } from '../cutScreen.ts'
import type { ResolvedAction, ResolvedScreen } from '../resolved.ts'

/** What a screen becomes once defaults are filled in, for the analyst: addresses, columns, filters, forms, and who may do what. */
export function explainScreen(screen: ResolvedScreen): string {
  return [
    `${screen.uri} ${screen.title}（實體 ${screen.entity.name}，權限 ${screen.resource}）`,
    section(
      '路徑',
      Object.entries(screen.api).map(([verb, call]) => `${verb}: ${call.method} ${call.path}`),
    ),
    section(
      '欄位',
      screen.list.columns.map((column) => `${column.field} ${column.title}（${column.format}${column.sortable ? '，可排序' : ''}）`),
    ),
    section(
      '查詢條件',
      screen.list.filters.map((filter) => `${filter.field} ${filter.title}（${filter.kind}，${filter.op}）`),
    ),
    section(
      '表單',
      Object.values(screen.forms).map((form) => `${form.name} ${form.title}（${form.mode}）：${Object.keys(form.fields).join('、')}`),
    ),
    section(
      '動作',
      Object.values(screen.actions).map((action) => `${action.name} ${action.label}（需要 ${action.permission}）${purpose(action)}`),
    ),
    section('權限', permissionsOf(screen)),
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string {
  return `\n${title}\n${lines.length === 0 ? '  （無）' : lines.map((line) => `  ${line}`).join('\n')}`
}

function purpose(action: ResolvedAction): string {
  switch (action.kind) {
    case 'builtIn':
      return ''
    case 'form':
      return `開啟表單 ${action.form}`
    case 'transition':
    case 'request':
      return `${action.call.method} ${action.call.path}`
    case 'open':
      return `開啟 ${action.uri}`
  }
}
