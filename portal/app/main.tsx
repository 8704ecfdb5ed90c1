import './styles/base.css'
import './styles/layout.css'
import './styles/parts.css'
import './styles/tickets.css'
import './styles/forms.css'
import './styles/tables.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { createPortal } from './createPortal.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page lacks its #root element')
createRoot(root).render(
  <StrictMode>
    <App parts={createPortal()} />
  </StrictMode>,
)
