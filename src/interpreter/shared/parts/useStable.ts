import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function whose identity never changes, and which calls the newest `work`: memoised parts are not drawn again for it. */
export function useEvent<Given extends readonly unknown[], Answer>(work: (...given: Given) => Answer): (...given: Given) => Answer {
  const latest = useRef(work)
  useLayoutEffect(() => {
    latest.current = work
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}

/** The earlier value as long as the new one has the same content. @param value of JSON */
export function useStableValue<Value>(value: Value): Value {
  const kept = useRef(value)
  if (kept.current !== value && JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value
  return kept.current
}
