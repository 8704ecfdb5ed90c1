import type { FastifyInstance } from 'fastify'
import { KeyedSemaphore } from '../../platform/keyedSemaphore.ts'
import { CallCounters } from './callCounters.ts'
import { registerCalls } from './calls/registerCalls.ts'
import { ParameterCache } from './facts/parameters.ts'
import { registerPartnerJobs } from './jobs.ts'
import { CallMeter } from './protocol/callMeter.ts'
import { CallPrefetcher } from './protocol/callPrefetcher.ts'
import { OptimisticAnswers } from './protocol/optimisticAnswers.ts'
import { PlaceCache } from './protocol/placeCache.ts'
import { PlatformCache } from './protocol/platformCache.ts'
import { PartnerRegistry } from './registry.ts'
import { partnerRoutes } from './routes.ts'
import { activityTrialRoute } from './trial/trialRoute.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where areas register who answers a call of the partner API. */
    partner: PartnerRegistry
  }
}

/** Largest share of the database connections that calls of one company may hold while they wait for locks, e.g. for its period to close. */
const companyShare = 0.25

/** The partner API: `/api/partner/v1` (domain 8). */
export function partnerArea(app: FastifyInstance): void {
  const { db, clock, config } = app
  const registry = new PartnerRegistry()
  app.decorate('partner', registry)
  registerCalls(registry, { activities: app.activityEngine, anomaly: app.anomaly, parameters: new ParameterCache() })
  const counters = new CallCounters({
    db,
    storage: app.storage,
    onFailure: (error) => app.log.error({ err: error }, 'counts of partner calls not written'),
  })
  app.addHook('onClose', () => counters.close())
  const gate = {
    ...{ db, platforms: new PlatformCache(db, app.secrets.fieldEncryption, clock), meter: new CallMeter() },
    prefetcher: new CallPrefetcher(db, new PlaceCache(), app.anomaly),
    callsPerSecond: config.partnerCallsPerSecond,
  }
  const companies = new KeyedSemaphore(Math.max(1, Math.floor(config.databasePoolSize * companyShare)))
  partnerRoutes(app, { db, registry, anomaly: app.anomaly, gate, counters, optimistic: new OptimisticAnswers(db), companies })
  registerPartnerJobs(app)
  activityTrialRoute(app)
}
