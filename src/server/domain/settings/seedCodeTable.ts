import { codeCategory, codeValueType } from '../../../rules/codes.generated.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { dictionaryDefaults, parameterDefaults } from './codeDefaults.ts'

/** The default parameters are valid on every business date of an installation. */
const effectiveFrom = '2020-01-01'

/** Inserts missing default parameters and dictionary entries. Existing ones are not changed. */
export async function seedCodeTable(trx: Trx): Promise<void> {
  await trx
    .insertInto('codeTable')
    .values([...parameterRows(), ...dictionaryRows()])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const delivered = { description: null, createdBy: '系統', updatedBy: null, updatedAt: null }

function parameterRows() {
  return parameterDefaults.map(({ code, name, valueType, value, isPublic }, index) => ({
    ...delivered,
    category: codeCategory.parameter,
    code,
    name,
    valueType,
    value,
    parentCode: null,
    displayOrder: index + 1,
    effectiveFrom,
    isPublic: isPublic === true,
    isSystem: true,
  }))
}

function dictionaryRows() {
  return Object.entries(dictionaryDefaults).flatMap(([parentCode, options]) =>
    Object.entries(options).map(([code, name]) => ({
      ...delivered,
      category: codeCategory.dictionary,
      code,
      name,
      valueType: codeValueType.text,
      value: null,
      parentCode,
      displayOrder: /^\d+$/.test(code) ? Number(code) : 0,
      effectiveFrom: null,
      isPublic: false,
      // Records contain their keys, so an entry may be renamed or disabled, but not deleted.
      isSystem: true,
    })),
  )
}
