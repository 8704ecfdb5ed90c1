import type { ResolvedField } from '../../../language/resolved.ts'

const formRoot = 'form.'

/** The argument for a field's options: a literal, or the value of `form.<field>`; undefined while that is empty. */
export function dictionaryArgument(field: ResolvedField, values: Readonly<Record<string, unknown>>): string | undefined {
  const strArg = field.dictionary?.strArg ?? sourceArgument(field)
  if (strArg === undefined || !strArg.startsWith(formRoot)) return strArg
  const value = values[strArg.slice(formRoot.length)]
  return value === undefined || value === null || value === '' ? undefined : String(value)
}

const sourceArguments = new WeakMap<ResolvedField, string>()

/** `form.userType` in a source such as `GET /api/account/permissions?userType=form.userType`. Cached, because it is needed at every key. */
function sourceArgument(field: ResolvedField): string | undefined {
  const known = sourceArguments.get(field)
  if (known !== undefined) return known || undefined
  const argument = field.ui.options?.source?.split('=')[1] ?? ''
  sourceArguments.set(field, argument)
  return argument || undefined
}
