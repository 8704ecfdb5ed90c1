import { useEffect, useState } from 'react'

type ScanCodes = typeof import('../../../src/rules/scanCodes.ts')

/**
 * The code that draws barcodes and QR codes, loaded when the first coupon is shown. Undefined while loading; null when loading failed,
 * because the number alone is enough at a counter.
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
