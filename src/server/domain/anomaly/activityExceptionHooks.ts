import type { HookContext, RecordHooks } from '../../records/hooks.ts'

const handled = ({ actor }: HookContext) => ({ handledBy: actor.userName })

/** 行銷活動代碼異常 (domain 4.7); its rows are written with the sales they belong to. */
export const activityExceptionHooks: RecordHooks<'activityException'> = { transitions: { handle: handled, close: handled } }
