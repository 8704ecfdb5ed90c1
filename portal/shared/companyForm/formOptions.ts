import { type Loaded, useLoaded } from '../useLoaded.ts'

export interface Option {
  readonly key: string
  readonly value: string
}

export interface City extends Option {
  readonly districts: readonly (Option & { readonly zipCode: string })[]
}

/** All choices of the application form. */
export interface FormOptions {
  readonly applyTypes: readonly Option[]
  readonly industries: readonly Option[]
  readonly expectedPoints: readonly Option[]
  readonly statuses: readonly Option[]
  readonly cities: readonly City[]
}

export function useFormOptions(): Loaded<FormOptions> {
  return useLoaded('/api/portal/form_options')
}
