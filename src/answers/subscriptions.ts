import Type from 'typebox'
import { type AnswerOf, listOf, Moment, orNull, Whole, wordOf } from './shapes.ts'

/*
 * Lists and reports that a user gets by mail. The server takes a subscription as it answers it, so the bounds of what may come stand here
 * too.
 */

const closed = { additionalProperties: false } as const

/** A filter whose range is the whole day, week or month before the mail is sent. */
const Range = Type.Object(
  {
    field: Type.String({ minLength: 1, maxLength: 60 }),
    span: wordOf('day', 'week', 'month'),
  },
  closed,
)

const wanted = {
  title: Type.String({ title: '名稱', minLength: 1, maxLength: 50, pattern: '^\\S(.*\\S)?$' }),
  /** As the address of the list writes it, without the page. */
  query: Type.String({ title: '查詢條件', maxLength: 4000 }),
  contents: wordOf('rows', 'sums'),
  /** Tab of a report with tabs. */
  group: orNull(Type.String({ maxLength: 60 })),
  format: wordOf('xlsx', 'csv'),
  range: Type.Union([Range, Type.Null()]),
  every: wordOf('day', 'week', 'month'),
  /** 1 (Monday) to 7 of a week; 1 to 31 of a month, whose last day it is when the month is shorter. A daily one ignores it. */
  day: Type.Integer({ title: '寄送日', minimum: 1, maximum: 31 }),
  /** Of Taipei. */
  hour: Type.Integer({ title: '寄送時間', minimum: 0, maximum: 23 }),
  /** Nothing is sent when there are no records. */
  skipsEmpty: Type.Boolean(),
  isEnabled: Type.Boolean(),
}

/** `POST /api/subscriptions` */
export const NewSubscription = Type.Object({ uri: Type.String({ minLength: 3, maxLength: 200 }), ...wanted }, closed)
export type NewSubscription = AnswerOf<typeof NewSubscription>

/** `PUT /api/subscriptions/{id}` */
export const ChangedSubscription = Type.Object(
  { ...wanted, rowVersion: Type.Integer({ title: '版本', minimum: 0, maximum: 2_147_483_647 }) },
  closed,
)

/** A subscription of the user. */
const Subscription = Type.Object({
  id: Whole,
  uri: Type.String(),
  /** Null when there is no such screen any more, or the user may not open it. */
  screenTitle: orNull(Type.String()),
  ...wanted,
  nextAt: Moment,
  /** Null: not yet. */
  lastAt: orNull(Moment),
  /** Records of the last file; null when there was none. */
  lastCount: orNull(Whole),
  /** Why the last mail had no file. */
  problem: orNull(Type.String()),
  rowVersion: Whole,
})
export type Subscription = AnswerOf<typeof Subscription>

/** `GET /api/subscriptions` */
export const Subscriptions = Type.Object({ email: Type.String(), rows: listOf(Subscription) })
export type Subscriptions = AnswerOf<typeof Subscriptions>
