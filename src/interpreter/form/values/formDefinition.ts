import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import type { PlainSchema, ResolvedField, ResolvedForm, ResolvedGroup, ResolvedInput } from '../../../language/resolved.ts'

/** What is needed to draw and validate a form: the form of a record, or the small form of a transition. */
export interface FormDefinition {
  readonly schema: PlainSchema
  readonly fields: Readonly<Record<string, ResolvedField>>
  /** What the form calculates while somebody types. */
  readonly formulas?: ResolvedForm['formulas']
  readonly layout: ResolvedForm['layout']
  /** Content hash of the compiled validator. */
  readonly validator: string
}

const inputDefinitions = new WeakMap<ResolvedInput, FormDefinition>()

/** The form of a transition or action: its fields in order, in one group. Returns the same object for the same input. */
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

/** The `FormLayout` field of the theme draws the whole form. A constant object, so that it causes no render. */
export const rootUiSchema: UiSchema = { 'ui:field': 'FormLayout' }

/**
 * The schema for RJSF, without fields. RJSF walks its schema several times for every key, to fill in defaults and to choose branches; our
 * documents have no branches, and we set defaults ourselves. The compiled validator checks the whole schema, see `createFormValidator`.
 */
export const rootSchema: RJSFSchema = { type: 'object' }

/** Names of the fields that can be entered, in schema order. */
export function editableFields(definition: Pick<FormDefinition, 'schema'>): readonly string[] {
  const { properties } = definition.schema
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

/** All groups of a form in reading order, with or without tabs. */
function allGroups(layout: FormDefinition['layout']): readonly ResolvedGroup[] {
  if (layout.kind === 'groups') return layout.groups
  return layout.tabs.flatMap((tab) => (tab.content.kind === 'groups' ? tab.content.groups : []))
}

/** Names of all fields in reading order; errors are listed in this order. */
export function fieldOrder(definition: FormDefinition): readonly string[] {
  return [...new Set(allGroups(definition.layout).flatMap((group) => group.fields))]
}

/** Id of a field's focusable element. */
export function fieldId(formId: string, field: string): string {
  return `${formId}_${field}`
}
