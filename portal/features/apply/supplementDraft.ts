import { hasDraft } from '../../shared/form/useDraft.ts'

/**
 * Name of the draft of a supplement. What was typed stays in this tab alone and goes when it is sent; what opens the application, code
 * and ticket, is never kept, so after a reload the mailed code is asked for again.
 */
export function supplementDraft(applyNo: string): string {
  return `/corporate_member_apply:${applyNo.trim().toUpperCase()}`
}

/** True while this tab keeps a supplement of the application that was not sent. */
export function hasSupplementDraft(applyNo: string): boolean {
  return applyNo.trim() !== '' && hasDraft(supplementDraft(applyNo))
}
