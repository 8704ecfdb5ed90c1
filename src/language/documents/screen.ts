import Type, { type Static } from 'typebox'
import { iconNames } from '../../rules/iconNames.ts'
import { FieldConditions, InputForm } from './entity.ts'
import { type Predicate, PredicateRef } from './predicate.ts'
import { Link } from './relations.ts'
import { closed, FieldName, Name, oneOf, PermissionName, ShownField, Title } from './schemaParts.ts'
import { apiVerbs, chartTypes, displayFormats, filterOps, measureOps, reportPeriods, tones, widgetNames } from './vocabulary.ts'

/** `METHOD /api/path/{param}`; only own-origin paths. */
const Call = Type.String({ pattern: '^(GET|POST|PUT|DELETE) /api/[A-Za-z0-9_/{}]+$', maxLength: 200 })
/** A call that sends a file, without parameters. Its example file is at the same path with `/example` appended. */
const FileCall = Type.String({ pattern: '^POST /api/[A-Za-z0-9_/]+$', maxLength: 200 })
/** A call that only reads, without parameters. */
const ReadCall = Type.String({ pattern: '^GET /api/[A-Za-z0-9_/]+$', maxLength: 200 })
/** A call that only reads, optionally with one parameter that is filled from another field of the form. */
const SourceCall = Type.String({ pattern: '^GET /api/[A-Za-z0-9_/]+(\\?[a-z][A-Za-z0-9]*=form\\.[a-z][A-Za-z0-9]*)?$', maxLength: 200 })

export const Column = Type.Union([
  ShownField,
  Type.Object(
    {
      field: ShownField,
      title: Type.Optional(Title),
      format: Type.Optional(oneOf(displayFormats)),
      link: Type.Optional(oneOf(['view', 'edit'])),
      width: Type.Optional(Type.Integer({ minimum: 40, maximum: 800 })),
      align: Type.Optional(oneOf(['start', 'center', 'end'])),
      pin: Type.Optional(oneOf(['start', 'end'])),
      hidden: Type.Optional(Type.Boolean()),
      total: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
])
export type Column = Static<typeof Column>

/** Child lists are plain tables: their columns open no form, are not pinned and not summed. */
const ChildColumn = Type.Union([
  ShownField,
  Type.Object(
    {
      field: ShownField,
      title: Type.Optional(Title),
      format: Type.Optional(oneOf(displayFormats)),
      align: Type.Optional(oneOf(['start', 'center', 'end'])),
      hidden: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
])

export const Filter = Type.Union([
  ShownField,
  Type.Object(
    {
      field: ShownField,
      op: Type.Optional(oneOf(filterOps)),
      default: Type.Optional(Type.Unknown()),
      required: Type.Optional(Type.Boolean()),
      maxDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3660 })),
      lookup: Type.Optional(PermissionName),
      identifies: Type.Optional(Type.Boolean()),
      single: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
])
/**
 * `identifies`: an exact unique number, which needs no date range. `single`: one value at a time, where otherwise several are allowed.
 * `default`: for a date range `{"lastDays": 7}`, for a month `{"monthsAgo": 1}`, otherwise a value of the field. `lookup`: for masked
 * fields, the permission to search for a complete value.
 */
export type Filter = Static<typeof Filter>

const SortKey = Type.String({ pattern: '^-?[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)?$' })

const View = Type.Object({ title: Title, filter: PredicateRef }, closed)
export type View = { readonly title: string; readonly filter: Predicate }

/** `notice`: shown above the list while the view has records, because these should not wait until somebody opens the view. */
const ListView = Type.Object(
  { title: Title, filter: PredicateRef, notice: Type.Optional(Type.String({ pattern: '\\{count\\}', maxLength: 200 })) },
  closed,
)
export type ListView = View & { readonly notice?: string }

/** Cards in a column for each value of a field. */
const Board = Type.Object(
  {
    by: FieldName,
    cards: Type.Optional(Type.Array(ShownField, { minItems: 1, maxItems: 6 })),
    sum: Type.Optional(ShownField),
  },
  closed,
)

/** Records at their dates. `tone`: the field whose colour they have. */
const Dated = Type.Object(
  { from: FieldName, to: Type.Optional(FieldName), title: Type.Optional(ShownField), tone: Type.Optional(FieldName) },
  closed,
)
export type Dated = Static<typeof Dated>

/** Other ways to show the rows of a list, of the same query. */
const Layouts = Type.Object(
  { board: Type.Optional(Board), calendar: Type.Optional(Dated), timeline: Type.Optional(Dated) },
  { ...closed, minProperties: 1 },
)

export const List = Type.Object(
  {
    columns: Type.Array(Column, { minItems: 1, maxItems: 60 }),
    filters: Type.Optional(Type.Array(Filter, { maxItems: 40 })),
    search: Type.Optional(Type.Boolean()),
    sort: Type.Optional(Type.Array(SortKey, { maxItems: 4 })),
    pageSize: Type.Optional(oneOfNumbers([5, 10, 25, 50, 100, 500])),
    totals: Type.Optional(Type.Array(ShownField)),
    totalsOf: Type.Optional(PredicateRef),
    totalsMinus: Type.Optional(PredicateRef),
    empty: Type.Optional(Type.String({ maxLength: 100 })),
    expand: Type.Optional(Type.Union([Type.Array(ShownField, { minItems: 1 }), FieldName])),
    head: Type.Optional(Name),
    tabs: Type.Optional(Type.Array(Type.Object({ title: Title, child: Name }, closed), { minItems: 1, maxItems: 12 })),
    needs: Type.Optional(
      Type.Object({ fields: Type.Array(ShownField, { minItems: 1 }), text: Type.String({ minLength: 1, maxLength: 100 }) }, closed),
    ),
    watch: Type.Optional(PredicateRef),
    views: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), ListView)),
    toolbar: Type.Optional(Type.Array(Name)),
    rowActions: Type.Optional(Type.Array(Name)),
    bulkActions: Type.Optional(Type.Array(Name)),
    bulkEdit: Type.Optional(Type.Array(FieldName, { minItems: 1, maxItems: 12 })),
    inlineEdit: Type.Optional(Type.Array(FieldName, { minItems: 1, maxItems: 12 })),
    layouts: Type.Optional(Layouts),
  },
  closed,
)
export type List = Omit<Static<typeof List>, 'views'> & { readonly views?: Readonly<Record<string, ListView>> }

function oneOfNumbers<T extends number>(values: readonly T[]) {
  return Type.Unsafe<T>({ type: 'integer', enum: [...values] })
}

const UiField = Type.Object(
  {
    widget: Type.Optional(oneOf(widgetNames)),
    help: Type.Optional(Type.String({ maxLength: 300 })),
    placeholder: Type.Optional(Type.String({ maxLength: 100 })),
    columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
    rows: Type.Optional(Type.Integer({ minimum: 2, maximum: 30 })),
    options: Type.Optional(
      Type.Object(
        { source: Type.Optional(SourceCall), generate: Type.Optional(ReadCall), import: Type.Optional(FileCall) },
        { ...closed, minProperties: 1 },
      ),
    ),
    labels: Type.Optional(Type.Object({ true: Type.String(), false: Type.String() }, closed)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
  },
  closed,
)
export type UiField = Static<typeof UiField>

const Group = Type.Object(
  { title: Title, fields: Type.Array(ShownField, { minItems: 1 }), collapsed: Type.Optional(Type.Boolean()) },
  closed,
)
export type Group = Static<typeof Group>

const Tab = Type.Object(
  {
    title: Title,
    fields: Type.Optional(Type.Array(ShownField, { minItems: 1 })),
    groups: Type.Optional(Type.Array(Group, { minItems: 1 })),
    child: Type.Optional(Name),
    history: Type.Optional(Type.Literal(true)),
    visible: Type.Optional(PredicateRef),
  },
  closed,
)
export type Tab = Omit<Static<typeof Tab>, 'visible'> & { readonly visible?: Predicate }

export const Form = Type.Object(
  {
    title: Type.Optional(Title),
    mode: Type.Optional(oneOf(['create', 'edit', 'view'])),
    extends: Type.Optional(Name),
    open: Type.Optional(oneOf(['modal', 'drawer', 'page'])),
    guard: Type.Optional(PredicateRef),
    size: Type.Optional(oneOf(['small', 'medium', 'large', 'full'])),
    fields: Type.Optional(Type.Array(ShownField, { minItems: 1 })),
    omit: Type.Optional(Type.Array(ShownField, { minItems: 1 })),
    groups: Type.Optional(Type.Array(Group, { minItems: 1 })),
    tabs: Type.Optional(Type.Array(Tab, { minItems: 1 })),
    steps: Type.Optional(Type.Literal(true)),
    when: Type.Optional(Type.Record(FieldName, FieldConditions)),
    lock: Type.Optional(Type.Object({ fields: Type.Array(FieldName, { minItems: 1, uniqueItems: true }), when: PredicateRef }, closed)),
    onHidden: Type.Optional(Type.Record(FieldName, oneOf(['keep', 'omit', 'clear']))),
    ui: Type.Optional(Type.Record(FieldName, UiField)),
    actions: Type.Optional(Type.Array(Name)),
  },
  closed,
)
export type Form = Omit<Static<typeof Form>, 'tabs' | 'when' | 'lock' | 'guard'> & {
  /** Condition of its button, besides the `editable` of the entity. */
  readonly guard?: Predicate
  readonly tabs?: readonly Tab[]
  readonly when?: Readonly<Record<string, { readonly visible?: Predicate; readonly required?: Predicate; readonly readonly?: Predicate }>>
  /** Fields that are read-only together under one condition. */
  readonly lock?: { readonly fields: readonly string[]; readonly when: Predicate }
}

/** The record that a request made: where it is shown, and the member of the answer (`from`, by default `key`) with its value. */
export const Made = Type.Object({ ...Link.properties, form: Type.Optional(Name) }, closed)
export type Made = Static<typeof Made>

export const Action = Type.Object(
  {
    label: Title,
    permission: PermissionName,
    guard: Type.Optional(PredicateRef),
    visible: Type.Optional(PredicateRef),
    confirm: Type.Optional(Type.String({ maxLength: 200 })),
    input: Type.Optional(InputForm),
    request: Type.Optional(Call),
    body: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    takesFile: Type.Optional(Type.Literal(true)),
    open: Type.Optional(Type.String({ pattern: '^/[A-Za-z0-9_/]+([?&][A-Za-z0-9]+=\\{[a-z][A-Za-z0-9]*\\})*$' })),
    after: Type.Optional(oneOf(['reload', 'show', 'download', 'open', 'made', 'nothing'])),
    made: Type.Optional(Made),
    tone: Type.Optional(oneOf(tones)),
    message: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
)
export type Action = Omit<Static<typeof Action>, 'guard' | 'visible' | 'input'> & {
  readonly guard?: Predicate
  readonly visible?: Predicate
  readonly input?: InputForm
}

/** A chart: of the report, or of a child list. */
export const Chart = Type.Object(
  {
    type: oneOf(chartTypes),
    title: Type.Optional(Title),
    by: Type.Optional(ShownField),
    values: Type.Optional(Type.Array(ShownField, { minItems: 1, maxItems: 10 })),
  },
  closed,
)
export type Chart = Static<typeof Chart>

/** The chart of a report. `series`: another group; each of its values is a line, or a part of every bar. */
const ReportChart = Type.Object({ ...Chart.properties, series: Type.Optional(ShownField) }, closed)
export type ReportChart = Static<typeof ReportChart>

export const Child = Type.Object(
  {
    title: Type.Optional(Title),
    entity: Name,
    by: Type.Union([FieldName, Type.Record(FieldName, FieldName)]),
    columns: Type.Array(ChildColumn, { minItems: 1 }),
    sort: Type.Optional(Type.Array(SortKey)),
    filter: Type.Optional(PredicateRef),
    views: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), View)),
    actions: Type.Optional(Type.Array(Name)),
    permission: Type.Optional(Type.Union([PermissionName, Type.Array(PermissionName, { minItems: 2, maxItems: 5, uniqueItems: true })])),
    totals: Type.Optional(Type.Array(ShownField, { minItems: 1 })),
    limit: Type.Optional(Type.Integer({ minimum: 10, maximum: 1000 })),
    of: Type.Optional(Name),
    chart: Type.Optional(Chart),
  },
  closed,
)
/**
 * `permission`: only for users who may open the screen of these records, or one of several. `totals`: summed below all rows. `limit`: only so many first rows. `of`: the
 * rows belong to the head. `chart`: drawn above the rows, out of the first 500 in their order.
 */
export type Child = Omit<Static<typeof Child>, 'filter' | 'views'> & {
  readonly filter?: Predicate
  readonly views?: Readonly<Record<string, View>>
}

export const ReportGroup = Type.Union([
  ShownField,
  Type.Object({ field: ShownField, title: Type.Optional(Title), by: Type.Optional(oneOf(reportPeriods)) }, closed),
])
export type ReportGroup = Static<typeof ReportGroup>

/** A figure of a report that is no sum. A chart names it `<field>.<op>`. */
export const Measure = Type.Object({ field: ShownField, op: oneOf(measureOps), title: Type.Optional(Title) }, closed)
export type Measure = Static<typeof Measure>

/**
 * Rows of the list, counted and summed by group, with the query of the list. `pivot`: the last group, whose values are columns. `compare`: a
 * date with a range among the filters; the same figures are shown for the range before it.
 */
export const Report = Type.Object(
  {
    groups: Type.Array(ReportGroup, { minItems: 1, maxItems: 4 }),
    sums: Type.Optional(Type.Array(ShownField, { minItems: 1, maxItems: 10 })),
    measures: Type.Optional(Type.Array(Measure, { minItems: 1, maxItems: 10 })),
    count: Type.Optional(Type.Boolean()),
    tabs: Type.Optional(Type.Boolean()),
    pivot: Type.Optional(ShownField),
    compare: Type.Optional(ShownField),
  },
  closed,
)
export type Report = Static<typeof Report>

/** What a screen shows. */
export const Screen = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    uri: Type.String({ pattern: '^/[a-z_]+/[a-z_0-9]+$' }),
    renamedFrom: Type.Optional(Type.String({ pattern: '^/[a-z_]+/[a-z_0-9]+$' })),
    title: Title,
    icon: Type.Optional(oneOf(iconNames)),
    notes: Type.Optional(Type.String({ maxLength: 2000 })),
    entity: Name,
    // Not Type.Partial, because it would drop that the object is closed.
    api: Type.Optional(Type.Object(Object.fromEntries(apiVerbs.map((verb) => [verb, Type.Optional(Call)])), closed)),
    permission: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$' })),
    createPermission: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]*$' })),
    filter: Type.Optional(PredicateRef),
    list: List,
    forms: Type.Optional(Type.Record(Name, Form)),
    actions: Type.Optional(Type.Record(Name, Action)),
    children: Type.Optional(Type.Record(Name, Child)),
    report: Type.Optional(Report),
    chart: Type.Optional(ReportChart),
  },
  closed,
)
export interface Screen {
  readonly $schema?: string
  readonly uri: string
  /** The uri of the screen until now: grants and what users keep of their lists move along. */
  readonly renamedFrom?: string
  readonly title: string
  readonly icon?: string
  readonly notes?: string
  readonly entity: string
  readonly api?: Partial<Record<(typeof apiVerbs)[number], string>>
  readonly permission?: string
  /** Action part of the permission for adding a record; default `create`. */
  readonly createPermission?: string
  /** Restricts the screen to some records; added to every list, get and write. */
  readonly filter?: Predicate
  readonly list: List
  readonly forms?: Readonly<Record<string, Form>>
  readonly actions?: Readonly<Record<string, Action>>
  readonly children?: Readonly<Record<string, Child>>
  readonly report?: Report
  readonly chart?: ReportChart
}
