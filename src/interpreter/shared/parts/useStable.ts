import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function with a constant identity that calls the latest `work`, so that memoised parts are not drawn again. */
export function useEvent<Given extends readonly unknown[], Answer>(work: (...given: Given) => Answer): (...given: Given) => Answer {
  const latest = useRef(work)
  useLayoutEffect(() => {
    latest.current = work
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}

/** Returns the earlier value while the new one has the same content. @param value JSON value */
export function useStableValue<Value>(value: Value): Value {
  const kept = useRef(value)
  if (kept.current !== value && JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value
  return kept.current
}
