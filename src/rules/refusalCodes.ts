/** Codes of refusals, in the header `x-error-code`, on which the portal goes on by itself; other refusals are only shown. */

/** The key of a request came before, with another content. */
export const keyReusedCode = 'E4091'

/** Terms in a new version wait for the member's consent. */
export const openTermsCode = 'TERMS'
