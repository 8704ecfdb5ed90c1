import { useEffect, useRef } from 'react'

/** Browsers that tell what kind of leaving begins (Navigation API). */
interface NavigationEvents {
  addEventListener(type: 'navigate', listener: (event: Event & { readonly navigationType?: string }) => void): void
  removeEventListener(type: 'navigate', listener: (event: Event & { readonly navigationType?: string }) => void): void
}

/**
 * Lets the browser ask before a page with unsaved input is closed or left for another site. A reload is not asked about: the
 * session reloads the page by itself after a token refresh, and the draft brings the input back.
 *
 * @param isDirty asked at the moment of leaving
 */
export function useUnloadGuard(isDirty: () => boolean): void {
  const latest = useRef(isDirty)
  latest.current = isDirty
  useEffect(() => {
    const navigation = 'navigation' in window ? (window.navigation as unknown as NavigationEvents) : null
    // Without the means to recognise a reload it is better never to ask than to block the refresh.
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
