import { useEffect, useRef } from 'react'
import type { ColumnPreference, OwnRole, SavedView, SharedView } from '../../../answers/preferences.ts'
import { randomKey } from '../../../client/randomKey.ts'
import { lostConditions, readViewQuery, savedParam, writeViewQuery } from '../../../language/query/listLocation.ts'
import type { ResolvedList } from '../../../language/resolved.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { ListLocationState } from '../query/useListLocation.ts'
import type { ListPreferences } from './preferences.ts'
import type { KeptPreferences } from './usePreferences.ts'

/** Most views of one user for one list. */
export const savedViewsMax = 50

export interface Views {
  readonly saved: readonly SavedView[]
  /** Views of others with the same role. */
  readonly shared: readonly SharedView[]
  /** The user's view that is open; the filters may have been changed since. */
  readonly current: SavedView | null
  /** The view of somebody else that is open; it is only read. */
  readonly currentShared: SharedView | null
  /** With whom the open view can be shared: nobody, when it asks for a complete value of personal data. */
  readonly roles: readonly OwnRole[]
  readonly isChanged: boolean
  /** What the open view asks for and the list does not know any more; the rows are shown without it. */
  readonly lost: readonly string[]
  /** What is shown now, as a view would keep it. */
  readonly query: string
  /** Id or name of the view that opens by default; null for 全部. */
  readonly defaultView: string | null
  /** False until the default view was applied; nothing may be loaded before. */
  readonly isSettled: boolean
  readonly open: (view: SavedView | SharedView) => void
  readonly openShipped: (name: string | null) => void
  /** Stores the current filters, columns and layout as a new view. */
  readonly save: (name: string) => void
  /** Stores the current filters and layout in the open view. */
  readonly update: () => void
  readonly rename: (id: string, name: string) => void
  readonly remove: (id: string) => void
  /** Null: with nobody any more. */
  readonly share: (id: string, role: string | null) => void
  readonly setDefault: (view: string | null) => void
}

/**
 * Views of a list: those of the document and those of the user. The address stays the owner of what is shown: opening a view writes its
 * filters into the address.
 *
 * @param columns current columns, which a new view stores
 */
export function useViews(
  list: ResolvedList,
  location: ListLocationState,
  kept: KeptPreferences,
  columns: readonly ColumnPreference[],
): Views {
  const { views, defaultView, shared, roles } = kept.preferences
  const current = views.find((view) => view.id === location.saved) ?? null
  const currentShared = current === null ? (shared.find((view) => view.id === location.saved) ?? null) : null
  const opened = current ?? currentShared
  const query = writeViewQuery(location.query, list, taipeiDate(new Date()))
  const lost = opened === null ? [] : lostConditions(opened.query, list)
  const layout = location.layout?.name ?? 'table'
  const shownNow = list.layouts === undefined ? { query } : { query, layout }
  const open = (view: SavedView | SharedView) => location.open(addressOf(view, list), { layout: view.layout })
  const change = (id: string, part: Partial<SavedView>) =>
    kept.change(({ views }) => ({ views: views.map((view) => (view.id === id ? { ...view, ...part } : view)) }))
  const isSettled = useDefaultView(list, location, kept)
  return {
    saved: views,
    shared,
    current,
    currentShared,
    roles: current === null || asksForPerson(current, list) ? [] : roles,
    query,
    isChanged:
      opened !== null && (lost.length > 0 || readViewQuery(opened.query, list).toString() !== query || isElsewhere(opened, shownNow)),
    lost,
    defaultView,
    isSettled,
    open,
    openShipped: (name) => (location.saved === null ? location.change({ view: name }) : location.open(shippedAddress(name))),
    save: (name) => {
      const view = { id: randomKey(), name, ...shownNow, columns }
      kept.change(({ views }) => ({ views: [...views, view] }))
      open(view)
    },
    update: () => current !== null && change(current.id, shownNow),
    rename: (id, name) => change(id, { name }),
    remove: (id) => {
      kept.change(({ views, defaultView }) => ({
        views: views.filter((view) => view.id !== id),
        ...(defaultView === id && { defaultView: null }),
      }))
      if (location.saved === id) location.reset()
    },
    share: (id, role) => kept.change(({ views }) => ({ views: views.map((view) => (view.id === id ? sharedAs(view, role) : view)) })),
    setDefault: (view) => kept.change(() => ({ defaultView: view })),
  }
}

/** Opens the default view when the visit began with an address without a query. @returns true once that is decided */
function useDefaultView(list: ResolvedList, location: ListLocationState, { preferences, isReady }: KeptPreferences): boolean {
  const isDecided = useRef(false)
  const target = isReady && !isDecided.current && location.isBlank ? defaultAddress(preferences, list) : null
  const address = target?.toString() ?? null
  // An address that names a layout is obeyed.
  const layout = location.layout === null ? findView(preferences)?.layout : undefined
  const { open } = location
  useEffect(() => {
    if (!isReady) return
    if (!isDecided.current && address !== null) open(new URLSearchParams(address), { replace: true, layout })
    isDecided.current = true
  }, [isReady, address, layout, open])
  return isReady && target === null
}

/** The address of the view that opens by default; null when it does not exist, or is what the list shows anyway. */
export function defaultAddress(preferences: ListPreferences, list: ResolvedList): URLSearchParams | null {
  const { defaultView: name } = preferences
  if (name === null) return null
  const saved = findView(preferences)
  if (saved !== undefined) return addressOf(saved, list)
  return list.views.some((view) => view.name === name) ? shippedAddress(name) : null
}

/** The saved view that opens by default. */
function findView({ defaultView, views, shared }: ListPreferences): SavedView | SharedView | undefined {
  return [...views, ...shared].find(({ id }) => id === defaultView)
}

/** True when a view was saved in another layout than the one that is shown. What it does not remember is not changed. */
function isElsewhere({ layout }: SavedView | SharedView, shown: { readonly layout?: string }): boolean {
  return layout !== undefined && shown.layout !== undefined && layout !== shown.layout
}

/** A view with a complete value of a masked field would tell it to everybody with whom it is shared. */
function asksForPerson({ query }: SavedView, list: ResolvedList): boolean {
  const asked = readViewQuery(query, list)
  return list.filters.some(({ field, lookup }) => lookup !== undefined && [...asked.keys()].some((name) => name.split('.')[0] === field))
}

function sharedAs({ sharedWith: _former, ...view }: SavedView, role: string | null): SavedView {
  return role === null ? view : { ...view, sharedWith: role }
}

function addressOf(view: SavedView | SharedView, list: ResolvedList): URLSearchParams {
  const params = readViewQuery(view.query, list)
  params.set(savedParam, view.id)
  return params
}

function shippedAddress(name: string | null): URLSearchParams {
  return new URLSearchParams(name === null ? {} : { view: name })
}
