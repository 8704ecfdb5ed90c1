import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Router } from 'react-router-dom'
import type { Guard, Navigation } from './navigation.ts'

const NavigationContext = createContext<Navigation | null>(null)

interface NavigationProviderProps {
  readonly navigation: Navigation
  readonly children: ReactNode
}

/** Draws what is below for the address where the page is. */
export function NavigationProvider({ navigation, children }: NavigationProviderProps) {
  const [location, setLocation] = useState(navigation.current)
  useLayoutEffect(() => {
    // At once: as a transition React draws a form in many small steps, and the browser a whole frame between each two of them.
    const draw = () => setLocation(navigation.current())
    // It may have gone elsewhere since it was drawn first.
    draw()
    return navigation.subscribe(draw)
  }, [navigation])
  return (
    <NavigationContext value={navigation}>
      <Router location={location} navigator={navigation}>
        {children}
      </Router>
    </NavigationContext>
  )
}

/** Lets `guard` hold back departures while the component is drawn. Without a `NavigationProvider` (in a test) it is asked nothing. */
export function useGuard(guard: Guard): void {
  const navigation = useContext(NavigationContext)
  const latest = useRef(guard)
  useLayoutEffect(() => {
    latest.current = guard
  })
  useEffect(() => navigation?.guard((departure, goOn) => latest.current(departure, goOn)), [navigation])
}
