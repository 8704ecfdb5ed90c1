import { memo, useId, useState } from 'react'
import Collapse from 'react-bootstrap/Collapse'
import type { MenuGroup, MenuItem } from '../../answers/account.ts'
import { useHttp } from '../../client/http/HttpContext.tsx'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { useCode } from '../../client/load/useCode.ts'
import { Icon } from '../../client/parts/Icon.tsx'
import { userActionTypes } from '../../client/signIn/sessionActions.ts'
import { MenuIcon } from '../menu/MenuIcon.tsx'
import { loadDrawings } from '../menu/menuDrawings.ts'
import { SidebarLink } from './SidebarLink.tsx'

interface SidebarGroupProps {
  readonly group: MenuGroup
  /** Address of the open screen, if the group holds it. */
  readonly here: string | null
  readonly onChoose: () => void
  readonly onOpen: (uri: string) => void
}

/** A group of the menu, folded unless it holds the open screen or was unfolded. */
export const SidebarGroup = memo(function SidebarGroup({ group, here, onChoose, onOpen }: SidebarGroupProps) {
  const http = useHttp()
  const drawings = useCode(loadDrawings)
  const [toggled, setToggled] = useState<boolean | null>(null)
  const isOpen = toggled ?? here !== null
  const listId = useId()

  const handleChoose = (item: MenuItem) => {
    void writeOpening(http, item)
    onChoose()
  }

  return (
    <li>
      <button
        type="button"
        className="sidebar-link sidebar-group"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setToggled(!isOpen)}
      >
        <MenuIcon name={group.matIcon} drawings={drawings} />
        <span className="flex-grow-1">{group.displayName}</span>
        <Icon name={isOpen ? 'keyboard_arrow_down' : 'keyboard_arrow_right'} className="sidebar-chevron" />
      </button>
      <Collapse in={isOpen}>
        <ul id={listId} className="sidebar-list">
          {group.subFunctions.map((item) => (
            <li key={item.uri}>
              <SidebarLink uri={item.uri} isHere={item.uri === here} onChoose={() => handleChoose(item)} onOpen={onOpen}>
                <MenuIcon name={item.matIcon} drawings={drawings} />
                {item.displayName}
              </SidebarLink>
            </li>
          ))}
        </ul>
      </Collapse>
    </li>
  )
})

/** Opening a sub-menu item is a user action (specification, section 3); that the entry cannot be written keeps nobody from working. */
async function writeOpening(http: HttpClient, item: MenuItem): Promise<void> {
  const entry = { action: item.displayName, userActionType: userActionTypes.openFunction }
  await http.post('/api/account/user_action_log', entry, { quiet: true }).catch(() => undefined)
}
