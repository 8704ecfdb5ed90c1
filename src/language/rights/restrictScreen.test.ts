import { describe, expect, it } from 'vitest'
import { resolveScreen } from '../resolve/screen.ts'
import { shopEntity, shopsScreen, visitEntity } from '../testing/documents.ts'
import { screenPermissions } from '../testing/screenPermissions.ts'
import { allowedFields } from './allowedFields.ts'
import { restrictScreen } from './restrictScreen.ts'

const screen = resolveScreen(
  shopsScreen,
  new Map([
    ['shop', shopEntity],
    ['visit', visitEntity],
  ]),
)
const restrictedTo = (...actions: readonly string[]) => restrictScreen(screen, new Set(actions.map((action) => `demo.shops.${action}`)))

describe('a screen restricted to a user', () => {
  it('a screen restricted to a user is nothing without the permission to view', () => expect(restrictedTo('edit', 'create')).toBeNull())
  it('a screen restricted to a user is whole with all permissions', () =>
    expect(restrictScreen(screen, new Set(screenPermissions(screen)))).toEqual(screen))
  it('a screen restricted to a user has no button, form or link that the user may not use', () => {
    const seen = restrictedTo('view', 'approve')
    expect(Object.keys(seen?.actions ?? {})).toEqual(['approve', 'reject'])
    expect(seen?.list.toolbar).toEqual([])
    expect(seen?.list.rowActions).toEqual(['approve', 'reject'])
    expect(seen?.forms).toEqual({})
    expect(seen?.list.columns[0]?.link).toBeUndefined()
    expect(seen?.children.visits?.actions).toEqual([])
    expect(seen?.hash).toBe(screen.hash)
  })
  it('leads to the view where the edit form is withheld', () => {
    const withView = {
      ...screen,
      actions: { ...screen.actions, view: { ...screen.actions.edit, name: 'view', permission: 'demo.shops.view' } as never },
    }
    expect(restrictScreen(withView, new Set(['demo.shops.view']))?.list.columns[0]?.link).toBe('view')
  })
  it('a screen restricted to a user names its permissions, view first', () =>
    expect(screenPermissions(screen)).toEqual(
      ['view', 'approve', 'create', 'export', 'edit', 'delete', 'ring'].map((action) => `demo.shops.${action}`),
    ))
})

describe('the fields that a screen may use', () => {
  const allowed = allowedFields(screen, shopEntity)
  it('the fields that a screen may use in lists are what is shown and what buttons look at', () =>
    expect([...allowed.list].sort()).toEqual(['id', 'isOpen', 'points', 'rowVersion', 'shopName', 'shopNo', 'status', 'updatedAt']))
  it('the fields that a screen may use in records are those of the forms as well', () =>
    expect(allowed.record.has('districtCode')).toBe(true))
  it('the fields that a screen may use are named one by one for filter, sort, search and totals', () => {
    expect([...allowed.filter]).toEqual(['shopName', 'kind', 'openDate', 'points'])
    expect([...allowed.sort]).toEqual(['shopNo', 'shopName', 'points', 'status', 'updatedAt'])
    expect([...allowed.search]).toEqual(['shopNo', 'shopName'])
    expect([...allowed.total]).toEqual(['points'])
  })
  it('shrink with the permissions', () => {
    const seen = restrictedTo('view')
    expect(seen && allowedFields(seen, shopEntity).record.has('districtCode')).toBe(false)
    expect(seen && allowedFields(seen, shopEntity).list.has('isOpen')).toBe(false)
  })
})

describe('links to other records', () => {
  const to = ['demo.visits', 'demo.calls'].map((resource) => ({
    uri: `/_${resource.replace('.', '/')}`,
    permission: `${resource}.view`,
    kind: 'record' as const,
    key: 'visitNo',
    from: 'points',
  }))
  const [first, ...others] = screen.list.columns
  const linked = { ...screen, list: { ...screen.list, columns: [{ ...first, to } as never, ...others] } }
  const linkOf = (...permissions: readonly string[]) =>
    restrictScreen(linked, new Set(['demo.shops.view', ...permissions]))?.list.columns[0]?.to?.map(({ uri }) => uri)

  it('lead to the first screen that may be opened, or nowhere', () => {
    expect(linkOf('demo.visits.view', 'demo.calls.view')).toEqual(['/_demo/visits'])
    expect(linkOf('demo.calls.view')).toEqual(['/_demo/calls'])
    expect(linkOf()).toBeUndefined()
  })

  it('links to other records let the field that they need leave the server, for those who have the link', () => {
    const fieldsFor = (...permissions: readonly string[]) => {
      const seen = restrictScreen({ ...linked, list: { ...linked.list, totals: [] } }, new Set(['demo.shops.view', ...permissions]))
      const columns = seen?.list.columns.filter((column) => column.field !== 'points') ?? []
      return seen && allowedFields({ ...seen, list: { ...seen.list, columns } }, shopEntity).list
    }
    expect(fieldsFor('demo.visits.view')?.has('points')).toBe(true)
    expect(fieldsFor()?.has('points')).toBe(false)
  })
})

describe('child lists that are for some only', () => {
  const visits = {
    ...(screen.children.visits as NonNullable<typeof screen.children.visits>),
    permissions: ['demo.visits.view', 'demo.approvals.view'],
  }
  const tabs = [{ title: '拜訪', content: { kind: 'child' as const, child: 'visits' } }]
  const form = {
    ...(screen.forms.edit as NonNullable<typeof screen.forms.edit>),
    mode: 'view' as const,
    layout: { kind: 'tabs' as const, tabs },
  }
  const limited = {
    ...screen,
    forms: { ...screen.forms, look: { ...form, name: 'look' } },
    list: { ...screen.list, head: 'visits', tabs: [{ title: '拜訪', child: 'visits' }] },
    children: { visits },
  }
  const seenWith = (...more: readonly string[]) => restrictScreen(limited, new Set(['demo.shops.view', ...more]))

  it('stand nowhere for the others', () => {
    const seen = seenWith()
    expect([seen?.children, seen?.list.expand, seen?.list.tabs]).toEqual([{}, undefined, undefined])
    expect(seen?.forms.look?.layout).toEqual({ kind: 'tabs', tabs: [] })
  })

  it.each(['demo.visits.view', 'demo.approvals.view'])('stand where the document has them for those who hold %s', (permission) => {
    const seen = seenWith(permission)
    expect([Object.keys(seen?.children ?? {}), seen?.list.tabs?.length]).toEqual([['visits'], 1])
    expect(seen?.forms.look?.layout).toEqual({ kind: 'tabs', tabs })
  })
})
