import type { DemoCompany } from './companies.ts'
import { createContacts, taxNumbers } from './people.ts'
import { createRandom } from './random.ts'
import { seedCompany } from './seedCompanies.ts'
import { extraRatioOf, seedSetting } from './seedSettings.ts'
import type { DemoWorld } from './world.ts'

/** A bank whose co-branded card is paid for every half month, as the points are given. */
export const cardPayer: DemoCompany = {
  companyNo: 'C000800',
  shortName: '晨光銀行（示範）',
  legalForm: '',
  companyType: '5',
  kind: 'cardPayer',
  stores: 0,
  fate: 'inForce',
}

/** Far from those of the other companies and of corporate members. */
const firstTaxNumber = 90_000

/**
 * Seeds the payer that pays as it goes, with the extra ratio of its card. It draws from a random generator of its own, so that the other
 * companies are the same with and without it.
 */
export async function seedCardPayer(world: DemoWorld): Promise<void> {
  const [taxNumber = ''] = taxNumbers(firstTaxNumber)
  const random = createRandom(Number(cardPayer.companyNo.slice(1)))
  const contacts = { ...createContacts(random), mobile: () => '0900800001', email: () => 'user800@example.com' }
  await seedCompany({ ...world, random, contacts }, { company: cardPayer, taxNumber, index: 0 })
  const card = { payerCompanyNo: cardPayer.companyNo, cardPrefixes: ['498800'], priority: 60 }
  await seedSetting(world, 'payerExtraRatio', 'approved', extraRatioOf(world, card))
}
