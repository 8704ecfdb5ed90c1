/** Member of a row or a record beside its fields: the actions that the server would refuse this person for it. No field has this name. */
export const deniedActionsKey = 'deniedActions'

export interface DeniedActions {
  readonly deniedActions?: readonly string[]
}

/** Whether an action of a screen is among those that the server said it would refuse. */
export function isDenied(row: Readonly<Record<string, unknown>> | undefined, action: string): boolean {
  const denied = row?.[deniedActionsKey]
  return Array.isArray(denied) && denied.includes(action)
}
