/**
 * The resolved model: what a checked screen document becomes once its entity, references and defaults are filled in.
 * The server keeps it for its own rules, restricts it to what a user may see (`restrictScreen`), and sends the rest to the console as JSON.
 * Nothing here knows React, Fastify or SQL.
 */
import type { Mask } from '../rules/masks.ts'
import type { FieldConditions, InputForm, Property } from './documents/entity.ts'
import type { Predicate } from './documents/predicate.ts'
import type { UiField } from './documents/screen.ts'
import type { ApiVerb, BuiltInAction, ChartType, DisplayFormat, FilterOp, ReportPeriod, Tone, WidgetName } from './documents/vocabulary.ts'

/** Options of a field; `strArg` may be `form.<field>` (see DictionaryUse). */
export interface DictionaryRef {
  readonly name: string
  readonly strArg?: string
  readonly intArg?: number
}

export interface ResolvedCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Own-origin path with `{id}`, `{pageIndex}`, `{pageSize}`, `{transition}`, `{child}` placeholders. */
  readonly path: string
}

/** Where the record is that a value names. */
export interface ResolvedLink {
  /** Screen that shows it. */
  readonly uri: string
  /** Whole permission that the screen asks for. */
  readonly permission: string
  /** Its record view opens by this field, or its list is filtered by it. */
  readonly kind: 'record' | 'list'
  readonly key: string
  /** The field is not the one that addresses of the screen use: the address names it. */
  readonly isOther?: true
  /** Field of the row that holds the value, where it is not the linked one. */
  readonly from?: string
}

export interface ResolvedColumn {
  readonly field: string
  readonly title: string
  readonly format: DisplayFormat
  readonly sortable: boolean
  readonly hidden: boolean
  readonly align: 'start' | 'center' | 'end'
  readonly dictionary?: DictionaryRef
  /** Badge colour by value. */
  readonly tags?: Readonly<Record<string, Tone>>
  readonly decimals?: number
  readonly link?: 'view' | 'edit'
  /** Where the record is that the value names, best first; a user gets at most one, of a screen that may be opened. */
  readonly to?: readonly ResolvedLink[]
  readonly width?: number
  readonly pin?: 'start' | 'end'
}

/** The control of a filter follows from the value's kind. */
export interface ResolvedFilter {
  readonly field: string
  readonly title: string
  readonly op: FilterOp
  /** All that the list understands: the document's own, and `in` beside `eq`. Of a masked field `eq` alone. */
  readonly ops: readonly FilterOp[]
  /** Of a masked field: who may look for a whole value of it, and what a whole value looks like. */
  readonly lookup?: { readonly permission: string; readonly mask: Mask }
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'dateTime' | 'month' | 'option'
  readonly dictionary?: DictionaryRef
  /** Values of an `enum`, where no dictionary gives the options. */
  readonly choices?: readonly string[]
  /** A plain value, or one that moves with the day, see `defaultFilter`. */
  readonly default?: unknown
  readonly required: boolean
  /** The field that says whose a record is: a merchant sees its own records only, so the filter stands fixed on its company. */
  readonly isScope?: true
  /** An exact value of it names what is looked for: the required range of days is not asked for beside it. */
  readonly identifies?: true
  /** Longest range in days (M15). */
  readonly maxDays?: number
}

export interface SortKey {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

export interface ResolvedList {
  readonly columns: readonly ResolvedColumn[]
  readonly filters: readonly ResolvedFilter[]
  /** Titles of the fields the search box looks in; empty = no search box. */
  readonly searchTitles: readonly string[]
  readonly sort: readonly SortKey[]
  readonly pageSize: number
  /** Fields summed in the 總計 row, over the whole filtered result. */
  readonly totals: readonly string[]
  readonly empty: string
  readonly expand?:
    | { readonly kind: 'fields'; readonly fields: readonly ResolvedColumn[] }
    | { readonly kind: 'child'; readonly child: string }
  /** Name of the child whose one record, found by the list's own conditions, stands above the list. */
  readonly head?: string
  /** Below the head, beside the list itself: children of the head's record. */
  readonly tabs?: readonly { readonly title: string; readonly child: string }[]
  /** One of these filters must have a value, or nothing is asked for; `text` says so. */
  readonly needs?: {
    readonly fields: readonly string[]
    readonly text: string
    /** One of the fields is the entity's scope: who sees only its own records need not ask for them. */
    readonly isScoped: boolean
  }
  /** Of a row that changes by itself, a job for instance: while one is shown, list and view are read again every few seconds. */
  readonly watch?: Predicate
  readonly views: readonly { readonly name: string; readonly title: string; readonly filter: Predicate }[]
  /** Names of `ResolvedScreen.actions`. */
  readonly toolbar: readonly string[]
  readonly rowActions: readonly string[]
  readonly bulkActions: readonly string[]
}

/** Everything a button can be; one union, so that a new kind does not compile until it is drawn. */
export type ResolvedAction = ActionBase &
  (
    | { readonly kind: 'builtIn'; readonly action: BuiltInAction; readonly form?: string }
    | { readonly kind: 'form'; readonly form: string }
    | { readonly kind: 'transition'; readonly transition: string; readonly call: ResolvedCall; readonly bulkCall?: ResolvedCall }
    | {
        readonly kind: 'request'
        readonly call: ResolvedCall
        readonly body?: Readonly<Record<string, unknown>>
        readonly after: 'reload' | 'show' | 'download' | 'open' | 'made' | 'nothing'
        /** Where the record is that the answer names, as of a column; `from` is a member of the answer. */
        readonly made?: readonly ResolvedLink[]
        /** Form that `made` opens; the view without it. */
        readonly madeForm?: string
      }
    /** `uri` with `{field}` placeholders in its query, filled from the row. */
    | { readonly kind: 'open'; readonly uri: string }
  )

interface ActionBase {
  readonly name: string
  readonly label: string
  /** Whole permission string. */
  readonly permission: string
  readonly tone: Tone
  /** Whether the button is shown for a row; the server evaluates the same on the locked row. Includes the state of a transition. */
  readonly guard?: Predicate
  readonly confirm?: string
  readonly input?: ResolvedInput
  readonly message?: string
}

/** A small form of a transition or action, ready for RJSF. */
export interface ResolvedInput {
  readonly title: string
  readonly schema: PlainSchema
  readonly fields: Readonly<Record<string, ResolvedField>>
  readonly validator: string
  readonly source: InputForm
}

/** Plain JSON Schema without any `x-` key; the same object for the same hash. */
export type PlainSchema = { readonly [keyword: string]: unknown }

/** How one form field is drawn; the interpreter derives the RJSF uiSchema from it. */
export interface ResolvedField {
  readonly field: string
  readonly title: string
  readonly widget: WidgetName
  readonly format: DisplayFormat
  readonly property: Property
  readonly ui: UiField
  readonly dictionary?: DictionaryRef
  /** As of a column. */
  readonly to?: readonly ResolvedLink[]
  /** True when computed, immutable in this mode, or the form is a view. */
  readonly readonly: boolean
  readonly required: boolean
  readonly conditions?: FieldConditions
  readonly onHidden: 'keep' | 'omit' | 'clear'
  /** Fields of the objects of a rows editor. */
  readonly items?: Readonly<Record<string, ResolvedField>>
}

export interface ResolvedGroup {
  readonly title?: string
  readonly fields: readonly string[]
  readonly collapsed: boolean
}

export interface ResolvedTab {
  readonly title: string
  readonly content:
    | { readonly kind: 'groups'; readonly groups: readonly ResolvedGroup[] }
    | { readonly kind: 'child'; readonly child: string }
    | { readonly kind: 'history' }
  readonly visible?: Predicate
}

export interface ResolvedForm {
  readonly name: string
  readonly title: string
  readonly mode: 'create' | 'edit' | 'view'
  readonly open: 'modal' | 'drawer' | 'page'
  readonly size: 'small' | 'medium' | 'large' | 'full'
  /** Schema of exactly the editable fields of this form, in order. */
  readonly schema: PlainSchema
  readonly fields: Readonly<Record<string, ResolvedField>>
  readonly layout:
    | { readonly kind: 'groups'; readonly groups: readonly ResolvedGroup[] }
    | { readonly kind: 'tabs'; readonly tabs: readonly ResolvedTab[] }
  /** Names of transitions and actions shown in the form's footer. */
  readonly actions: readonly string[]
  /** Content hash; the compiled validator is served at `/api/screens/validators/{hash}.js`. */
  readonly validator: string
}

/** How a record is called in titles and questions: `特約商 C000101 好食光（啟用）`. A field that a row does not have is left out. */
export interface ResolvedNaming {
  /** Title of the entity. */
  readonly title: string
  readonly fields: readonly ResolvedColumn[]
  readonly state?: ResolvedColumn
}

export interface ResolvedChild {
  readonly name: string
  readonly title: string
  readonly entity: string
  readonly naming: ResolvedNaming
  readonly columns: readonly ResolvedColumn[]
  readonly sort: readonly SortKey[]
  /** Child field -> parent field. */
  readonly by: Readonly<Record<string, string>>
  readonly filter?: Predicate
  readonly actions: readonly string[]
  /** Whole permissions, one of which it is for; without them everybody who sees the record. */
  readonly permissions?: readonly string[]
  /** Only the first so many rows. */
  readonly limit?: number
  /** Name of the child that the records belong to, which is the list's head. */
  readonly of?: string
}

/** Groups and measures of a report, shown like columns; `field` names the member of a row of the answer. */
export interface ResolvedReport {
  readonly groups: readonly (ResolvedColumn & { readonly by?: ReportPeriod })[]
  /** Sums of fields, and `count` for the number of rows. All add up: over groups, and to the total. */
  readonly measures: readonly ResolvedColumn[]
  /** Each group is a report of its own, on a tab; without it one group holds the next. */
  readonly tabs?: true
  readonly chart?: {
    readonly type: ChartType
    readonly title: string
    /** Group along which the chart runs; the others are added up. */
    readonly by: string
    readonly values: readonly string[]
  }
}

export interface ResolvedScreen {
  readonly uri: string
  readonly title: string
  readonly icon: string
  /** Changes whenever anything below changes. */
  readonly hash: string
  readonly entity: {
    readonly name: string
    readonly title: string
    readonly key: string
    readonly label: string
    /** Field whose value names a record in an address: the key where it is unique and not masked, else `id`. */
    readonly address: string
    readonly naming: ResolvedNaming
    /** Field that holds the id of the version which a record replaces. */
    readonly versionOf?: string
  }
  /** `company.companies`; an action `edit` needs `company.companies.edit`. */
  readonly resource: string
  /** Whole permission that adding a record asks for, where it is not `<resource>.create`. */
  readonly createPermission?: string
  readonly api: Readonly<Record<ApiVerb, ResolvedCall>>
  readonly filter?: Predicate
  readonly list: ResolvedList
  readonly forms: Readonly<Record<string, ResolvedForm>>
  readonly actions: Readonly<Record<string, ResolvedAction>>
  readonly children: Readonly<Record<string, ResolvedChild>>
  readonly report?: ResolvedReport
}
