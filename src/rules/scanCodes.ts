import JsBarcode from 'jsbarcode'
import { encode } from 'uqr'

/** Rows of modules of equal size; true is dark. Without the quiet zone. */
export type ScanCode = readonly (readonly boolean[])[]

export type ScanCodeKind = 'barcode' | 'qr'

/** Width of the light border (quiet zone) that readers need, in modules (ISO/IEC 15417 and 18004). */
export const quietModules: Readonly<Record<ScanCodeKind, number>> = { barcode: 10, qr: 4 }

/** @param text printable ASCII; every character makes the code wider */
export function scanCodeOf(kind: ScanCodeKind, text: string): ScanCode {
  return kind === 'barcode' ? barcodeOf(text) : qrCodeOf(text)
}

/** Code 128 (ISO/IEC 15417), one row. */
function barcodeOf(text: string): ScanCode {
  const drawn: { encodings?: readonly { readonly data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  return [Array.from(drawn.encodings?.map(({ data }) => data).join('') ?? '', (module) => module === '1')]
}

/** QR code (ISO/IEC 18004) that tolerates 15 % of damage. */
function qrCodeOf(text: string): ScanCode {
  return encode(text, { ecc: 'M', border: 0 }).data
}

/** The text that a till scans from a coupon: its number without the hyphens for people. */
export function scannedNumber(couponNo: string): string {
  return couponNo.replaceAll('-', '')
}
