/** Invoices are numbered and reported in periods of two months, named by their first month. */
export type TaxPeriod = string

/** The tax period of a date (YYYY-MM-DD): `202501` for January and February 2025. */
export function taxPeriodOf(date: string): TaxPeriod {
  const month = Number(date.slice(5, 7))
  return `${date.slice(0, 4)}${twoDigits(month - ((month - 1) % 2))}`
}

/** A period as written in Taiwan, with the year of the Republic: `114年01-02月`. */
export function taxPeriodLabel(period: TaxPeriod): string {
  const month = Number(period.slice(4))
  return `${Number(period.slice(0, 4)) - 1911}年${twoDigits(month)}-${twoDigits(month + 1)}月`
}

/** Tax periods around a date, newest first: from `ahead` periods after to `count` before. */
export function taxPeriodsAround(date: string, { ahead, count }: { readonly ahead: number; readonly count: number }): readonly TaxPeriod[] {
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
  const newest = months - (months % 2) + ahead * 2
  return Array.from({ length: ahead + count + 1 }, (_, index) => {
    const first = newest - index * 2
    return `${Math.floor(first / 12)}${twoDigits((first % 12) + 1)}`
  })
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
