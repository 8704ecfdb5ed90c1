import 'bootstrap/dist/css/bootstrap.min.css'
import './theme.css'
import './styles/parts.css'
import './styles/layout.css'
import './styles/pages.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { createConsole } from './createConsole.ts'
import { applyStoredTheme } from './layout/theme.ts'

applyStoredTheme()
const root = document.getElementById('root')
if (!root) throw new Error('The page lacks its #root element')
createRoot(root).render(
  <StrictMode>
    <App parts={createConsole()} />
  </StrictMode>,
)
