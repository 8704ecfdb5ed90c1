import type { ValueFormat } from '../../../language/documents/vocabulary.ts'
import { taipeiDate, taipeiDateTime } from '../../../rules/dates.ts'
import type { FieldModel } from '../model.ts'

const byFormat: { readonly [Format in ValueFormat]?: string } = {
  taxNumber: '04595257',
  phone: '02-27718888',
  mobile: '0912345678',
  email: 'name@example.com',
  zipCode: '106',
  invoiceNumber: 'AB12345678',
  accountName: 'account01',
  alphaNumeric: 'AB1',
  hour: '09:00',
  https: 'https://www.example.com',
}

/** Example of how a value of a field is written; undefined when any text is accepted. */
export function sampleText({ property, kind }: FieldModel, now: Date): string | undefined {
  if (kind === 'date') return taipeiDate(now)
  if (kind === 'dateTime') return taipeiDateTime(now)
  if (property.format === 'month') return taipeiDate(now).slice(0, 7).replace('-', '')
  return property.format === undefined ? undefined : byFormat[property.format]?.slice(0, property.maxLength)
}
