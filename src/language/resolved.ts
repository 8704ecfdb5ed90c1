/**
 * The resolved model: a checked screen document with its entity, references and defaults filled in. The server uses it for its own rules,
 * restricts it to what a user may see (`restrictScreen`), and sends the result to the console as JSON. Nothing here depends on React,
 * Fastify or SQL.
 */
import type { Mask } from '../rules/masks.ts'
import type { FieldConditions, InputForm, Property } from './documents/entity.ts'
import type { Predicate } from './documents/predicate.ts'
import type { Dated, UiField } from './documents/screen.ts'
import type {
  ApiVerb,
  BuiltInAction,
  ChartType,
  DisplayFormat,
  FilterOp,
  MeasureOp,
  ReportPeriod,
  Tone,
  WidgetName,
} from './documents/vocabulary.ts'

/** Options of a field; `strArg` may be `form.<field>` (see DictionaryUse). */
export interface DictionaryRef {
  readonly name: string
  readonly strArg?: string
  readonly intArg?: number
}

export interface ResolvedCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path on the own origin, with the placeholders `{id}`, `{pageIndex}`, `{pageSize}`, `{transition}` and `{child}`. */
  readonly path: string
}

/** A link to the record that a value names. */
export interface ResolvedLink {
  /** Screen that shows the record. */
  readonly uri: string
  /** Full permission to open the screen. */
  readonly permission: string
  /** The record view opens by this field, or the list is filtered by it. */
  readonly kind: 'record' | 'list'
  readonly key: string
  /** Set when the field differs from the one in the screen's addresses; the address then contains its name. */
  readonly isOther?: true
  /** Field of the row with the value, when it is not the linked field. */
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
  /** Colour of the badge by value. */
  readonly tags?: Readonly<Record<string, Tone>>
  readonly decimals?: number
  readonly link?: 'view' | 'edit'
  /** Links to the record that the value names, best first. A user gets at most one, to a screen that the user may open. */
  readonly to?: readonly ResolvedLink[]
  readonly width?: number
  readonly pin?: 'start' | 'end'
  /** Fields of the objects in a list that is shown as a table, which only 展開 has room for. */
  readonly items?: Readonly<Record<string, ResolvedField>>
}

/** A filter; its control follows from the kind of the value. */
export interface ResolvedFilter {
  readonly field: string
  readonly title: string
  readonly op: FilterOp
  /** All operators that the list supports: the document's own, and `in` in addition to `eq`. For a masked field only `eq`. */
  readonly ops: readonly FilterOp[]
  /** For a masked field: the permission to search for a complete value, and the form of a complete value. */
  readonly lookup?: { readonly permission: string; readonly mask: Mask }
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'dateTime' | 'month' | 'option'
  readonly dictionary?: DictionaryRef
  /** Values of an `enum`, when there is no dictionary. */
  readonly choices?: readonly string[]
  /** The values are keys of other records, of which those are offered that the list names. */
  readonly reference?: ResolvedReference
  /** A fixed value, or one that depends on the day, see `defaultFilter`. */
  readonly default?: unknown
  readonly required: boolean
  /** The scope field: a merchant user sees only the own records, so the filter is fixed to the own company. */
  readonly isScope?: true
  /** An exact value identifies what is searched for, so the required date range is not needed. */
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
  /** Titles of the fields that the search box searches; empty: no search box. */
  readonly searchTitles: readonly string[]
  readonly sort: readonly SortKey[]
  readonly pageSize: number
  /** Fields summed in the 總計 row over the whole filtered list. */
  readonly totals: readonly string[]
  /** Only rows that meet it are summed; absent: all. */
  readonly totalsOf?: Predicate
  /** Rows that meet it are subtracted. */
  readonly totalsMinus?: Predicate
  readonly empty: string
  readonly expand?:
    | { readonly kind: 'fields'; readonly fields: readonly ResolvedColumn[] }
    | { readonly kind: 'child'; readonly child: string }
  /** Name of the child list whose single record, found by the list's conditions, is shown above the list. */
  readonly head?: string
  /** Shown below the head, beside the list: child lists of the head's record. */
  readonly tabs?: readonly { readonly title: string; readonly child: string }[]
  /** One of these filters must have a value before the list is loaded; `text` says so. */
  readonly needs?: {
    readonly fields: readonly string[]
    readonly text: string
    /** True when one of the fields is the scope of the entity; users who see only their own records need no filter then. */
    readonly isScoped: boolean
  }
  /**
   * Condition on a row that changes by itself, for instance a job: while such a row is shown, list and view are reloaded every few seconds.
   */
  readonly watch?: Predicate
  /** `notice`: text with `{count}`, shown above the list while the view has records. */
  readonly views: readonly { readonly name: string; readonly title: string; readonly filter: Predicate; readonly notice?: string }[]
  /** Names of `ResolvedScreen.actions`. */
  readonly toolbar: readonly string[]
  readonly rowActions: readonly string[]
  readonly bulkActions: readonly string[]
  /** Columns whose value can be changed in the row, by the rules of the edit form, for whom its button would be shown. */
  readonly inlineEdit?: readonly string[]
  /** Other ways to show the rows, besides the table. */
  readonly layouts?: ResolvedLayouts
}

export interface ResolvedLayouts {
  readonly board?: ResolvedBoard
  readonly calendar?: Dated
  readonly timeline?: Dated
}

/** Cards in a column for each value of `by`. All fields are columns of the list. */
export interface ResolvedBoard {
  readonly by: string
  readonly cards: readonly string[]
  /** Shown above the cards of a column: its total. */
  readonly sum?: string
  /** Value of `by` after a step, by the name of its row action. */
  readonly moves: Readonly<Record<string, string>>
}

/** All kinds of buttons in one union, so that a new kind does not compile until it is drawn. */
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
        /** Sends a file, which is checked first: `?check=true`; an example is read from the same path with `/example` behind it. */
        readonly takesFile?: true
        /** Link to the record that the answer names, as for a column; `from` is a member of the answer. */
        readonly made?: readonly ResolvedLink[]
        /** The form that `made` opens; default: the view. */
        readonly madeForm?: string
      }
    /** `uri` may have `{field}` placeholders in its query, filled from the row. */
    | { readonly kind: 'open'; readonly uri: string }
  )

interface ActionBase {
  readonly name: string
  readonly label: string
  /** Whole permission string. */
  readonly permission: string
  readonly tone: Tone
  /** Condition for showing the button in a row. The server evaluates it on the locked row too. Includes the state of a transition. */
  readonly guard?: Predicate
  readonly confirm?: string
  readonly input?: ResolvedInput
  readonly message?: string
}

/** A small form of a transition or action, resolved for RJSF. */
export interface ResolvedInput {
  readonly title: string
  readonly schema: PlainSchema
  readonly fields: Readonly<Record<string, ResolvedField>>
  readonly validator: string
  readonly source: InputForm
}

/** Plain JSON Schema without `x-` keys; one object per hash. */
export type PlainSchema = { readonly [keyword: string]: unknown }

/** The value of a field is the key of another record, which is found by searching. */
export interface ResolvedReference {
  /** Call that answers the records, `GET`. */
  readonly path: string
  /** Fields of the form, or of the row, that show something of the record. */
  readonly shows: readonly string[]
  /** In rows: the one of them with the name of the record, or the member that has it beside the number. */
  readonly name?: string
  /** Names of {@link Choice} values that other fields take over, by these fields. */
  readonly copies?: Readonly<Record<string, string>>
  /** Field with the company to which both records belong. */
  readonly merchant?: string
}

/** How one form field is drawn. The interpreter derives the RJSF uiSchema from it. */
export interface ResolvedField {
  readonly field: string
  readonly title: string
  readonly widget: WidgetName
  readonly format: DisplayFormat
  readonly property: Property
  readonly ui: UiField
  readonly dictionary?: DictionaryRef
  /** Links, as for a column. */
  readonly to?: readonly ResolvedLink[]
  /** True when the field is computed, immutable in this mode, or the form is a view. */
  readonly readonly: boolean
  readonly required: boolean
  readonly conditions?: FieldConditions
  readonly onHidden: 'keep' | 'omit' | 'clear'
  readonly reference?: ResolvedReference
  /** The value stands in the record that this field refers to. */
  readonly borrowedBy?: string
  /** In rows: member of the row with the name of the record to which this field refers, for those who may know it. */
  readonly recordName?: string
  /** The company to which the record belongs. */
  readonly isScope?: true
  /** Fields of the objects in a rows editor. */
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
  /** Properties with a formula that the form calculates while somebody types, lists with such rows included. */
  readonly formulas?: Readonly<Record<string, Property>>
  readonly layout:
    | { readonly kind: 'groups'; readonly groups: readonly ResolvedGroup[] }
    | {
        readonly kind: 'tabs'
        readonly tabs: readonly ResolvedTab[]
        /** The tabs are filled in one after the other. */
        readonly steps?: true
      }
  /** Names of the transitions and actions in the form's footer. */
  readonly actions: readonly string[]
  /** Content hash. The compiled validator is at `/api/screens/validators/{hash}.js`. */
  readonly validator: string
}

/** A permission that a field needs besides those of the screen. */
export interface FieldRight {
  /** Full permission. */
  readonly permission: string
  /** Title of the field. */
  readonly title: string
}

/** What fields need, by name: to see them at all (`x-read`), and to fill them in (`x-write`). */
export interface FieldRights {
  readonly read: Readonly<Record<string, FieldRight>>
  readonly write: Readonly<Record<string, FieldRight>>
}

/** How a record is named in titles and questions: `特約商 C000101 好食光（啟用）`. A field that a row does not have is left out. */
export interface ResolvedNaming {
  /** Title of the entity. */
  readonly title: string
  readonly fields: readonly ResolvedColumn[]
  readonly state?: ResolvedColumn
}

export interface ResolvedChild {
  /** Only on the server, see `restrictFields`. */
  readonly rights?: FieldRights
  readonly name: string
  readonly title: string
  readonly entity: string
  readonly naming: ResolvedNaming
  readonly columns: readonly ResolvedColumn[]
  readonly sort: readonly SortKey[]
  /** Parent field by child field. */
  readonly by: Readonly<Record<string, string>>
  readonly filter?: Predicate
  /** Parts of the rows that people choose from; all of them at first. */
  readonly views: readonly { readonly name: string; readonly title: string; readonly filter: Predicate }[]
  readonly actions: readonly string[]
  /** Full permissions, one of which is needed to see the list; absent: everybody who sees the record. */
  readonly permissions?: readonly string[]
  /** Fields summed in the 總計 row over all rows. */
  readonly totals: readonly string[]
  /** Only so many first rows. */
  readonly limit?: number
  /** Name of the child list that is the list's head, when the records belong to it. */
  readonly of?: string
  /** Drawn above the rows. */
  readonly chart?: {
    readonly type: ChartType
    readonly title: string
    /** Column along the axis. */
    readonly by: ResolvedColumn
    readonly values: readonly ResolvedColumn[]
  }
}

/** A report; groups and measures are shown like columns, and `field` is a member of a row in the answer. */
export interface ResolvedReport {
  readonly groups: readonly (ResolvedColumn & { readonly by?: ReportPeriod })[]
  /** Sums of fields, `count` for the number of rows, and other figures, which do not add up. */
  readonly measures: readonly ResolvedMeasure[]
  /** Each group is a report of its own on a tab. Without it, groups are nested. */
  readonly tabs?: true
  /** The last of two groups, whose values are columns. */
  readonly pivot?: string
  /** Field of the date range; the report has the figures of the range before it too. */
  readonly compare?: string
  readonly chart?: {
    readonly type: ChartType
    readonly title: string
    /** Group along the chart's axis. */
    readonly by: string
    readonly values: readonly string[]
    /** Group whose values are lines, or parts of each bar. */
    readonly series?: string
  }
}

/** A figure of a report. `field` is its name in the answer. */
export interface ResolvedMeasure extends ResolvedColumn {
  /** How it is made of the rows, and of which of their fields; absent: a sum of the field `field`, or the number of rows. */
  readonly made?: { readonly op: MeasureOp; readonly field: string }
}

export interface ResolvedScreen {
  /** Only on the server, see `restrictFields`. */
  readonly rights?: FieldRights
  readonly uri: string
  readonly title: string
  readonly icon: string
  /** Changes whenever anything below changes. */
  readonly hash: string
  /** Changes whenever the list may get other rows, or other values in them: not with titles of the screen, nor with its forms. */
  readonly rowsHash: string
  readonly entity: {
    readonly name: string
    readonly title: string
    readonly key: string
    readonly label: string
    /** Field that identifies a record in an address: the key if it is unique and not masked, otherwise `id`. */
    readonly address: string
    readonly naming: ResolvedNaming
    /** Field with the id of the version that a record replaces. */
    readonly versionOf?: string
  }
  /** `company.companies`; an action `edit` needs `company.companies.edit`. */
  readonly resource: string
  /** Full permission to add a record, when it is not `<resource>.create`. */
  readonly createPermission?: string
  readonly api: Readonly<Record<ApiVerb, ResolvedCall>>
  readonly filter?: Predicate
  readonly list: ResolvedList
  readonly forms: Readonly<Record<string, ResolvedForm>>
  readonly actions: Readonly<Record<string, ResolvedAction>>
  readonly children: Readonly<Record<string, ResolvedChild>>
  readonly report?: ResolvedReport
}
