import { describe, expect, it } from 'vitest'
import { addressProblems, cities, districts, findDistrict } from './geography.ts'

describe('geography', () => {
  it('geography has the 22 cities and 368 districts of appendix A', () => {
    expect(cities).toHaveLength(22)
    expect(districts).toHaveLength(368)
  })

  it('gives every district a code of its own and a three-digit postal code', () => {
    expect(new Set(districts.map((district) => district.districtCode)).size).toBe(368)
    expect(districts.every((district) => /^\d{3}$/.test(district.zipCode))).toBe(true)
  })

  it('completes names that lack their ending', () => {
    expect(findDistrict('63000110')?.name).toBe('信義區')
    expect(findDistrict('10002260')?.name).toBe('宜蘭市')
    expect(findDistrict('66000400')?.name).toBe('中區')
  })

  it('numbers the districts that share a postal code', () => {
    expect(districts.filter((district) => district.cityCode === '10018').map((district) => district.districtCode)).toEqual([
      '100183001',
      '100183002',
      '100183003',
    ])
    expect(findDistrict('10018300')).toBeUndefined()
  })
})

describe('addressProblems', () => {
  it('accepts 3 or 6 digits that begin with the postal code of the district', () => {
    expect(addressProblems({ cityCode: '63000', districtCode: '63000110', zipCode: '110' })).toEqual({})
    expect(addressProblems({ cityCode: '63000', districtCode: '63000110', zipCode: '110204' })).toEqual({})
  })

  it('refuses a postal code of another district or of another length', () => {
    expect(addressProblems({ cityCode: '63000', districtCode: '63000110', zipCode: '111' })).toEqual({ zipCode: '郵遞區號 格式錯誤' })
    expect(addressProblems({ cityCode: '63000', districtCode: '63000110', zipCode: '1102' })).toEqual({ zipCode: '郵遞區號 格式錯誤' })
  })

  it('refuses a district of another city and a city that does not exist', () => {
    expect(addressProblems({ cityCode: '64000', districtCode: '63000110' })).toEqual({ districtCode: '鄉鎮市區 格式錯誤' })
    expect(addressProblems({ cityCode: 'constructor' })).toEqual({ cityCode: '縣市 格式錯誤' })
  })

  it('leaves empty fields alone', () => {
    expect(addressProblems({ cityCode: null, districtCode: null, zipCode: null })).toEqual({})
  })
})
