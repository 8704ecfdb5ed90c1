import { fieldsOf } from '../../../language/predicate/predicatePaths.ts'
import type { ResolvedField } from '../../../language/resolved.ts'
import { argumentField } from '../../shared/labels/dictionaryArgument.ts'
import type { FormDefinition } from './formDefinition.ts'

/** Widgets whose input owns what is typed, see `useOwnText`. */
const textWidgets: ReadonlySet<ResolvedField['widget']> = new Set(['text', 'textarea'])

const known = new WeakMap<FormDefinition, ReadonlySet<string>>()

/** Names of the texts on which nothing else in the form depends: while somebody types there, nothing has to be drawn. */
export function lonelyTexts(definition: FormDefinition): ReadonlySet<string> {
  const made = known.get(definition) ?? findLonelyTexts(definition)
  known.set(definition, made)
  return made
}

function findLonelyTexts({ fields, formulas }: FormDefinition): ReadonlySet<string> {
  // Formulas read one another too, and their results stand in conditions.
  if (formulas !== undefined) return new Set()
  const all = Object.values(fields)
  const read = new Set(all.flatMap(readBy))
  const isLonely = ({ field, widget, property }: ResolvedField) =>
    textWidgets.has(widget) && property['x-from'] === undefined && !read.has(field)
  return new Set(all.filter(isLonely).map(({ field }) => field))
}

/** What a field reads of the form while it is shown. */
function readBy(field: ResolvedField): readonly string[] {
  const { visible, required, readonly } = field.conditions ?? {}
  const { merchant, name, shows = [] } = field.reference ?? {}
  return [
    ...[visible, required, readonly].flatMap((condition) => fieldsOf(condition, 'form')),
    ...[argumentField(field), field.borrowedBy, merchant, name].flatMap((one) => one ?? []),
    ...shows,
  ]
}
