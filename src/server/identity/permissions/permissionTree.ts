import type { PermissionNode } from '../../../answers/account.ts'
import { liftsMasks, unmaskAction } from '../../../language/entity/maskedFields.ts'
import type { FieldRight, FieldRights } from '../../../language/resolved.ts'
import type { UserType } from '../../../rules/codes.generated.ts'
import { userType } from '../../../rules/codes.generated.ts'
import { matrixPermissions } from './defaultRoles.ts'
import { outsideGrants } from './merchantGrants.ts'
import { parsePermission } from './permissionName.ts'
import { groupScreens, type MenuScreen, type ScreenCatalog } from './screenSource.ts'

/** Names of actions that several screens have. For other actions the button label of the document is used. */
const actionNames: Readonly<Record<string, string>> = {
  view: '檢視',
  create: '新增',
  edit: '修改',
  delete: '刪除',
  submit: '送審',
  approve: '核准／退回',
  approvelarge: '核准大額',
  export: '匯出',
  import: '匯入',
  unmask: '顯示完整個資',
  resetpassword: '重設密碼',
  unlock: '解除鎖定',
  rotatekey: '產生金鑰',
  suspend: '暫停／恢復',
  terminate: '終止',
  publish: '發佈／下架',
  handle: '處理',
  close: '關帳／結案',
  reopen: '重開',
  freeze: '凍結',
  writeoff: '沖銷',
  rerun: '重新執行',
  void: '作廢',
  invoice: '開立發票',
  pay: '收付款',
  trial: '試算',
  send: '寄送',
  run: '執行',
  allowance: '折讓',
  issue: '開立折讓',
  reconcile: '對帳',
  generate: '產生',
  deliver: '交付',
  ship: '出貨',
  activate: '開卡',
  cancel: '取消',
  resend: '重新寄送',
  extend: '展期',
}

/** Actions that come first in the tree, beginning with the one that all others need. */
const firstActions = ['view', 'create', 'edit', 'delete', 'submit', 'approve', 'import', 'export']

/** The findings of the document checker are not in the menu. */
const diagnosticsResource: MenuScreen = {
  uri: '/settings/screens',
  title: '畫面文件檢核',
  icon: 'rule',
  resource: 'settings.screens',
  actions: {},
}

/**
 * Menu groups, their screens, and the permissions that can be granted for each: those of the screen's own buttons and of the permission
 * matrix.
 *
 * @param forType type of the users of the edited role; default: platform staff. For other types, only what they may have
 */
export function permissionTree(catalog: ScreenCatalog, forType: UserType = userType.staff): readonly PermissionNode[] {
  const tree = wholeTree(catalog)
  if (forType === userType.staff) return tree
  const mayHave = outsideGrants(catalog, forType)
  const leaves = tree.filter(({ key }) => mayHave(key))
  const kept = new Set(leaves.flatMap(({ key, parentKey }) => [key, parentKey]))
  const groups = new Set(tree.flatMap(({ key, parentKey }) => (kept.has(key) ? [parentKey] : [])))
  return tree.filter(({ key }) => kept.has(key) || groups.has(key))
}

function wholeTree(catalog: ScreenCatalog): readonly PermissionNode[] {
  return groupScreens(catalog).flatMap((group) => {
    const screens = group.entries.flatMap((entry) => (entry.kind === 'screen' ? [entry.screen] : []))
    const shown = group.uri === '/settings' ? [...screens, diagnosticsResource] : screens
    if (shown.length === 0) return []
    const head: PermissionNode = { key: group.uri, value: group.displayName, parentKey: null }
    return [head, ...shown.flatMap((screen) => screenNodes(screen, group.uri, catalog))]
  })
}

/** True for every permission that exists: those of documents, and those of the matrix for screens still to come. */
export function isKnownPermission(catalog: ScreenCatalog, permission: string): boolean {
  if (matrixPermissions.has(permission)) return true
  return [...catalog.screens.values()].some((screen) => permissionsOf(screen, catalog).includes(permission))
}

function screenNodes(screen: MenuScreen, groupUri: string, catalog: ScreenCatalog): readonly PermissionNode[] {
  const head: PermissionNode = { key: screen.resource, value: screen.title, parentKey: groupUri }
  const leaves = permissionsOf(screen, catalog).map((permission) => ({
    key: permission,
    value: labelOf(permission, screen),
    parentKey: screen.resource,
  }))
  return [head, ...leaves]
}

/** Permissions of the screen's own resource, because a button may need the permission of another screen. */
function permissionsOf(screen: MenuScreen, { entities }: ScreenCatalog): readonly string[] {
  const isOwn = (permission: string) => parsePermission(permission)?.resource === screen.resource
  const fromButtons = Object.values(screen.actions).map((action) => action.permission)
  const fromFields = rightsOfScreen(screen).map(({ permission }) => permission)
  const fromFilters = (screen.list?.filters ?? []).flatMap(({ lookup }) => (lookup ? [lookup.permission] : []))
  const entity = screen.entity && entities?.get(screen.entity.name)
  const fromMasks = entity && liftsMasks(entity) ? [`${screen.resource}.${unmaskAction}`] : []
  const all = new Set([
    `${screen.resource}.view`,
    ...[...fromButtons, ...fromFields, ...fromFilters, ...fromMasks].filter(isOwn),
    ...[...matrixPermissions].filter(isOwn),
  ])
  return [...all].sort((first, second) => rankOf(first) - rankOf(second) || first.localeCompare(second, 'en'))
}

function rankOf(permission: string): number {
  const rank = firstActions.indexOf(parsePermission(permission)?.action ?? '')
  return rank < 0 ? firstActions.length : rank
}

function labelOf(permission: string, screen: MenuScreen): string {
  const action = parsePermission(permission)?.action ?? permission
  if (Object.hasOwn(actionNames, action)) return actionNames[action] as string
  const button = Object.values(screen.actions).find((one) => one.permission === permission)
  return button?.label ?? labelOfFields(permission, screen) ?? labelOfLookups(permission, screen) ?? action
}

/** `以完整的手機查詢`: what a permission is for that only filters need. */
function labelOfLookups(permission: string, { list }: MenuScreen): string | undefined {
  const titles = (list?.filters ?? []).flatMap(({ title, lookup }) => (lookup?.permission === permission ? [title] : []))
  return titles.length === 0 ? undefined : `以完整的${titles.join('、')}查詢`
}

function rightsOfScreen({ rights }: MenuScreen): readonly FieldRight[] {
  return [...Object.values(rights?.read ?? {}), ...Object.values(rights?.write ?? {})]
}

/** `檢視成本`, `填寫成本、供應商`: what a permission is for that only fields need. */
function labelOfFields(permission: string, { rights }: MenuScreen): string | undefined {
  const titles = (of: FieldRights['read'] = {}) =>
    Object.values(of).flatMap((right) => (right.permission === permission ? [right.title] : []))
  const [read, write] = [titles(rights?.read), titles(rights?.write)]
  const parts = [...(read.length > 0 ? [`檢視${read.join('、')}`] : []), ...(write.length > 0 ? [`填寫${write.join('、')}`] : [])]
  return parts.length === 0 ? undefined : parts.join('，')
}
