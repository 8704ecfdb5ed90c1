import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import Type from 'typebox'
import { ReadyTiles, TileData } from '../../answers/dashboards.ts'
import { filteredElsewhere, listOf, orNull } from '../../answers/shapes.ts'
import type { ShownDashboard } from '../../language/dashboard/resolved.ts'
import { type DashboardPeriod, dashboardPeriods } from '../../language/documents/vocabulary.ts'
import { apiError } from '../platform/errors.ts'
import { Word } from '../platform/http/routes/bounds.ts'
import { typedRoutes } from '../platform/http/routes/routeAnswers.ts'
import { dashboardsFor, shownTo } from './openSource.ts'
import { readyTiles } from './readyTiles.ts'
import { TileReadings } from './tileReadings.ts'

const closed = { additionalProperties: false } as const

const Offered = Type.Object({
  choices: listOf(Type.Object({ name: Type.String(), title: Type.String() })),
  dashboard: filteredElsewhere<ShownDashboard | null>('儀表板，已依使用者的角色與權限裁切'),
  ready: orNull(ReadyTiles),
})

const Period = Type.Unsafe<DashboardPeriod>({ type: 'string', enum: [...dashboardPeriods] })

/** The dashboards of the notice board: one for the reader's role with the numbers that are there at once, and those of each tile. */
export const dashboardsPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const routes = typedRoutes(app)
    const config = { permission: 'signedIn' } as const
    const readings = new TileReadings(app)

    const offered = {
      querystring: Type.Object({ name: Type.Optional(Word), period: Type.Optional(Word) }, closed),
      response: { 200: Offered },
    }
    routes.get('/api/dashboards', { config, schema: offered }, async ({ actor, query }) => {
      const own = dashboardsFor(app, actor)
      const choices = own.map(({ name, title }) => ({ name, title }))
      const whole = own.find(({ name }) => name === query.name) ?? own[0]
      if (whole === undefined) return { choices, dashboard: null, ready: null }
      const shown = shownTo(app, actor, whole)
      // A period that this dashboard does not offer is no mistake: the address had it for another one.
      const period = whole.period.choices.find((choice) => choice === query.period) ?? whole.period.default
      return { choices, dashboard: shown, ready: await readyTiles(readings, actor, { whole, shown, period }) }
    })

    const one = {
      params: Type.Object({ name: Word, id: Word }),
      querystring: Type.Object({ period: Type.Optional(Period) }, closed),
      response: { 200: TileData },
    }
    routes.get('/api/dashboards/:name/tiles/:id', { config, schema: one }, async ({ actor, params, query }) => {
      const dashboard = dashboardsFor(app, actor).find(({ name }) => name === params.name)
      const tile = dashboard?.tiles.find(({ shown }) => shown.id === params.id)
      if (dashboard === undefined || tile === undefined) throw apiError('M08')
      const { period } = dashboard
      if (query.period !== undefined && !period.choices.includes(query.period)) throw apiError('M06', { title: '期間' })
      return readings.read(actor, tile, query.period ?? period.default)
    })
  },
  { name: 'dashboards', dependencies: ['platform', 'screens', 'records'] },
)
