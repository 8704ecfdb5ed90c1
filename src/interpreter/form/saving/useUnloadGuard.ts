import { useEffect, useRef } from 'react'

/** Browsers with the Navigation API tell which kind of navigation begins. */
interface NavigationEvents {
  addEventListener(type: 'navigate', listener: (event: Event & { readonly navigationType?: string }) => void): void
  removeEventListener(type: 'navigate', listener: (event: Event & { readonly navigationType?: string }) => void): void
}

/**
 * Lets the browser ask before a page with unsaved input is closed or left for another site. It does not ask before a reload: the session
 * reloads the page after a token refresh, and the draft restores the input.
 *
 * @param isDirty called when the page is left
 */
export function useUnloadGuard(isDirty: () => boolean): void {
  const latest = useRef(isDirty)
  latest.current = isDirty
  useEffect(() => {
    const navigation = 'navigation' in window ? (window.navigation as unknown as NavigationEvents) : null
    // Without the Navigation API a reload cannot be recognised; then it is better not to ask at all than to block the refresh.
    if (!navigation) return undefined
    let isReloading = false
    const handleNavigate = (event: { readonly navigationType?: string }) => {
      isReloading = event.navigationType === 'reload'
    }
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (!isReloading && latest.current()) event.preventDefault()
    }
    navigation.addEventListener('navigate', handleNavigate)
    window.addEventListener('beforeunload', handleUnload)
    return () => {
      navigation.removeEventListener('navigate', handleNavigate)
      window.removeEventListener('beforeunload', handleUnload)
    }
  }, [])
}
