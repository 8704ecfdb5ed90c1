import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { TileData } from '../../answers/dashboards.ts'
import type { ResolvedTile } from '../../language/dashboard/resolved.ts'
import type { DashboardPeriod } from '../../language/documents/vocabulary.ts'
import type { Actor } from '../platform/actor.ts'
import { readTile } from './readTile.ts'

type Data = Static<typeof TileData>
type Reader = typeof readTile

/**
 * Reads tiles. A page asks for a slow tile while the answer about its dashboard has already begun to read it: the second call joins the
 * first reading, so that the slowest questions are not put to the database twice. Only within one session, whose rights are the same.
 */
export class TileReadings {
  readonly #app: FastifyInstance
  readonly #read: Reader
  /** By the tile of the document in force, so that an edited tile is read anew. */
  readonly #underWay = new WeakMap<ResolvedTile, Map<string, Promise<Data>>>()

  /** @param read other than {@link readTile} in tests */
  constructor(app: FastifyInstance, read: Reader = readTile) {
    this.#app = app
    this.#read = read
  }

  read(actor: Actor, tile: ResolvedTile, period: DashboardPeriod): Promise<Data> {
    const readings = this.#underWay.get(tile) ?? new Map<string, Promise<Data>>()
    this.#underWay.set(tile, readings)
    const key = JSON.stringify([actor.sessionId, actor.id, period])
    const begun = readings.get(key)
    if (begun) return begun
    const reading = this.#read(this.#app, actor, tile, period).finally(() => readings.delete(key))
    readings.set(key, reading)
    return reading
  }
}
