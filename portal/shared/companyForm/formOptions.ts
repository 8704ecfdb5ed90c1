import type { FormOptions } from '../../../src/answers/corporate.ts'
import { type Loaded, useLoaded } from '../useLoaded.ts'

export function useFormOptions(): Loaded<FormOptions> {
  return useLoaded('/api/portal/form_options')
}
