import { isTaxNumber } from '../../rules/taxNumber.ts'
import { districts } from '../domain/geography/public.ts'
import type { Random } from './random.ts'

const surnames = [
  ...'陳陳陳林林黃黃張張李李王王吳吳劉劉蔡楊許鄭謝洪郭邱曾廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾游彭詹胡施沈余盧梁趙顏柯翁魏孫戴范方',
]
const givenCharacters = [
  ...'家志俊建文明偉宏德信義仁禮安平和宜慧美玲淑芬麗雅婷怡君佳欣宇翔哲豪承恩柏睿子軒品妍詩涵思穎郁芳惠珍秀琴素貞國榮金龍春生永福振華世昌育誠冠霖書瑋若蘭于庭心瑜立群少廷政憲曉蓉韻如千惟尚謙孟潔佩珊逸凡景文毓棠',
]
const roads = [
  '中正路',
  '民生路',
  '復興路',
  '中山路',
  '中華路',
  '和平路',
  '信義路',
  '仁愛路',
  '忠孝路',
  '建國路',
  '光復路',
  '民權路',
  '民族路',
  '三民路',
  '自由路',
  '博愛路',
  '文化路',
  '成功路',
  '大同路',
  '公園路',
  '學府路',
  '新生路',
  '永安路',
  '林森路',
  '南京路',
  '長安路',
  '松江路',
  '北門路',
  '東門路',
  '華山路',
]

export function createPersonName(random: Random): string {
  return random.pick(surnames) + random.pick(givenCharacters) + random.pick(givenCharacters)
}

export interface Address {
  readonly cityCode: string
  readonly districtCode: string
  readonly zipCode: string
  readonly address: string
}

/** A real district of appendix A with an invented street number. */
export function createAddress(random: Random): Address {
  const { cityCode, districtCode, zipCode } = random.pick(districts)
  return { cityCode, districtCode, zipCode, address: `${random.pick(roads)}${random.integer(1, 399)}號` }
}

/** Gives contact data that belongs to nobody: mobile numbers from 0900-000-000 on, e-mail addresses at example.com. */
export interface ContactSource {
  name(): string
  mobile(): string
  landline(): string
  email(): string
}

export function createContacts(random: Random): ContactSource {
  let mobiles = 0
  let users = 0
  return {
    name: () => createPersonName(random),
    mobile: () => `09${String(mobiles++).padStart(8, '0')}`,
    landline: () => `02-${random.integer(20_000_000, 29_999_999)}`,
    email: () => `user${++users}@example.com`,
  }
}

/**
 * Valid tax IDs with the prefix 000, which no known company has (domain 10).
 *
 * @param startAt first candidate, 1 to 99999
 */
export function* taxNumbers(startAt: number): Generator<string, void> {
  for (let number = startAt; number <= 99_999; number += 1) {
    const candidate = `000${String(number).padStart(5, '0')}`
    if (isTaxNumber(candidate)) yield candidate
  }
}
