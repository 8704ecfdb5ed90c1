import type { PartnerRegistry } from '../registry.ts'

/** Gives back what was sent: shows a partner that key, clock and signature are right. */
export function registerEcho(registry: PartnerRegistry): void {
  registry.register('echo', async (_db, { body, now }) => ({ fields: { echo: body.message, serverTime: now.toISOString() } }))
}
