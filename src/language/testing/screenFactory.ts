import { resolveApi } from '../resolve/api.ts'
import type {
  ResolvedAction,
  ResolvedColumn,
  ResolvedFilter,
  ResolvedForm,
  ResolvedList,
  ResolvedNaming,
  ResolvedScreen,
} from '../resolved.ts'

export function columnOf(part: Partial<ResolvedColumn> & { readonly field: string }): ResolvedColumn {
  return { title: part.field, format: 'text', sortable: true, hidden: false, align: 'start', ...part }
}

export function filterOf(part: Partial<ResolvedFilter> & { readonly field: string }): ResolvedFilter {
  const op = part.op ?? 'contains'
  return { title: part.field, op, ops: [op], kind: 'text', required: false, ...part }
}

export function listOf(part: Partial<ResolvedList> = {}): ResolvedList {
  return {
    columns: [columnOf({ field: 'name', title: '名稱' }), columnOf({ field: 'points', title: '點數', format: 'points', align: 'end' })],
    filters: [],
    searchTitles: [],
    sort: [{ field: 'name', direction: 'asc' }],
    pageSize: 25,
    totals: [],
    empty: '查無資料',
    views: [],
    toolbar: [],
    rowActions: [],
    bulkActions: [],
    ...part,
  }
}

export function formOf(part: Partial<ResolvedForm> & { readonly name: string; readonly mode: ResolvedForm['mode'] }): ResolvedForm {
  return {
    title: part.name,
    open: 'modal',
    size: 'medium',
    schema: { type: 'object', properties: {} },
    fields: {},
    layout: { kind: 'groups', groups: [] },
    actions: [],
    validator: 'none',
    ...part,
  }
}

export function namingOf(...fields: readonly string[]): ResolvedNaming {
  return { title: '測試資料', fields: fields.map((field) => columnOf({ field })) }
}

interface ScreenParts extends Omit<Partial<ResolvedScreen>, 'list' | 'actions'> {
  readonly list?: Partial<ResolvedList>
  readonly actions?: readonly ResolvedAction[]
}

/** A screen over `/api/test/things`, with the parts that the test needs. */
export function screenOf({ list, actions = [], ...part }: ScreenParts = {}): ResolvedScreen {
  const uri = '/_test/things'
  return {
    uri,
    title: '測試資料',
    icon: 'list_alt',
    hash: 'hash-1',
    rowsHash: 'rows-1',
    entity: { name: 'thing', title: '測試資料', key: 'name', label: 'name', address: 'id', naming: namingOf('name') },
    resource: 'test.things',
    api: resolveApi({ uri }),
    forms: {},
    children: {},
    ...part,
    list: listOf(list),
    actions: Object.fromEntries(actions.map((action) => [action.name, action])),
  }
}

/** A transition of `/api/test/things` with the permission `test.things.<name>`. */
export function transitionOf(name: string, part: Partial<ResolvedAction> = {}): ResolvedAction {
  return {
    name,
    label: name,
    permission: `test.things.${name}`,
    tone: 'secondary',
    ...part,
    kind: 'transition',
    transition: name,
    call: { method: 'POST', path: `/api/test/things/{id}/${name}` },
    bulkCall: { method: 'POST', path: `/api/test/things/${name}` },
  }
}
