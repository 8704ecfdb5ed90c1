import Type from 'typebox'
import type { AnswerOf } from './shapes.ts'

/*
 * What a user keeps about the list of a screen. The server takes it as it answers it, so the bounds of what may come stand here too.
 */

const closed = { additionalProperties: false } as const
const fieldName = Type.String({ minLength: 1, maxLength: 60 })
const roleCode = Type.String({ minLength: 1, maxLength: 60 })
/** `table`, or the name of one of the list's layouts. A list that has it no more shows the table. */
const layoutName = Type.String({ pattern: '^[a-z]{1,20}$' })
const viewId = Type.String({ pattern: '^[A-Za-z0-9-]{1,60}$' })

/** What a user chose about one column; what is left out is as the document says. */
const ColumnPreference = Type.Object(
  {
    field: fieldName,
    hidden: Type.Optional(Type.Boolean()),
    /** CSS pixels. */
    width: Type.Optional(Type.Integer({ minimum: 20, maximum: 2000 })),
    /** Null: not pinned, although the document pins it. */
    pin: Type.Optional(Type.Union([Type.Literal('start'), Type.Literal('end'), Type.Null()])),
  },
  closed,
)
export type ColumnPreference = AnswerOf<typeof ColumnPreference>

/** In the user's order. */
const Columns = Type.Array(ColumnPreference, { maxItems: 200 })

/** Conditions, order, columns and layout that a user gave a name. */
const SavedView = Type.Object(
  {
    id: viewId,
    name: Type.String({ minLength: 1, maxLength: 50 }),
    /** As the address writes it, without the page. */
    query: Type.String({ maxLength: 4000 }),
    /** Left out: the columns that the user has everywhere else. */
    columns: Type.Optional(Columns),
    /** Left out: the layout that is shown when the view is opened. */
    layout: Type.Optional(layoutName),
    /** Role of the user whose members find the view in their lists too, as far as they may see what it shows. */
    sharedWith: Type.Optional(roleCode),
  },
  closed,
)
export type SavedView = AnswerOf<typeof SavedView>

/** `PUT /api/screens/{group}/{name}/preferences`; by field, so that a changed document drops only what no longer fits. */
export const Preferences = Type.Object(
  {
    version: Type.Integer({ minimum: 1, maximum: 1000 }),
    columns: Columns,
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    views: Type.Optional(Type.Array(SavedView, { maxItems: 50 })),
    /** The id of a saved view or the name of a shipped one; opened when the address says nothing. */
    defaultView: Type.Optional(viewId),
  },
  closed,
)
export type Preferences = AnswerOf<typeof Preferences>

/** A view of somebody else with the same role. */
const SharedView = Type.Object({
  id: viewId,
  name: Type.String(),
  query: Type.String(),
  columns: Type.Optional(Columns),
  layout: Type.Optional(layoutName),
  /** Name of the person who shares it. */
  owner: Type.String(),
})
export type SharedView = AnswerOf<typeof SharedView>

/** A role of the user. */
const OwnRole = Type.Object({ roleCode, roleName: Type.String() })
export type OwnRole = AnswerOf<typeof OwnRole>

/** `GET /api/screens/{group}/{name}/preferences`: nothing of what was never kept. */
export const StoredPreferences = Type.Partial(
  Type.Object({
    ...Preferences.properties,
    shared: Type.Array(SharedView),
    /** With whom the user may share. */
    roles: Type.Array(OwnRole),
  }),
)
