// @vitest-environment jsdom
import { cleanup, fireEvent, isInaccessible, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Entity } from '../../src/language/documents/entity.ts'
import type { Predicate } from '../../src/language/documents/predicate.ts'
import type { Screen } from '../../src/language/documents/screen.ts'
import { evaluate, type PredicateScope } from '../../src/language/predicate/predicate.ts'
import { nowScope } from '../../src/language/predicate/scope.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import { defaultRoles } from '../../src/server/identity/permissions/defaultRoles.ts'
import { drawScreen, entityOf } from './drawScreen.tsx'
import { type GeneratedRow, generateRows } from './generateRows.ts'
import { shipped, shippedScreens } from './shipped.ts'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(cleanup)

/** Enough rows for most combinations of states (see generateRows). */
const stateRows = 12

/** Action part of the permission of the built-in actions. */
const builtIn: Readonly<Record<string, readonly [label: string, permission: string]>> = {
  create: ['新增', 'create'],
  edit: ['修改', 'edit'],
  view: ['檢視', 'view'],
  delete: ['刪除', 'delete'],
  export: ['匯出', 'export'],
  import: ['匯入', 'import'],
  copy: ['複製', 'create'],
  history: ['異動紀錄', 'view'],
  print: ['列印', 'export'],
}

interface Button {
  readonly label: string
  readonly permission: string
  holds(row: GeneratedRow | undefined, scope: PredicateScope): boolean
}

/** The document with its presets expanded. The expectations are derived from it and the matrix alone, without the resolver. */
function writtenScreen(uri: string): Screen {
  const document = shipped.catalog.screenDocuments.get(uri)
  if (!document) throw new Error(`no document of ${uri}`)
  return document
}

const whole = (resource: string, permission: string) => (permission.includes('.') ? permission : `${resource}.${permission}`)

function holdsAll(guards: readonly (Predicate | undefined)[]): Button['holds'] {
  return (row, scope) => guards.every((guard) => guard === undefined || evaluate(guard, { ...scope, ...(row && { row }) }))
}

function buttonOf(name: string, screen: Screen, entity: Entity, resource: string): Button {
  const own = screen.actions?.[name]
  if (own) {
    return { label: own.label, permission: whole(resource, own.permission), holds: holdsAll([own.visible, own.guard]) }
  }
  const known = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined
  if (known) {
    const ofEntity = name === 'edit' ? entity.editable : name === 'delete' ? entity.deletable : undefined
    const holds = holdsAll([ofEntity, screen.forms?.[name]?.guard])
    const part = known[1] === 'create' ? (screen.createPermission ?? known[1]) : known[1]
    return { label: known[0], permission: `${resource}.${part}`, holds }
  }
  const form = screen.forms?.[name]
  if (form?.mode === 'edit' && form.title !== undefined)
    return { label: form.title, permission: `${resource}.edit`, holds: holdsAll([entity.editable, form.guard]) }
  const transition = entity.transitions?.[name]
  if (!transition) throw new Error(`${screen.uri} ${name} is a form: say here what it needs`)
  const { from, field, guard } = transition
  const holds: Button['holds'] = (row, scope) =>
    from.includes(String(row?.[field])) && (guard === undefined || evaluate(guard, { ...scope, ...(row && { row }) }))
  return { label: transition.label, permission: whole(resource, transition.permission), holds }
}

const scope: PredicateScope = {
  user: { userName: 'amy', userType: '1', companyNo: '', roles: ['OPERATOR'], permissions: [] },
  now: nowScope(new Date()),
}

const cases = shippedScreens.flatMap(([uri, screen]) =>
  defaultRoles
    .filter((role) => role.permissions.includes(`${screen.resource}.view`))
    .map((role) => [uri, role.roleCode, screen, new Set(role.permissions)] as const),
)

/** Labels of the buttons of a row, including those in its 更多 menu. */
async function rowLabels(row: Element): Promise<readonly (string | null)[]> {
  const buttons = [...row.querySelectorAll<HTMLButtonElement>('.list-action-buttons button')]
  const more = buttons.find((button) => button.getAttribute('aria-label') === '更多')
  const labels = buttons.filter((button) => button !== more).map((button) => button.textContent)
  if (!more) return labels
  fireEvent.click(more)
  // Found by its class: a query by role asks every element of the table whether it is shown, for each row and each role.
  const menu = await waitFor(() => {
    const found = [...window.document.getElementsByClassName('list-menu')]
    expect(found.map((one) => [one.getAttribute('role'), one.getAttribute('aria-label')])).toEqual([['menu', '更多']])
    return found[0] as HTMLElement
  })
  expect(isInaccessible(menu)).toBe(false)
  const inside = within(menu)
    .getAllByRole('menuitem')
    .map((item) => item.textContent)
  fireEvent.keyDown(menu, { key: 'Escape' })
  return [...labels, ...inside]
}

describe.each(cases)('%s for the role %s', (uri, _role, screen: ResolvedScreen, permissions) => {
  const document = writtenScreen(uri)
  const entity = entityOf(screen)
  const permitted = (names: readonly string[] | undefined) =>
    (names ?? []).map((name) => buttonOf(name, document, entity, screen.resource)).filter((button) => permissions.has(button.permission))

  it('offers exactly the buttons of the matrix, each where its guard holds', async () => {
    const rows = generateRows(entity, stateRows)
    drawScreen(screen, { permissions, rows })
    const table = await page.findByRole('table')
    for (const one of table.querySelectorAll('tr[data-row-id]')) {
      const row = rows.find(({ id }) => String(id) === one.getAttribute('data-row-id'))
      const wanted = permitted(document.list.rowActions).filter((button) => button.holds(row, scope))
      // One action is a visible button, and those that end something come last: the same buttons in another order.
      expect([row?.id, ...(await rowLabels(one)).toSorted()]).toEqual([row?.id, ...wanted.map((button) => button.label).toSorted()])
    }
    const toolbar = [
      ...window.document.querySelectorAll<HTMLButtonElement>('.list-toolbar > button, .list-toolbar > .btn-group > button.btn:first-child'),
    ]
    const wanted = permitted(document.list.toolbar).filter((button) => button.holds(undefined, scope))
    expect(toolbar.map((button) => button.textContent)).toEqual(wanted.map((button) => button.label))
    const bulk = page.queryByRole('region', { name: '批次作業' })
    const bulkLabels = bulk
      ? within(bulk)
          .getAllByRole('button')
          .map((button) => button.textContent)
      : []
    expect(bulkLabels.toSorted()).toEqual(
      permitted(document.list.bulkActions)
        .map((button) => button.label)
        .toSorted(),
    )
  })
})

it('a screen is drawn for no role that may not view it', () => {
  for (const role of defaultRoles) {
    for (const [, screen] of shippedScreens) {
      const permissions = new Set(role.permissions)
      if (!permissions.has(`${screen.resource}.view`)) expect(() => drawScreen(screen, { permissions })).toThrow('is not open')
    }
  }
})
