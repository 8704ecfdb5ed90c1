import Type, { type Static } from 'typebox'
import { type Predicate, PredicateRef } from './predicate.ts'
import { closed, FieldName, Name, oneOf, Title } from './schemaParts.ts'
import { ReportGroup } from './screen.ts'
import { dashboardCharts, dashboardPeriods, displayFormats } from './vocabulary.ts'

const Uri = Type.String({ pattern: '^/[a-z_]+/[a-z_0-9]+$', maxLength: 120 })

/** Widths in twelfths of the page; below 3 no number fits. */
const Width = Type.Integer({ minimum: 3, maximum: 12 })

/** Records of an entity, read through a screen: with its permission, its own conditions, and the rows and fields that its reader sees. */
const source = {
  entity: Name,
  link: Type.Optional(Uri),
  view: Type.Optional(Name),
  filter: Type.Optional(PredicateRef),
} as const

const period = { date: Type.Optional(FieldName) } as const

const NumberTile = Type.Object(
  {
    kind: Type.Literal('number'),
    title: Title,
    width: Type.Optional(Width),
    ...source,
    ...period,
    count: Type.Optional(Type.Literal(true)),
    sum: Type.Optional(FieldName),
    average: Type.Optional(FieldName),
    stock: Type.Optional(Type.Literal(true)),
    compare: Type.Optional(Type.Boolean()),
  },
  closed,
)

const ChartTile = Type.Object(
  {
    kind: Type.Literal('chart'),
    title: Title,
    width: Type.Optional(Width),
    ...source,
    ...period,
    chart: oneOf(dashboardCharts),
    groupBy: ReportGroup,
    series: Type.Optional(FieldName),
    count: Type.Optional(Type.Literal(true)),
    sum: Type.Optional(Type.Union([FieldName, Type.Array(FieldName, { minItems: 1, maxItems: 4 })])),
    limit: Type.Optional(Type.Integer({ minimum: 2, maximum: 12 })),
  },
  closed,
)

/** Columns of a short table, which nobody sorts, pins or hides. */
const TileColumn = Type.Union([
  FieldName,
  Type.Object(
    {
      field: FieldName,
      title: Type.Optional(Title),
      format: Type.Optional(oneOf(displayFormats)),
      align: Type.Optional(oneOf(['start', 'center', 'end'])),
    },
    closed,
  ),
])

const ListTile = Type.Object(
  {
    kind: Type.Literal('list'),
    title: Title,
    width: Type.Optional(Width),
    ...source,
    ...period,
    columns: Type.Optional(Type.Array(TileColumn, { minItems: 1, maxItems: 6 })),
    sort: Type.Optional(Type.Array(Type.String({ pattern: '^-?[a-z][A-Za-z0-9]*$' }), { minItems: 1, maxItems: 4 })),
    groupBy: Type.Optional(ReportGroup),
    count: Type.Optional(Type.Literal(true)),
    sum: Type.Optional(FieldName),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  },
  closed,
)

const TodoItem = Type.Object({ title: Title, ...source }, closed)

const TodoTile = Type.Object(
  {
    kind: Type.Literal('todo'),
    title: Title,
    width: Type.Optional(Width),
    items: Type.Array(TodoItem, { minItems: 1, maxItems: 20 }),
  },
  closed,
)

const TextTile = Type.Object(
  {
    kind: Type.Literal('text'),
    title: Type.Optional(Title),
    width: Type.Optional(Width),
    text: Type.String({ minLength: 1, maxLength: 1000 }),
  },
  closed,
)

const Period = Type.Union([
  oneOf(dashboardPeriods),
  Type.Object({ default: oneOf(dashboardPeriods), choices: Type.Array(oneOf(dashboardPeriods), { minItems: 1 }) }, closed),
])

/** What people see on the notice board: tiles of numbers, charts, lists and work to do, for the roles that it names. */
export const Dashboard = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    name: Name,
    title: Title,
    notes: Type.Optional(Type.String({ maxLength: 2000 })),
    roles: Type.Array(Type.String({ pattern: '^[A-Z][A-Z0-9_]*$', maxLength: 50 }), { minItems: 1, maxItems: 50 }),
    period: Type.Optional(Period),
    tiles: Type.Array(Type.Union([NumberTile, ChartTile, ListTile, TodoTile, TextTile]), { minItems: 1, maxItems: 24 }),
  },
  closed,
)

/** A source as documents write it. */
export interface TileSource {
  readonly entity: string
  /** The screen through which the records are read, and to which the tile leads. */
  readonly link?: string
  readonly view?: string
  readonly filter?: Predicate
}

type Written<T> = Omit<T, 'filter'> & TileSource
export type NumberTile = Written<Static<typeof NumberTile>>
export type ChartTile = Written<Static<typeof ChartTile>>
export type ListTile = Written<Static<typeof ListTile>>
export type TodoItem = Written<Static<typeof TodoItem>>
export type TodoTile = Omit<Static<typeof TodoTile>, 'items'> & { readonly items: readonly TodoItem[] }
export type TextTile = Static<typeof TextTile>
export type Tile = NumberTile | ChartTile | ListTile | TodoTile | TextTile
export type Dashboard = Omit<Static<typeof Dashboard>, 'tiles'> & { readonly tiles: readonly Tile[] }
