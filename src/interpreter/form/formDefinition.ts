import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import type { PlainSchema, ResolvedField, ResolvedForm, ResolvedGroup, ResolvedInput } from '../../language/resolved.ts'

/** What is needed to draw and validate a form: a record's form, or the small one that a transition asks for. */
export interface FormDefinition {
  readonly schema: PlainSchema
  readonly fields: Readonly<Record<string, ResolvedField>>
  readonly layout: ResolvedForm['layout']
  /** Content hash of the compiled validator. */
  readonly validator: string
}

const inputDefinitions = new WeakMap<ResolvedInput, FormDefinition>()

/** The form of a transition or action: its fields in order, in one group. The same object for the same input. */
export function inputDefinition(input: ResolvedInput): FormDefinition {
  const known = inputDefinitions.get(input)
  if (known) return known
  const { schema, fields, validator } = input
  const definition: FormDefinition = {
    schema,
    fields,
    validator,
    layout: { kind: 'groups', groups: [{ fields: Object.keys(fields), collapsed: false }] },
  }
  inputDefinitions.set(input, definition)
  return definition
}

/** The whole form is drawn by the `FormLayout` field of the theme; one object, so that nothing re-renders for its sake. */
export const rootUiSchema: UiSchema = { 'ui:field': 'FormLayout' }

/**
 * The schema RJSF itself works with. It walks its schema several times for every key, to fill in defaults and to choose branches;
 * our documents have no branches and defaults are ours, so it is spared the fields. The whole schema is checked by the compiled
 * validator, see `createFormValidator`.
 */
export const rootSchema: RJSFSchema = { type: 'object' }

/** Names of the fields that can be entered, in the order of the schema. */
export function editableFields(definition: Pick<FormDefinition, 'schema'>): readonly string[] {
  const { properties } = definition.schema
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

/** All groups of a form in reading order, whether it has tabs or not. */
function allGroups(layout: FormDefinition['layout']): readonly ResolvedGroup[] {
  if (layout.kind === 'groups') return layout.groups
  return layout.tabs.flatMap((tab) => (tab.content.kind === 'groups' ? tab.content.groups : []))
}

/** Names of all fields in the order in which they are read; errors are listed in it. */
export function fieldOrder(definition: FormDefinition): readonly string[] {
  return [...new Set(allGroups(definition.layout).flatMap((group) => group.fields))]
}

/** Id of the focusable element of a field. */
export function fieldId(formId: string, field: string): string {
  return `${formId}_${field}`
}
