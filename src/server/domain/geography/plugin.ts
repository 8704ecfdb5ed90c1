import type { FastifyInstance } from 'fastify'
import { cities, districts, findDistrict } from './geography.ts'

/**
 * Cities and districts as dictionaries: City; District of the city in `strArg`; ZipCode of the district in `strArg` (one option). Without
 * `strArg` every district.
 */
export function geographyArea({ dictionaries }: FastifyInstance): void {
  const cityOptions = cities.map(({ cityCode, name }) => ({ key: cityCode, value: name }))
  dictionaries.register('City', async () => cityOptions)
  dictionaries.register('District', async ({ strArg }) =>
    districts
      .filter((district) => strArg === undefined || district.cityCode === strArg)
      .map(({ districtCode, zipCode, name }) => ({ key: districtCode, value: `${zipCode} ${name}` })),
  )
  dictionaries.register(
    'ZipCode',
    async ({ strArg }) => {
      const district = strArg === undefined ? undefined : findDistrict(strArg)
      return district ? [{ key: district.zipCode, value: district.zipCode }] : []
    },
    async (_db, keys) => keys.map((key) => ({ key, value: key })),
  )
}
