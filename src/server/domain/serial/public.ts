// What others may use of point serials: nobody outside imports another file of this area.

export { depositSerial } from './depositSerial.ts'
export { type ChangeStamp, voidCodes } from './endCodes.ts'
export { countMadeSerials, makeNextSerials, sealCodes, serialsPerChunk } from './makeSerials.ts'
export {
  checkPin,
  checkSerials,
  checkSerialsInside,
  nobody,
  type OpenedSerial,
  openSerials,
  type SerialCredential,
  type SerialVerdict,
  serialsOf,
} from './openSerials.ts'
export { createCardNo, createPin, createSerialNo, type NumberAndPin } from './randomCodes.ts'
export { closeSerialFile, openSerialFile, readCodes, readFilePassword, takeDownload, writeSerialFile } from './serialFile.ts'
export { deriveSerialKeys, hashPin, hashSerialNo, type SerialKeys } from './serialKeys.ts'
export { giveBackSerials, takeSerials } from './takeSerials.ts'
