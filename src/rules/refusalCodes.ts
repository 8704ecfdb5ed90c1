/** Error codes (header `x-error-code`) that the portal handles itself; other errors are only shown. */

/** The key of the request was used before with another content. */
export const keyReusedCode = 'E4091'

/** A new version of the terms waits for the member's consent. */
export const openTermsCode = 'TERMS'
