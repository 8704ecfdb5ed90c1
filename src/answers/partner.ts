import Type from 'typebox'

/** What a call of the partner API answers that was opened: the answer itself, encrypted, under a signature of the bytes. */
const Sealed = Type.Object({ data: Type.String() })
/** What was refused before it could be opened. */
const Refused = Type.Object({ code: Type.String(), message: Type.String() })

/** Every status of the partner API: refusals are sealed as well, once the call is open. */
export const partnerAnswer = {
  description: '加密的回應；解密前即拒絕者為明文',
  content: { 'application/json': { schema: Type.Union([Sealed, Refused]) } },
} as const
