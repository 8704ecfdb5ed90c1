import type { FastifyInstance } from 'fastify'
import type { Days, PeriodDays } from '../../language/dashboard/period.ts'
import { type TileQuery, tileQuery } from '../../language/dashboard/tileQuery.ts'
import type { Actor } from '../platform/actor.ts'
import type { OpenSource } from './openSource.ts'

export interface TileReader {
  readonly app: FastifyInstance
  readonly actor: Actor
  readonly period: PeriodDays
  readonly today: string
}

/** A source of a tile as it is asked: the reader's call, and the query for some days. */
export interface AskedSource {
  readonly reader: TileReader
  readonly open: OpenSource
  readonly call: ReturnType<typeof callOf>
  asFor(days: Days): TileQuery
}

export function askedSource(reader: TileReader, open: OpenSource): AskedSource {
  const { source, screen } = open
  return {
    reader,
    open,
    call: callOf(reader, open),
    asFor: (days) => tileQuery(source, screen.list, source.date === undefined ? null : days, reader.today),
  }
}

export function callOf({ app, actor }: TileReader, { screen }: OpenSource) {
  return { actor, screen, entity: screen.entity.name, now: app.clock.now(), db: app.reportDb }
}
