import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../errors.ts'

/**
 * Lets a route limit the calls per address: `config: { rateLimit: { max: 20, timeWindow: '5 minutes' } }`. By default there is no limit.
 * Too many calls get 429 with `retry-after`.
 */
export async function offerRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, context) =>
      new ApiError(context.statusCode, 'E429', '嘗試次數過多，請稍後再試。', {
        headers: { 'retry-after': String(Math.ceil(context.ttl / 1000)) },
      }),
  })
}
