import { useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Whether the further filters of the screen are shown; kept until the browser session ends. */
export function useUnfolded(): readonly [boolean, (isUnfolded: boolean) => void] {
  const key = `filters-unfolded:${useLocation().pathname}`
  const [isUnfolded, setUnfolded] = useState(() => sessionStorage.getItem(key) !== null)
  const change = (next: boolean) => {
    setUnfolded(next)
    if (next) sessionStorage.setItem(key, '1')
    else sessionStorage.removeItem(key)
  }
  return [isUnfolded, change]
}
