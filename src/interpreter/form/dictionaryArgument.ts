import type { ResolvedField } from '../../language/resolved.ts'
import type { FormValues } from './formScope.ts'

const formRoot = 'form.'

/** Whether a field's options depend on another field of the form. */
export function isDependent(field: ResolvedField): boolean {
  return field.dictionary?.strArg?.startsWith(formRoot) ?? false
}

/** The argument of a field's dictionary: a literal, or the value of `form.<field>`; undefined while that is empty. */
export function dictionaryArgument(field: ResolvedField, values: FormValues): string | undefined {
  const strArg = field.dictionary?.strArg
  if (strArg === undefined || !strArg.startsWith(formRoot)) return strArg
  const value = values[strArg.slice(formRoot.length)]
  return value === undefined || value === null || value === '' ? undefined : String(value)
}
