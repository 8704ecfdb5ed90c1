import { PartnerRefusal } from '../catalog/codes.ts'
import type { PartnerRegistry } from '../registry.ts'

const noNumber = '查無此號碼'

/** Placeholder handlers of calls whose areas are not installed: every number is unknown. */
export function registerUnknownNumbers(registry: PartnerRegistry): void {
  for (const name of ['coupons/verify', 'coupons/use', 'coupons/cancel_use'] as const) {
    registry.register(name, async () => {
      throw new PartnerRefusal('E1501')
    })
  }
  registry.register('serials/deposit', async () => {
    throw new PartnerRefusal('E1601')
  })
  registry.register('cards/activate', async () => {
    throw new PartnerRefusal('E1603', { about: noNumber })
  })
}
