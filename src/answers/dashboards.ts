import Type from 'typebox'
import { RecordValues } from './records.ts'
import { type AnswerOf, listOf, mapOf, orNull, Whole, wordOf } from './shapes.ts'

/** A number that no record gave is null: the average of nothing, a balance before the first. */
const maybe = orNull(Type.Number())

const Label = Type.Object({ value: Type.String(), tone: Type.Optional(Type.String()) })

/**
 * `GET /api/dashboards/{name}/tiles/{id}`: what a tile shows now. Which members it has follows from its kind: a number has `value`, a chart
 * and a list have `rows`, a to-do list has `items`.
 */
export const TileData = Type.Object({
  /** Address of the list with the records that were counted, on a screen that the reader may open; null without one. */
  link: orNull(Type.String()),
  value: Type.Optional(maybe),
  /** The same of the period before. */
  before: Type.Optional(maybe),
  /** The value by day or month. */
  course: Type.Optional(listOf(Type.Object({ at: Type.String(), value: Type.Number() }))),
  /** The time span of `course`, or of the rows of a chart by date. */
  by: Type.Optional(wordOf('day', 'month', 'year')),
  /** Groups with their numbers, or records. */
  rows: Type.Optional(listOf(RecordValues)),
  /** Labels of the values in rows, by field and value. */
  labels: Type.Optional(mapOf(mapOf(Label))),
  /** Work that is there to do. */
  items: Type.Optional(listOf(Type.Object({ title: Type.String(), count: Whole, link: Type.String() }))),
})
export type TileData = AnswerOf<typeof TileData>

/** The numbers that came with a dashboard, by tile, and the period for which they were read. */
export const ReadyTiles = Type.Object({ period: Type.String(), tiles: mapOf(TileData) })
export type ReadyTiles = AnswerOf<typeof ReadyTiles>
