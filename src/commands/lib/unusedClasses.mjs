// Finds what of the styles of libraries no page can use.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

/** Where the names of classes stand that pages are drawn with. The portal does without Bootstrap, but its own classes have such names too. */
const places = ['src/console', 'src/client', 'src/interpreter', 'portal']

/** Classes of the components that we use: react-bootstrap puts their names together from its properties. */
const components = new RegExp(
  `^(${[
    'alert|badge|btn|collaps\\w*|drop(down|up|start|end)|fade|form|input-group|modal|nav|offcanvas|placeholder|show|spinner|tab|table',
    'is|was|valid|invalid',
  ].join('|')})(-|$)`,
)

/** Variants of these components for which nothing of ours asks. */
const unasked = new RegExp(
  `^(${[
    '(dropdown-menu|offcanvas|table-responsive)-(sm|md|lg|xl|xxl)(-start|-end)?',
    'drop(start|end|up-center|down-center)|dropdown-(center|menu-dark)|collapse-horizontal',
    'form-(floating|range|check-reverse|control-(color|lg|plaintext)|select-lg)|input-group-lg',
    'nav-(fill|justified|pills|underline)|alert-(dark|light|primary|secondary)',
    'table-(dark|light|primary|secondary|success|info|warning|danger|striped|striped-columns|borderless|group-divider)',
    'spinner-grow(-sm)?|btn-(close-white|group-lg|group-vertical)',
    'was-validated|is-valid|valid-(feedback|tooltip)|invalid-tooltip',
  ].join('|')})$`,
)

/** Components that we do not have, whose names our code uses for something else. */
const otherwise = /^(accordion-button|figure|popover|toast|tooltip)$/

/** Classes that our own code puts together from a tone or an alignment. */
const composed = /^(text-(bg-\w+|start|center|end|\w+-emphasis)|bg-\w+-subtle)$/

/** Notices come at the top right (src/client/toasts.tsx), by the first of the four ways in which they can, and in two themes. */
const ofOtherNotices = new RegExp(
  `^Toastify__(${[
    '(zoom|slide|flip)\\w*|\\w+-(enter|exit)--(top-left|top-center|bottom-\\w+)|bounce(In|Out)(Up|Down|Left)',
    'toast-container--(top-left|top-center|bottom-\\w+)|\\w+(-\\w+)*--(stacked|rtl|colored|auto)|spin|spinner',
  ].join('|')})`,
)

const words = /[a-z][\w-]*/gi

/** Every class that Bootstrap's style sheet has rules for. */
function bootstrapClasses() {
  const sheet = readFileSync(join(root, 'node_modules/bootstrap/dist/css/bootstrap.min.css'), 'utf8')
  return new Set([...sheet.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))
}

/** The classes of the sheet of the notices, and the names of its movements. */
function noticeNames() {
  const sheet = readFileSync(join(root, 'node_modules/react-toastify/dist/ReactToastify.css'), 'utf8')
  return new Set([...sheet.matchAll(/(?:\.|@keyframes )(Toastify__[\w-]+)/g)].map(([, name = '']) => name))
}

/**
 * The names whose rules a build can leave out: those of notices that we do not show, and the classes of Bootstrap that no source names as a
 * word of its own and nothing puts together. Two thirds of that sheet are utilities for widths at which we use none, and components that we
 * do not have.
 */
export function unusedClasses() {
  const named = new Set(
    places.flatMap((place) => sourcesBelow(join(root, place))).flatMap((file) => readFileSync(file, 'utf8').match(words) ?? []),
  )
  const isUsed = (/** @type {string} */ name) => named.has(name) || composed.test(name) || (components.test(name) && !unasked.test(name))
  const unused = [...bootstrapClasses()].filter((name) => otherwise.test(name) || !isUsed(name))
  return [...unused, ...[...noticeNames()].filter((name) => ofOtherNotices.test(name))]
}

/**
 * @param {string} folder
 * @returns {readonly string[]}
 */
function sourcesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourcesBelow(path)
    return /\.(tsx?|js|css|html)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}
