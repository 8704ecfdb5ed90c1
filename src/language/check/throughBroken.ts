import type { Names } from '../catalog/known.ts'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { findProperty } from '../entity/property.ts'
import { borrowedName } from '../entity/references.ts'
import type { Finding, Place } from '../findings/source.ts'

/**
 * Splits off findings that a screen has only because an entity is broken to which its own entity refers: the fields that the reference
 * shows are unknown until that entity is mended, and it has findings of its own.
 */
export function withoutBroken(findings: readonly Finding[], screen: Screen, names: Names): readonly Finding[] {
  const unknown = findings.filter(({ code }) => code === 'unknown-field')
  if (unknown.length === 0) return findings
  const entities = [screen.entity, ...Object.values(screen.children ?? {}).map((child) => child.entity)]
  const missing = new Set(entities.flatMap((name) => missingFields(names.entities.get(name), names)))
  const isMissing = (finding: Finding) => missing.has(namedAt(finding, screen) ?? '')
  return missing.size === 0 ? findings : findings.filter((finding) => finding.code !== 'unknown-field' || !isMissing(finding))
}

/** `lotNo.lotName`, where `lotNo` shows it and the entity of the lots is broken. */
function missingFields(entity: Entity | undefined, names: Names): readonly string[] {
  return Object.entries(entity?.properties ?? {}).flatMap(([by, { 'x-ref': reference }]) => {
    if (entity === undefined || reference === undefined || !names.brokenEntities.has(reference.entity)) return []
    return (reference.show ?? []).map((field) => borrowedName(by, field)).filter((name) => findProperty(entity, name) === undefined)
  })
}

/** The name at the place of a finding: a key, a text, or the `field` of an object. */
function namedAt({ place, at }: Finding, screen: Screen): string | undefined {
  if (at === 'key') return String(place.at(-1))
  const value = valueAt(screen, place)
  const named = typeof value === 'object' && value !== null ? (value as { readonly field?: unknown }).field : value
  return typeof named === 'string' ? named.replace(/^-/, '') : undefined
}

function valueAt(document: unknown, place: Place): unknown {
  return place.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Readonly<Record<string | number, unknown>>)[key] : undefined),
    document,
  )
}
