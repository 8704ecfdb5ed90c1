import type { EntityContext, Names, ScreenContext } from '../catalog/known.ts'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import type { Finding } from '../findings/source.ts'
import { withSuggestion } from '../findings/suggest.ts'
import { resolveScreen } from '../resolve/screen.ts'
import type { ResolvedScreen } from '../resolved.ts'
import { withoutFollowUps } from './followUps.ts'
import { actionPlaces } from './rules/actions/actionPlaces.ts'
import { apiPaths } from './rules/actions/apiPaths.ts'
import { barActions } from './rules/actions/barActions.ts'
import { ownActions } from './rules/actions/ownActions.ts'
import { neverTrueInEntity, neverTrueInScreen } from './rules/documents/neverTrue.ts'
import { screenPredicates } from './rules/documents/screenPredicates.ts'
import { unusedParts } from './rules/documents/unusedParts.ts'
import { uriMatchesPath } from './rules/documents/uriMatchesPath.ts'
import { entityFields } from './rules/entity/entityFields.ts'
import { entityPredicates } from './rules/entity/entityPredicates.ts'
import { entityShape } from './rules/entity/entityShape.ts'
import { renamedScreen, renames } from './rules/entity/renames.ts'
import { automaticNumbers } from './rules/fields/automaticNumbers.ts'
import { entityDictionaries } from './rules/fields/entityDictionaries.ts'
import { formulas } from './rules/fields/formulas.ts'
import { propertyKeywords } from './rules/fields/propertyKeywords.ts'
import { propertyValues } from './rules/fields/propertyValues.ts'
import { requiredComputed } from './rules/fields/requiredComputed.ts'
import { entityWidgetsAndFormats, screenWidgetsAndFormats } from './rules/fields/widgetsAndFormats.ts'
import { formFields } from './rules/forms/formFields.ts'
import { formShape } from './rules/forms/formShape.ts'
import { formSteps } from './rules/forms/formSteps.ts'
import { formUse } from './rules/forms/formUse.ts'
import { requiredInForm } from './rules/forms/requiredInForm.ts'
import { uiForWidget } from './rules/forms/uiForWidget.ts'
import { bulkEdit } from './rules/lists/bulkEdit.ts'
import { childLists, headTabs } from './rules/lists/childLists.ts'
import { inlineEdit } from './rules/lists/inlineEdit.ts'
import { layouts } from './rules/lists/layouts.ts'
import { listFields } from './rules/lists/listFields.ts'
import { listFilters } from './rules/lists/listFilters.ts'
import { reportFields } from './rules/lists/reportFields.ts'
import { entityTable } from './rules/reach/entityTable.ts'
import { entityTableFields } from './rules/reach/entityTableFields.ts'
import { entityTableSteps } from './rules/reach/entityTableSteps.ts'
import { fieldRights } from './rules/reach/fieldRights.ts'
import { maskedFields } from './rules/reach/maskedFields.ts'
import { ownPaths } from './rules/reach/ownPaths.ts'
import { ownPermissions, ownStepPermissions } from './rules/reach/ownPermissions.ts'
import { screenTable } from './rules/reach/screenTable.ts'
import { copiedValues } from './rules/relations/copiedValues.ts'
import { details } from './rules/relations/details.ts'
import { madeRecords } from './rules/relations/madeRecords.ts'
import { recordLinks } from './rules/relations/recordLinks.ts'
import { references } from './rules/relations/references.ts'
import { rollups } from './rules/relations/rollups.ts'
import { changeApproval, changeDecisionScreen } from './rules/steps/changeApproval.ts'
import { entityStates, stateFields } from './rules/steps/entityStates.ts'
import { entityTransitions } from './rules/steps/entityTransitions.ts'
import { inputFields } from './rules/steps/inputFields.ts'
import { notices } from './rules/steps/notices.ts'
import { transitionStamps } from './rules/steps/transitionStamps.ts'
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
  const findings = withoutFollowUps(entityRules.flatMap((rule) => rule(context)))
  // A condition that is faulty already gets no second finding.
  return findings.some(isError) ? findings : [...findings, ...neverTrueInEntity(context)]
}

interface CheckedScreen {
  readonly findings: readonly Finding[]
  /** Null when the screen is broken, or when one of its entities is (which has findings of its own). */
  readonly resolved: ResolvedScreen | null
}

/**
 * @param screen with the address that its place gives it
 * @param written the address that it says itself
 */
export function checkScreen(path: string, screen: Screen, names: Names, written: string = screen.uri): CheckedScreen {
  const misplaced = uriMatchesPath(path, written)
  if (misplaced.length === 0) return checkPlacedScreen(path, screen, names)
  // What is wrong at one of the two addresses only may be right when the mistake is mended, wherever it is.
  const here = checkPlacedScreen(path, screen, names).findings
  const there = checkPlacedScreen(path, { ...screen, uri: written }, names).findings
  const isSame = (left: Finding, right: Finding) => left.code === right.code && JSON.stringify(left.place) === JSON.stringify(right.place)
  return { findings: [...misplaced, ...here.filter((one) => there.some((other) => isSame(one, other)))], resolved: null }
}

function checkPlacedScreen(path: string, screen: Screen, names: Names): CheckedScreen {
  const entity = names.entities.get(screen.entity)
  if (entity === undefined) return { findings: missingEntity(screen, names), resolved: null }
  const context = { path, screen, entity, names }
  const found = withoutFollowUps(screenRules.flatMap((rule) => rule(context)))
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

function missingEntity(screen: Screen, names: Names): readonly Finding[] {
  // A broken entity has a finding of its own, also when its name is what is wrong with it.
  const isBroken = [...names.brokenEntities].some((name) => name.toLowerCase() === screen.entity.toLowerCase() && !names.entities.has(name))
  if (isBroken) return []
  const known = [...names.entities.keys(), ...names.brokenEntities]
  return [{ place: ['entity'], code: 'unknown-entity', message: `沒有實體「${screen.entity}」`, ...withSuggestion(screen.entity, known) }]
}

function standsOnBroken(screen: Screen, names: Names): boolean {
  return Object.values(screen.children ?? {}).some((child) => !names.entities.has(child.entity))
}
