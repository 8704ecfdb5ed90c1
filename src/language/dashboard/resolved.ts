import type { Predicate } from '../documents/predicate.ts'
import type { DashboardChart, DashboardPeriod, ReportPeriod } from '../documents/vocabulary.ts'
import type { ResolvedColumn, SortKey } from '../resolved.ts'

/** A tile as its reader gets it: how it is drawn. The numbers come by a call of their own. */
export type ShownTile = ShownBase &
  (
    | { readonly kind: 'number'; readonly measure: ResolvedColumn; readonly isDated: boolean; readonly compare: boolean }
    | {
        readonly kind: 'chart'
        readonly chart: DashboardChart
        readonly isDated: boolean
        readonly group: ResolvedGroupColumn
        /** Each of its values is a part of its own; the chart has one measure then. */
        readonly series?: ResolvedColumn
        readonly measures: readonly ResolvedColumn[]
      }
    | { readonly kind: 'list'; readonly isDated: boolean; readonly columns: readonly ResolvedColumn[]; readonly ranked: boolean }
    | { readonly kind: 'todo' }
    | { readonly kind: 'text'; readonly text: string }
  )

interface ShownBase {
  /** Follows from the content of the tile: a tile that did not change keeps its id when others do. */
  readonly id: string
  readonly title: string
  /** Twelfths of the page. */
  readonly width: number
}

export type ResolvedGroupColumn = ResolvedColumn & { readonly by?: ReportPeriod }

/** The dashboard of one reader: without tiles that this reader may not see. */
export interface ShownDashboard {
  readonly name: string
  readonly title: string
  readonly hash: string
  /** Null when no tile depends on a period. */
  readonly period: { readonly default: DashboardPeriod; readonly choices: readonly DashboardPeriod[] } | null
  readonly tiles: readonly ShownTile[]
}

/** Where the numbers of a tile come from. */
export interface ResolvedSource {
  /** For an item of a to-do list. */
  readonly title: string
  readonly entity: string
  /** Uris of the screens through which it may be read, best first. The first that its reader may open is used. */
  readonly screens: readonly string[]
  /** Fields that the reader must see on that screen. */
  readonly fields: readonly string[]
  readonly view: string | null
  readonly filter?: Predicate
  readonly date?: TileDate
}

/** The field to which the period applies. */
export interface TileDate {
  readonly field: string
  readonly kind: 'date' | 'dateTime' | 'month'
}

/** One number per group or in all. `count` counts records and has no field. */
export interface Measure {
  readonly op: 'count' | 'sum' | 'average'
  /** Name in the rows of the answer. */
  readonly name: string
}

/** What is asked of a source. */
export type TileQuestion =
  | { readonly kind: 'number'; readonly measure: Measure; readonly stock: boolean; readonly compare: boolean }
  | {
      readonly kind: 'chart'
      readonly group: ResolvedGroupColumn
      readonly series?: ResolvedColumn
      readonly measures: readonly Measure[]
      readonly limit: number
    }
  | { readonly kind: 'rank'; readonly group: ResolvedGroupColumn; readonly measure: Measure; readonly limit: number }
  | { readonly kind: 'rows'; readonly columns: readonly ResolvedColumn[]; readonly sort: readonly SortKey[]; readonly limit: number }
  | { readonly kind: 'counts' }
  | { readonly kind: 'nothing' }

export interface ResolvedTile {
  readonly shown: ShownTile
  /** One source; of a to-do list one for each item; of a text none. */
  readonly sources: readonly ResolvedSource[]
  readonly question: TileQuestion
}

export interface ResolvedDashboard {
  readonly name: string
  readonly title: string
  readonly roles: readonly string[]
  readonly period: NonNullable<ShownDashboard['period']>
  readonly tiles: readonly ResolvedTile[]
  /** Changes whenever anything above changes. */
  readonly hash: string
}

/** `GET /api/dashboards`: the dashboards of a reader, and the one that was asked for, by default the first. */
export interface OfferedDashboards {
  readonly choices: readonly { readonly name: string; readonly title: string }[]
  readonly dashboard: ShownDashboard | null
}

/** Value of a group that stands for all the groups that are not shown. */
export const otherGroups = '#other'
