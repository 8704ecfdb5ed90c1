import { addDays } from '../../rules/dates.ts'
import { findDistrict } from '../domain/geography/public.ts'
import type { DemoCompany } from './companies.ts'
import { createAddress } from './people.ts'
import { type DemoWorld, daysBefore, recordsOf } from './world.ts'

/** Seeds the outlets of a company. The last outlet of a large company is closed, so that every state occurs. */
export async function seedStores(world: DemoWorld, company: DemoCompany, startedDaysAgo: number): Promise<void> {
  const { random, contacts, asOf } = world
  const stores = recordsOf(world, 'retailStore', 'ops01', daysBefore(world, startedDaysAgo, 13))
  for (let index = 1; index <= company.stores; index += 1) {
    const isOnline = company.kind === 'prepaid'
    const isClosed = company.stores >= 6 && index === company.stores
    const address = createAddress(random)
    const place = findDistrict(address.districtCode)?.name.slice(0, -1) ?? ''
    await stores.create({
      companyNo: company.companyNo,
      partnerStoreCode: `S${String(index).padStart(3, '0')}`,
      storeName: isOnline ? `${company.shortName}線上店` : `${company.shortName}${place}店`,
      storeType: isOnline ? '2' : '1',
      phone: contacts.landline(),
      ...(isOnline ? {} : address),
      openTime: isOnline ? '00:00' : random.pick(['07:00', '09:00', '10:00', '11:00']),
      closeTime: isOnline ? '23:00' : random.pick(['20:00', '21:00', '22:00']),
      openDate: addDays(asOf, -startedDaysAgo - random.integer(30, 900)),
      ...(isClosed ? { closeDate: addDays(asOf, -20) } : {}),
      terminalIds: isOnline ? [] : [`${company.companyNo.slice(1)}T${String(index).padStart(2, '0')}`],
      status: isClosed ? '0' : '1',
    })
  }
}
