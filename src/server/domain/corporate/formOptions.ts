import type { FastifyInstance } from 'fastify'
import type { FormOptions } from '../../../answers/corporate.ts'
import type { Option } from '../../../answers/shapes.ts'
import { message } from '../../../rules/messages.ts'
import type { Actor } from '../../platform/actor.ts'
import { cities, districts } from '../geography/public.ts'

export async function readFormOptions(app: FastifyInstance, actor: Actor): Promise<FormOptions> {
  const find = async (name: string): Promise<readonly Option[]> => {
    const options = (await app.dictionaries.find(name, { db: app.db, actor })) ?? []
    return options.filter((option) => !option.ended).map(({ key, value }) => ({ key, value }))
  }
  return {
    applyTypes: await find('CorporateType'),
    industries: await find('Industry'),
    expectedPoints: await find('ExpectedPoints'),
    statuses: await find('CorporateStatus'),
    cities: cities.map(({ cityCode, name }) => ({ key: cityCode, value: name, districts: districtsOf(cityCode) })),
  }
}

function districtsOf(cityCode: string) {
  return districts
    .filter((district) => district.cityCode === cityCode)
    .map(({ districtCode, name, zipCode }) => ({ key: districtCode, value: name, zipCode }))
}

/** Fields of the form whose values must be one of the options; cities and districts are checked with the address. */
const choices = {
  applyType: { list: 'applyTypes', title: '申請類型' },
  industry: { list: 'industries', title: '行業別' },
  expectedPoints: { list: 'expectedPoints', title: '預計採購點數' },
} as const

/** A text for each field whose value is no option. Empty fields are skipped: whether they are required is checked elsewhere. */
export function choiceProblems(options: FormOptions, fields: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const wrong = Object.entries(choices).filter(([name, { list }]) => {
    const value = fields[name]
    return value !== null && value !== undefined && value !== '' && !options[list].some((option) => option.key === value)
  })
  return Object.fromEntries(wrong.map(([name, { title }]) => [name, message('M06', { title })]))
}
