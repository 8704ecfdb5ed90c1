import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function of the same identity for ever that does what the newest `work` does: memoised parts need not be drawn again for it. */
export function useSteadyCallback<Given extends readonly unknown[], Answer>(
  work: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const latest = useRef(work)
  useLayoutEffect(() => {
    latest.current = work
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}

/** The earlier value as long as the new one has the same content. @param value of JSON */
export function useSteadyValue<Value>(value: Value): Value {
  const kept = useRef(value)
  if (kept.current !== value && JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value
  return kept.current
}
