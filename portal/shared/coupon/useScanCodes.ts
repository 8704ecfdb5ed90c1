import { useEffect, useState } from 'react'

type ScanCodes = typeof import('../../../src/rules/scanCodes.ts')

/**
 * What draws barcodes and QR codes, fetched when the first coupon is shown. Undefined while it is on its way, null when it did not come:
 * the number alone is as good at a counter.
 */
export function useScanCodes(): ScanCodes | null | undefined {
  const [codes, setCodes] = useState<ScanCodes | null>()
  useEffect(() => {
    let isHere = true
    import('../../../src/rules/scanCodes.ts').then(
      (module) => isHere && setCodes(module),
      () => isHere && setCodes(null),
    )
    return () => {
      isHere = false
    }
  }, [])
  return codes
}
