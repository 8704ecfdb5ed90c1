import type { ComponentType } from 'react'

export type PageLoad = () => Promise<{ readonly default: ComponentType }>

/** Pages outside the frame, for people who are not signed in, by path. The server sends them as `drawnPages.tsx` draws them. */
export const openPages: Readonly<Record<string, PageLoad>> = {
  '/login': () => import('./pages/login/LoginPage.tsx'),
  '/change_password': () => import('./pages/password/OpenChangePasswordPage.tsx'),
  '/forget_password': () => import('./pages/password/ForgetPasswordPage.tsx'),
}
