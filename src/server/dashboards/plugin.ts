import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import Type from 'typebox'
import { TileData } from '../../answers/dashboards.ts'
import { filteredElsewhere, listOf } from '../../answers/shapes.ts'
import type { ShownDashboard } from '../../language/dashboard/resolved.ts'
import { type DashboardPeriod, dashboardPeriods } from '../../language/documents/vocabulary.ts'
import { apiError } from '../platform/errors.ts'
import { Word } from '../platform/http/bounds.ts'
import { typedRoutes } from '../platform/http/routeAnswers.ts'
import { dashboardsFor, shownTo } from './openSource.ts'
import { readTile } from './readTile.ts'

const closed = { additionalProperties: false } as const

const Offered = Type.Object({
  choices: listOf(Type.Object({ name: Type.String(), title: Type.String() })),
  dashboard: filteredElsewhere<ShownDashboard | null>('儀表板，已依使用者的角色與權限裁切'),
})

const Period = Type.Unsafe<DashboardPeriod>({ type: 'string', enum: [...dashboardPeriods] })

/** The dashboards of the notice board: one for the reader's role, and the numbers of its tiles, each by a call of its own. */
export const dashboardsPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const routes = typedRoutes(app)
    const config = { permission: 'signedIn' } as const

    const offered = { querystring: Type.Object({ name: Type.Optional(Word) }, closed), response: { 200: Offered } }
    routes.get('/api/dashboards', { config, schema: offered }, async ({ actor, query }) => {
      const own = dashboardsFor(app, actor)
      const asked = own.find(({ name }) => name === query.name) ?? own[0]
      return {
        choices: own.map(({ name, title }) => ({ name, title })),
        dashboard: asked === undefined ? null : shownTo(app, actor, asked),
      }
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
      return readTile(app, actor, tile, query.period ?? period.default)
    })
  },
  { name: 'dashboards', dependencies: ['platform', 'screens', 'records'] },
)
