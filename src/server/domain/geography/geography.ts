import { citySources } from './geographyData.ts'

export interface City {
  readonly cityCode: string
  readonly name: string
}

export interface District {
  /** City code and postal code, with a serial when several districts of the city share the postal code (新竹市, 嘉義市). */
  readonly districtCode: string
  readonly cityCode: string
  /** Three digits. */
  readonly zipCode: string
  readonly name: string
}

export const cities: readonly City[] = citySources.map(({ cityCode, cityName }) => ({ cityCode, name: cityName }))

export const districts: readonly District[] = citySources.flatMap((source) => {
  const parts = source.districts.split(' ').map((text) => ({ zipCode: text.slice(0, 3), name: text.slice(3) + source.ending }))
  return parts.map(({ zipCode, name }, index) => {
    const sharing = parts.filter((part) => part.zipCode === zipCode)
    const serial = sharing.length > 1 ? String(parts.slice(0, index).filter((part) => part.zipCode === zipCode).length + 1) : ''
    return { districtCode: `${source.cityCode}${zipCode}${serial}`, cityCode: source.cityCode, zipCode, name }
  })
})

const districtsByCode = new Map(districts.map((district) => [district.districtCode, district]))

export function findDistrict(districtCode: string): District | undefined {
  return districtsByCode.get(districtCode)
}

/** An address as records hold it; empty fields are null or absent. */
export interface AddressFields {
  readonly cityCode?: unknown
  readonly districtCode?: unknown
  readonly zipCode?: unknown
}

/**
 * What is wrong with an address, by field. A postal code has 3 or 6 digits; its first 3 come from the district (domain 4.5).
 * Empty fields are nobody's mistake here: whether they are required is up to the record.
 */
export function addressProblems(address: AddressFields): Readonly<Record<string, string>> {
  const { cityCode, districtCode, zipCode } = address
  if (cityCode && !cities.some((city) => city.cityCode === cityCode)) return { cityCode: '縣市 格式錯誤' }
  if (!districtCode) return {}
  const district = findDistrict(String(districtCode))
  if (!district || (cityCode && district.cityCode !== cityCode)) return { districtCode: '鄉鎮市區 格式錯誤' }
  if (zipCode && !new RegExp(`^${district.zipCode}([0-9]{3})?$`).test(String(zipCode))) return { zipCode: '郵遞區號 格式錯誤' }
  return {}
}
