import type { ResolvedField } from '../../../language/resolved.ts'

const formRoot = 'form.'

/** The argument for a field's options: a literal, or the value of `form.<field>`; undefined while that is empty. */
export function dictionaryArgument(field: ResolvedField, values: Readonly<Record<string, unknown>>): string | undefined {
  const name = argumentField(field)
  if (name === undefined) return argumentOf(field)
  const value = values[name]
  return value === undefined || value === null || value === '' ? undefined : String(value)
}

/** The field of the form whose value is the argument for a field's options. */
export function argumentField(field: ResolvedField): string | undefined {
  const argument = argumentOf(field)
  return argument?.startsWith(formRoot) ? argument.slice(formRoot.length) : undefined
}

const argumentOf = (field: ResolvedField) => field.dictionary?.strArg ?? sourceArgument(field)

const sourceArguments = new WeakMap<ResolvedField, string>()

/** `form.userType` in a source such as `GET /api/account/permissions?userType=form.userType`. Cached, because it is needed at every key. */
function sourceArgument(field: ResolvedField): string | undefined {
  const known = sourceArguments.get(field)
  if (known !== undefined) return known || undefined
  const argument = field.ui.options?.source?.split('=')[1] ?? ''
  sourceArguments.set(field, argument)
  return argument || undefined
}
