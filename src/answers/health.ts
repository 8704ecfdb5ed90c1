import Type from 'typebox'
import { type AnswerOf, Whole, wordOf } from './shapes.ts'

/** How far a start is, for people who wait for it. */
export const StartProgress = Type.Object({ text: Type.String(), percent: Whole })
export type StartProgress = AnswerOf<typeof StartProgress>

/** `GET /healthz`, `GET /readyz`; `preparing` while the start goes on. */
export const Health = Type.Object({
  status: wordOf('ok', 'read-only', 'unavailable', 'preparing'),
  reason: Type.Optional(Type.String()),
  preparing: Type.Optional(StartProgress),
})
export type Health = AnswerOf<typeof Health>
