import { useAtom } from 'jotai'
import { Icon } from '../../client/parts/Icon.tsx'
import { useSignedInUser } from '../../client/session/useSession.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { SettingsDropdown } from './SettingsDropdown.tsx'
import { sidebarAtom, toggleNarrow, toggleWide } from './sidebarState.ts'

/** The header: sidebar toggles (one for wide, one for narrow windows), breadcrumb, full name, settings. */
export function Header() {
  const [visibility, setVisibility] = useAtom(sidebarAtom)
  const { fullname } = useSignedInUser()
  return (
    <header className="console-header">
      <button
        type="button"
        className="btn header-button d-lg-none"
        aria-label="切換側邊選單"
        aria-controls="sidebar"
        aria-expanded={visibility === 'shown'}
        onClick={() => setVisibility(toggleNarrow(visibility))}
      >
        <Icon name="menu" />
      </button>
      <button
        type="button"
        className="btn header-button d-none d-lg-inline-flex"
        aria-label="收合側邊選單"
        aria-controls="sidebar"
        aria-expanded={visibility !== 'hidden'}
        onClick={() => setVisibility(toggleWide(visibility))}
      >
        <Icon name={visibility === 'hidden' ? 'menu' : 'menu_open'} />
      </button>
      <Breadcrumb />
      <span className="header-name" title={fullname}>
        {fullname}
      </span>
      <SettingsDropdown />
    </header>
  )
}
