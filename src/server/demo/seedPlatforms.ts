import { generatePartnerKey } from '../domain/connection/public.ts'
import { type DemoWorld, daysBefore, recordsOf } from './world.ts'

const shopApis = ['issue', 'issue_return', 'redeem', 'redeem_return', 'balance', 'txn_query', 'member', 'reconcile']

const posCompanies = ['C000101', 'C000102', 'C000103', 'C000104', 'C000106', 'C000107', 'C000111']

const platforms = [
  { platformName: '門市 POS 介接', platformType: '1', companyNos: posCompanies, allowedApis: shopApis },
  { platformName: '河岸電子商務平台', platformType: '2', companyNos: ['C000105'], allowedApis: [...shopApis, 'coupon', 'serial'] },
  { platformName: '中國信託介接（示範）', platformType: '3', companyNos: ['C000900'], allowedApis: ['convert', 'reconcile', 'txn_query'] },
]

/**
 * Seeds three connection platforms. Their keys are real secrets of this installation, and therefore the only data that differs between runs
 * with the same seed.
 */
export async function seedPlatforms(world: DemoWorld): Promise<void> {
  for (const [index, platform] of platforms.entries()) {
    const records = recordsOf(world, 'connectionPlatform', 'admin', daysBefore(world, 200 - index * 10))
    const created = await records.create({
      ...platform,
      ...generatePartnerKey(),
      ipWhitelist: index === 2 ? ['203.0.113.0/24'] : [],
      rateLimitPerMinute: 600,
      contactName: world.contacts.name(),
      contactEmail: world.contacts.email(),
      contactPhone: world.contacts.landline(),
      status: '1',
    })
    if (index === 0)
      await recordsOf(world, 'connectionPlatform', 'admin', daysBefore(world, 2)).update(created, { ...generatePartnerKey() })
  }
}
