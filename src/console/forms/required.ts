import { message } from '../../rules/messages.ts'
import type { FieldTexts } from './useSmallForm.ts'

/** 必填 texts of the empty ones among the named fields. */
export function requiredTexts<Name extends string>(
  values: Readonly<Record<Name, string>>,
  titles: { readonly [N in Name]?: string },
): FieldTexts<Name> {
  const empty = Object.entries<string | undefined>(titles).filter(([name]) => values[name as Name].trim() === '')
  return Object.fromEntries(empty.map(([name, title]) => [name, message('M05', { title: title ?? '' })])) as FieldTexts<Name>
}
