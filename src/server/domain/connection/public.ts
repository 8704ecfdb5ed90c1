// What others may use of the connections of platforms: nobody outside imports another file of this area.

export { readKeys } from './keyStore.ts'
export { generatePartnerKey } from './partnerKeys.ts'
export {
  type DerivedKeys,
  decryptText,
  deriveKeys,
  encryptText,
  isNonce,
  isSignedBy,
  newNonce,
  type SignedParts,
  sign,
} from './protocolCrypto.ts'
