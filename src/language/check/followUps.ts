import type { Finding, Place } from '../findings/source.ts'

/**
 * Drops what is only a consequence: of a name that nothing has, all other findings at that place say once more that it is wrong, and a value
 * of the wrong type is no option either. One mistake is told once.
 */
export function withoutFollowUps(findings: readonly Finding[]): readonly Finding[] {
  const errors = findings.filter(({ severity }) => severity !== 'warning')
  const placesOf = (isCause: (finding: Finding) => boolean) => new Set(errors.filter(isCause).map(({ place }) => keyOf(place)))
  const mistyped = placesOf(({ code }) => code === 'wrong-type')
  const unknown = placesOf((finding) => isUnknown(finding) && !mistyped.has(keyOf(finding.place)))
  return findings.filter((finding) => {
    const key = keyOf(finding.place)
    return unknown.has(key) ? isUnknown(finding) : !(mistyped.has(key) && ofOtherType.includes(finding.code))
  })
}

/** The first finding at each place: what is wrong for the records of several entities is one mistake of their common button. */
export function oncePerPlace(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>()
  return findings.filter(({ place }) => {
    const key = keyOf(place)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** What a value of the wrong type is besides. */
const ofOtherType: readonly string[] = ['unknown-option', 'unknown-field', 'wrong-default', 'unproven-maker']

function isUnknown({ code }: Finding): boolean {
  return code.startsWith('unknown-') || code === 'reserved-name'
}

function keyOf(place: Place): string {
  return JSON.stringify(place)
}
