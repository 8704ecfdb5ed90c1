import { hasDraft } from '../../shared/form/useDraft.ts'

/**
 * Name of a supplement's draft. Typed values are stored only in this tab and removed when they are sent. Code and ticket, which open the
 * application, are never stored, so after a reload the mailed code is needed again.
 */
export function supplementDraft(applyNo: string): string {
  return `/corporate_member_apply:${applyNo.trim().toUpperCase()}`
}

/** True while this tab has a supplement of the application that was not sent. */
export function hasSupplementDraft(applyNo: string): boolean {
  return applyNo.trim() !== '' && hasDraft(supplementDraft(applyNo))
}
