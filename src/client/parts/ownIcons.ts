import arrowDownward from './symbols/arrow_downward.svg?raw'
import arrowForward from './symbols/arrow_forward.svg?raw'
import arrowUpward from './symbols/arrow_upward.svg?raw'
import barChart from './symbols/bar_chart.svg?raw'
import chevronLeft from './symbols/chevron_left.svg?raw'
import chevronRight from './symbols/chevron_right.svg?raw'
import close from './symbols/close.svg?raw'
import description from './symbols/description.svg?raw'
import edit from './symbols/edit.svg?raw'
import inbox from './symbols/inbox.svg?raw'
import keep from './symbols/keep.svg?raw'
import keyboard from './symbols/keyboard.svg?raw'
import keyboardArrowDown from './symbols/keyboard_arrow_down.svg?raw'
import keyboardArrowRight from './symbols/keyboard_arrow_right.svg?raw'
import keyboardArrowUp from './symbols/keyboard_arrow_up.svg?raw'
import listAlt from './symbols/list_alt.svg?raw'
import logout from './symbols/logout.svg?raw'
import menu from './symbols/menu.svg?raw'
import menuOpen from './symbols/menu_open.svg?raw'
import monitoring from './symbols/monitoring.svg?raw'
import notifications from './symbols/notifications.svg?raw'
import password from './symbols/password.svg?raw'
import search from './symbols/search.svg?raw'
import settings from './symbols/settings.svg?raw'
import table from './symbols/table.svg?raw'
import taskAlt from './symbols/task_alt.svg?raw'
import visibility from './symbols/visibility.svg?raw'
import visibilityOff from './symbols/visibility_off.svg?raw'
import warning from './symbols/warning.svg?raw'
import wifiOff from './symbols/wifi_off.svg?raw'

/**
 * The icons that code draws by itself: Material Symbols, outlined. To add one, add its file to `symbols`, its import and its line here. One
 * that only late code draws is imported there instead (`<Icon file={…} />`), because this table comes with the first page.
 */
const files = {
  arrow_downward: arrowDownward,
  arrow_forward: arrowForward,
  arrow_upward: arrowUpward,
  bar_chart: barChart,
  chevron_left: chevronLeft,
  chevron_right: chevronRight,
  close,
  description,
  edit,
  inbox,
  keep,
  keyboard,
  keyboard_arrow_down: keyboardArrowDown,
  keyboard_arrow_right: keyboardArrowRight,
  keyboard_arrow_up: keyboardArrowUp,
  list_alt: listAlt,
  logout,
  menu,
  menu_open: menuOpen,
  monitoring,
  notifications,
  password,
  search,
  settings,
  table,
  task_alt: taskAlt,
  visibility,
  visibility_off: visibilityOff,
  warning,
  wifi_off: wifiOff,
}

export type OwnIcon = keyof typeof files

const paths: ReadonlyMap<string, string> = new Map(Object.entries(files).map(([name, file]) => [name, pathOf(file)]))

/** The path data of an icon, in a box of `0 -960 960 960`. Only the data is taken from the file, and no markup is inserted. */
export function ownPath(name: OwnIcon): string
export function ownPath(name: string): string | undefined
export function ownPath(name: string): string | undefined {
  return paths.get(name)
}

/** The path data in the text of an icon's file. */
export function pathOf(file: string): string {
  return file.match(/ d="([^"]+)"/)?.[1] ?? ''
}
