import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { resolveScreen } from '../resolve/screen.ts'
import type { ResolvedScreen } from '../resolved.ts'
import type { EntityContext, Names, ScreenContext } from './known.ts'
import { actionPlaces } from './rules/actionPlaces.ts'
import { apiPaths } from './rules/apiPaths.ts'
import { automaticNumbers } from './rules/automaticNumbers.ts'
import { barActions } from './rules/barActions.ts'
import { bulkEdit } from './rules/bulkEdit.ts'

import { changeApproval, changeDecisionScreen } from './rules/changeApproval.ts'
import { childLists, headTabs } from './rules/childLists.ts'
import { copiedValues } from './rules/copiedValues.ts'
import { details } from './rules/details.ts'
import { entityDictionaries } from './rules/entityDictionaries.ts'
import { entityFields } from './rules/entityFields.ts'
import { entityPredicates } from './rules/entityPredicates.ts'
import { entityShape } from './rules/entityShape.ts'
import { entityStates, stateFields } from './rules/entityStates.ts'
import { entityTable } from './rules/entityTable.ts'
import { entityTableFields } from './rules/entityTableFields.ts'
import { entityTableSteps } from './rules/entityTableSteps.ts'
import { entityTransitions } from './rules/entityTransitions.ts'
import { fieldRights } from './rules/fieldRights.ts'
import { formFields } from './rules/formFields.ts'
import { formShape } from './rules/formShape.ts'
import { formSteps } from './rules/formSteps.ts'
import { formUse } from './rules/formUse.ts'
import { formulas } from './rules/formulas.ts'
import { inlineEdit } from './rules/inlineEdit.ts'
import { inputFields } from './rules/inputFields.ts'
import { layouts } from './rules/layouts.ts'
import { listFields } from './rules/listFields.ts'
import { listFilters } from './rules/listFilters.ts'
import { madeRecords } from './rules/madeRecords.ts'
import { maskedFields } from './rules/maskedFields.ts'
import { neverTrueInEntity, neverTrueInScreen } from './rules/neverTrue.ts'
import { notices } from './rules/notices.ts'
import { ownActions } from './rules/ownActions.ts'
import { ownPaths } from './rules/ownPaths.ts'
import { ownPermissions, ownStepPermissions } from './rules/ownPermissions.ts'
import { propertyKeywords } from './rules/propertyKeywords.ts'
import { propertyValues } from './rules/propertyValues.ts'
import { recordLinks } from './rules/recordLinks.ts'
import { references } from './rules/references.ts'
import { renamedScreen, renames } from './rules/renames.ts'
import { reportFields } from './rules/reportFields.ts'
import { requiredComputed } from './rules/requiredComputed.ts'
import { requiredInForm } from './rules/requiredInForm.ts'
import { rollups } from './rules/rollups.ts'
import { screenPredicates } from './rules/screenPredicates.ts'
import { screenTable } from './rules/screenTable.ts'
import { transitionStamps } from './rules/transitionStamps.ts'
import { uiForWidget } from './rules/uiForWidget.ts'
import { unusedParts } from './rules/unusedParts.ts'
import { uriMatchesPath } from './rules/uriMatchesPath.ts'
import { entityWidgetsAndFormats, screenWidgetsAndFormats } from './rules/widgetsAndFormats.ts'
import type { Finding } from './source.ts'
import { withSuggestion } from './suggest.ts'
import { withoutBroken } from './throughBroken.ts'

const entityRules: readonly ((context: EntityContext) => readonly Finding[])[] = [
  entityFields,
  requiredComputed,
  formulas,
  automaticNumbers,
  references,
  copiedValues,
  rollups,
  details,
  fieldRights,
  propertyKeywords,
  propertyValues,
  entityShape,
  maskedFields,
  recordLinks,
  entityDictionaries,
  entityPredicates,
  entityTransitions,
  notices,
  transitionStamps,
  inputFields,
  changeApproval,
  entityStates,
  stateFields,
  entityTable,
  entityTableFields,
  entityTableSteps,
  ownStepPermissions,
  renames,
  entityWidgetsAndFormats,
]

const screenRules: readonly ((context: ScreenContext) => readonly Finding[])[] = [
  uriMatchesPath,
  apiPaths,
  ownPaths,
  ownPermissions,
  screenTable,
  listFields,
  listFilters,
  barActions,
  actionPlaces,
  ownActions,
  madeRecords,
  formFields,
  formShape,
  formUse,
  screenPredicates,
  childLists,
  headTabs,
  screenWidgetsAndFormats,
  uiForWidget,
  reportFields,
  renamedScreen,
  unusedParts,
]

export function checkEntity(path: string, entity: Entity, names: Names): readonly Finding[] {
  const context = { path, entity, names }
  const findings = entityRules.flatMap((rule) => rule(context))
  // A condition that is faulty already gets no second finding.
  return findings.some(isError) ? findings : [...findings, ...neverTrueInEntity(context)]
}

/** `resolved` is null when the screen is broken, or when one of its entities is (which has findings of its own). */
export function checkScreen(
  path: string,
  screen: Screen,
  names: Names,
): { readonly findings: readonly Finding[]; readonly resolved: ResolvedScreen | null } {
  const entity = names.entities.get(screen.entity)
  if (entity === undefined) return { findings: missingEntity(path, screen, names), resolved: null }
  const context = { path, screen, entity, names }
  const found = screenRules.flatMap((rule) => rule(context))
  const findings = withoutBroken(found, screen, names)
  if (found.some(isError) || standsOnBroken(screen, names)) return { findings, resolved: null }
  const resolved = resolveScreen(screen, names.entities, names.screenDocuments)
  return {
    findings: [
      ...findings,
      ...neverTrueInScreen(context),
      ...requiredInForm(context),
      ...changeDecisionScreen(context, resolved),
      ...bulkEdit(context, resolved),
      ...inlineEdit(context, resolved),
      ...layouts(context, resolved),
      ...formSteps(context, resolved),
    ],
    resolved,
  }
}

function isError(finding: Finding): boolean {
  return finding.severity !== 'warning'
}

function missingEntity(path: string, screen: Screen, names: Names): readonly Finding[] {
  const own = uriMatchesPath({ path, screen })
  // A broken entity has a finding of its own, also when its name is what is wrong with it.
  const isBroken = [...names.brokenEntities].some((name) => name.toLowerCase() === screen.entity.toLowerCase() && !names.entities.has(name))
  if (isBroken) return own
  const known = [...names.entities.keys(), ...names.brokenEntities]
  return [
    ...own,
    { place: ['entity'], code: 'unknown-entity', message: `沒有實體「${screen.entity}」`, ...withSuggestion(screen.entity, known) },
  ]
}

function standsOnBroken(screen: Screen, names: Names): boolean {
  return Object.values(screen.children ?? {}).some((child) => !names.entities.has(child.entity))
}
