/** Member of a row or record beside its fields: the actions that the server would deny this user for it. No field has this name. */
export const deniedActionsKey = 'deniedActions'

export interface DeniedActions {
  readonly deniedActions?: readonly string[]
}

/** True when an action of a screen is among those that the server would deny. */
export function isDenied(row: Readonly<Record<string, unknown>> | undefined, action: string): boolean {
  const denied = row?.[deniedActionsKey]
  return Array.isArray(denied) && denied.includes(action)
}
