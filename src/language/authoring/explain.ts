import type { Entity } from '../documents/entity.ts'
import { findProperty } from '../entity/property.ts'
import { type RecordReach, reachIn } from '../record/recordReach.ts'
import type { DictionaryRef, ResolvedAction, ResolvedForm, ResolvedScreen, ResolvedTab } from '../resolved.ts'
import { restrictScreen } from '../rights/restrictScreen.ts'
import { noticeWords } from './noticeWords.ts'
import { textTable } from './textTable.ts'

/** A default role of a new installation. */
export interface RoleView {
  readonly code: string
  readonly name: string
  readonly permissions: ReadonlySet<string>
  /** True when its users see only the records of their own company. */
  readonly isScoped: boolean
}

/**
 * Describes a screen with all defaults filled in, for the analyst at a terminal: addresses, columns, filters, forms, buttons, and what each
 * role sees. It restricts screens with the same function as the server.
 */
export function explainScreen(screen: ResolvedScreen, entity: Entity, roles: readonly RoleView[]): string {
  return [
    `${screen.uri}  ${screen.title}`,
    `實體 ${entity.name}（${entity.title}）${entity.table ? `，資料表 ${entity.table}` : '，存於共用文件表'}；權限 ${screen.resource}`,
    section('角色', rolesOf(screen, entity, roles)),
    section('清單的欄位', columnsOf(screen, entity, roles)),
    section('查詢條件', filtersOf(screen)),
    section(
      '檢視頁籤',
      screen.list.views.map((view) => `${view.name}  ${view.title}  ${JSON.stringify(view.filter)}`),
    ),
    section('按鈕', actionsOf(screen, roles)),
    ...noticesOf(entity),
    ...Object.values(screen.forms).map((form) => section(formTitle(form), formLines(form))),
    ...Object.values(screen.children).map((child) =>
      section(`明細 ${child.name}（${child.title}）`, [
        `實體 ${child.entity}；${Object.entries(child.by)
          .map(([own, parent]) => `${own} = 主檔的 ${parent}`)
          .join('、')}`,
        `欄位 ${child.columns.map((column) => `${column.field} ${column.title}`).join('、')}`,
      ]),
    ),
    section(
      'API',
      textTable(
        ['呼叫', '方法', '路徑'],
        Object.entries(screen.api).map(([verb, call]) => [verb, call.method, call.path]),
      ),
    ),
  ].join('\n')
}

function noticesOf(entity: Entity): readonly string[] {
  const words = [...noticeWords(entity)].map(([what, told]) => `${what}${told}`)
  return words.length === 0 ? [] : [section('通知', words)]
}

function section(title: string, lines: readonly string[]): string {
  return `\n【${title}】\n${lines.length === 0 ? '  （無）' : lines.map((line) => `  ${line}`).join('\n')}`
}

const yes = '●'
const no = '－'
const masked = '遮罩'

function rolesOf(screen: ResolvedScreen, entity: Entity, roles: readonly RoleView[]): readonly string[] {
  const rows = roles.map((role) => {
    const mayOpen = restrictScreen(screen, role.permissions) !== null
    return [role.code, role.name, mayOpen ? reachText(reachIn(entity, role.isScoped)) : '不能開啟此畫面']
  })
  return textTable(['代號', '名稱', '看得到'], rows)
}

function reachText(reach: RecordReach): string {
  if (reach.kind === 'own') return `只有自己特約商的資料（${reach.scope}）`
  return reach.kind === 'all' ? '全部資料' : '沒有資料（實體沒有 scope）'
}

/**
 * Everybody who may open the screen sees its columns. Personal data in clear is only for holders of `unmask`, and only in single records.
 */
function columnsOf(screen: ResolvedScreen, entity: Entity, roles: readonly RoleView[]): readonly string[] {
  const restricted = roles.map((role) => restrictScreen(screen, role.permissions))
  const { list } = screen
  const rows = list.columns.map((column) => {
    const isMasked = findProperty(entity, column.field)?.['x-mask'] !== undefined
    const notes = [
      ...(column.hidden ? ['預設隱藏'] : []),
      ...(column.pin ? ['固定'] : []),
      ...(column.link ? [`連結 ${column.link}`] : []),
      ...(list.totals.includes(column.field) ? ['總計'] : []),
      ...(column.sortable ? [] : ['不可排序']),
      ...(column.dictionary ? [`字典 ${dictionaryText(column.dictionary)}`] : []),
    ]
    const seen = restricted.map((one) => {
      if (!one?.list.columns.some((other) => other.field === column.field)) return no
      return isMasked ? masked : yes
    })
    return [column.field, column.title, column.format, ...seen, notes.join('、')]
  })
  return textTable(['欄位', '標題', '顯示', ...roles.map((role) => role.code), '說明'], rows)
}

function filtersOf({ list }: ResolvedScreen): readonly string[] {
  if (list.filters.length === 0) return []
  const rows = list.filters.map((filter) => [
    filter.field,
    filter.title,
    filter.op,
    [
      ...(filter.required ? ['必填'] : []),
      ...(filter.default === undefined ? [] : [`預設 ${JSON.stringify(filter.default)}`]),
      ...(filter.lookup === undefined ? [] : [`只找完整的值，權限 ${filter.lookup.permission}`]),
      ...(filter.maxDays === undefined ? [] : [`最多 ${filter.maxDays} 天`]),
      ...(filter.dictionary ? [`字典 ${dictionaryText(filter.dictionary)}`] : []),
    ].join('、'),
  ])
  return textTable(['欄位', '標題', '比對', '說明'], rows)
}

function dictionaryText({ name, strArg }: DictionaryRef): string {
  return strArg === undefined ? name : `${name}（${strArg}）`
}

function actionsOf(screen: ResolvedScreen, roles: readonly RoleView[]): readonly string[] {
  const restricted = roles.map((role) => restrictScreen(screen, role.permissions))
  const rows = Object.values(screen.actions).map((action) => [
    action.name,
    action.label,
    ...restricted.map((one) => (one !== null && Object.hasOwn(one.actions, action.name) ? yes : no)),
    placesOf(action.name, screen),
    action.permission,
    [purposeOf(action), ...(action.guard ? [`條件 ${JSON.stringify(action.guard)}`] : [])].filter((text) => text !== '').join('；'),
  ])
  return textTable(['名稱', '文字', ...roles.map((role) => role.code), '位置', '需要的權限', '說明'], rows)
}

function placesOf(name: string, { list, forms, children }: ResolvedScreen): string {
  const places = [
    ...(list.toolbar.includes(name) ? ['清單上方'] : []),
    ...(list.rowActions.includes(name) ? ['每筆'] : []),
    ...(list.bulkActions.includes(name) ? ['批次'] : []),
    ...Object.values(forms).flatMap((form) => (form.actions.includes(name) ? [`表單 ${form.name}`] : [])),
    ...Object.values(children).flatMap((child) => (child.actions.includes(name) ? [`明細 ${child.name}`] : [])),
  ]
  return places.length === 0 ? '連結' : places.join('、')
}

function purposeOf(action: ResolvedAction): string {
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

const modes: { readonly [Mode in ResolvedForm['mode']]: string } = { create: '新增', edit: '修改', view: '檢視' }
const places: { readonly [Open in ResolvedForm['open']]: string } = { modal: '視窗', drawer: '側欄', page: '整頁' }

function formTitle({ name, title, mode, open }: ResolvedForm): string {
  return `表單 ${name}（${title}，${modes[mode]}，${places[open]}）`
}

function formLines(form: ResolvedForm): readonly string[] {
  const rows = Object.values(form.fields).map((field) => [
    field.field,
    field.title,
    field.widget,
    [
      ...(field.required ? ['必填'] : []),
      ...(field.readonly ? ['唯讀'] : []),
      ...Object.entries(field.conditions ?? {}).map(([kind, predicate]) => `${conditionTexts[kind] ?? kind}：${JSON.stringify(predicate)}`),
    ].join('、'),
  ])
  const tabs = form.layout.kind === 'tabs' ? [`頁籤 ${form.layout.tabs.map(tabText).join('、')}`] : []
  const actions = form.actions.length > 0 ? [`按鈕 ${form.actions.join('、')}`] : []
  return [...tabs, ...actions, ...textTable(['欄位', '標題', '元件', '說明'], rows)]
}

const conditionTexts: Readonly<Record<string, string>> = { visible: '顯示條件', required: '必填條件', readonly: '唯讀條件' }

function tabText({ title, content }: ResolvedTab): string {
  return content.kind === 'child' ? `${title}（明細 ${content.child}）` : content.kind === 'history' ? `${title}（異動紀錄）` : title
}
