import { useState } from 'react'

/** Whether the further filters of the screen at `place` are shown; kept until the browser session ends. */
export function useUnfolded(place: string): readonly [boolean, (isUnfolded: boolean) => void] {
  const key = `filters-unfolded:${place}`
  const [isUnfolded, setUnfolded] = useState(() => sessionStorage.getItem(key) !== null)
  const change = (next: boolean) => {
    setUnfolded(next)
    if (next) sessionStorage.setItem(key, '1')
    else sessionStorage.removeItem(key)
  }
  return [isUnfolded, change]
}
