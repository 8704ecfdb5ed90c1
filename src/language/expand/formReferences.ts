import type { Finding } from '../findings/source.ts'
import { unknownName } from '../findings/suggest.ts'
import { mergePart } from './merge.ts'
import { isList, isMap, type Node, removed } from './node.ts'

/**
 * Replaces `{ "form": "edit" }` in lists of groups by the groups of that form of the same screen, so that a form only has to say how it
 * differs.
 *
 * @param findings receives errors, with places in the author's file
 */
export function withFormGroups(screen: Node, findings: Finding[]): Node {
  const forms = formsOf(screen)
  if (forms === undefined) return screen
  const reader = { forms, findings }
  const replaced = new Map([...forms].map(([name, form]) => [name, withGroups(form, reader, [name])]))
  const content = new Map(isMap(screen.content) ? screen.content : [])
  content.set('forms', { ...(content.get('forms') as Node), content: replaced })
  return { ...screen, content }
}

/** A form with everything that it inherits by `extends`, for use in another screen that does not have these forms. */
export function wholeForm(screen: Node, name: string, above: readonly string[] = []): Node | undefined {
  const form = formsOf(screen)?.get(name)
  if (form === undefined || !isMap(form.content)) return form
  const base = form.content.get('extends')?.content
  if (typeof base !== 'string' || above.includes(base)) return form
  const under = wholeForm(screen, base, [...above, name])
  if (under === undefined) return form
  const own = new Map([...form.content].filter(([key]) => key !== 'extends' && key !== 'omit'))
  const brings = isMap(under.content)
    ? without(under.content, layoutOf(own) === undefined ? ['mode', 'title'] : ['mode', 'title', ...layouts])
    : new Map()
  const whole = mergePart('form', { ...form, content: brings }, { ...form, content: own }, 'second')
  return omitting(whole, namesIn(form.content.get('omit')))
}

interface Reader {
  readonly forms: ReadonlyMap<string, Node>
  readonly findings: Finding[]
}

const layouts = ['fields', 'groups', 'tabs'] as const

function formsOf(screen: Node): ReadonlyMap<string, Node> | undefined {
  const forms = isMap(screen.content) ? screen.content.get('forms')?.content : undefined
  return forms !== undefined && isMap(forms) ? forms : undefined
}

function withGroups(part: Node, reader: Reader, above: readonly string[]): Node {
  if (!isMap(part.content)) return part
  const content = new Map(part.content)
  const groups = content.get('groups')
  const tabs = content.get('tabs')
  if (groups !== undefined && isList(groups.content))
    content.set('groups', { ...groups, content: groups.content.flatMap((group) => groupsAt(group, reader, above)) })
  if (tabs !== undefined && isList(tabs.content))
    content.set('tabs', { ...tabs, content: tabs.content.map((tab) => withGroups(tab, reader, above)) })
  return { ...part, content }
}

function groupsAt(group: Node, reader: Reader, above: readonly string[]): readonly Node[] {
  const reference = isMap(group.content) && group.content.size === 1 ? group.content.get('form') : undefined
  if (typeof reference?.content !== 'string') return [group]
  return groupsOf(reference.content, reference, reader, above).map((one) => ({ ...one, place: group.place }))
}

/** The groups of a form, including those inherited by `extends`. */
function groupsOf(name: string, at: Node, reader: Reader, above: readonly string[]): readonly Node[] {
  const refuse = (code: string, message: string) => {
    reader.findings.push({ place: at.place, code, message })
    return []
  }
  const form = reader.forms.get(name)
  if (form === undefined || !isMap(form.content)) {
    reader.findings.push({ place: at.place, code: 'unknown-form', ...unknownName(`沒有表單「${name}」`, name, reader.forms.keys()) })
    return []
  }
  if (above.includes(name)) return refuse('circular-use', `表單的區塊繞了一圈：${[...above, name].join(' → ')}`)
  const layout = layoutOf(form.content)
  const base = form.content.get('extends')
  const omitted = namesIn(form.content.get('omit'))
  if (layout === 'groups') {
    const groups = form.content.get('groups')?.content ?? []
    const own = isList(groups) ? groups.flatMap((group) => groupsAt(group, reader, [...above, name])) : []
    return own.flatMap((group) => withoutFields(group, omitted))
  }
  if (layout !== undefined || typeof base?.content !== 'string') return refuse('no-groups', `表單「${name}」沒有 groups，不能取用其區塊`)
  return groupsOf(base.content, at, reader, [...above, name]).flatMap((group) => withoutFields(group, omitted))
}

function layoutOf(form: ReadonlyMap<string, Node>): (typeof layouts)[number] | undefined {
  return layouts.find((layout) => form.has(layout) && form.get(layout)?.content !== removed)
}

function omitting(form: Node, omitted: readonly string[]): Node {
  if (omitted.length === 0 || !isMap(form.content)) return form
  const content = new Map(form.content)
  const fields = content.get('fields')
  const groups = content.get('groups')
  const tabs = content.get('tabs')
  if (fields !== undefined) content.set('fields', withoutNames(fields, omitted))
  if (groups !== undefined && isList(groups.content))
    content.set('groups', { ...groups, content: groups.content.flatMap((group) => withoutFields(group, omitted)) })
  if (tabs !== undefined && isList(tabs.content))
    content.set('tabs', { ...tabs, content: tabs.content.map((tab) => omitting(tab, omitted)) })
  return { ...form, content }
}

function withoutFields(group: Node, omitted: readonly string[]): readonly Node[] {
  if (omitted.length === 0 || !isMap(group.content)) return [group]
  const fields = group.content.get('fields')
  if (fields === undefined) return [group]
  const left = withoutNames(fields, omitted)
  return isList(left.content) && left.content.length === 0 ? [] : [{ ...group, content: new Map([...group.content, ['fields', left]]) }]
}

function withoutNames(fields: Node, omitted: readonly string[]): Node {
  if (!isList(fields.content)) return fields
  return { ...fields, content: fields.content.filter((field) => typeof field.content !== 'string' || !omitted.includes(field.content)) }
}

function namesIn(node: Node | undefined): readonly string[] {
  if (node === undefined || !isList(node.content)) return []
  return node.content.flatMap((name) => (typeof name.content === 'string' ? [name.content] : []))
}

function without(content: ReadonlyMap<string, Node>, keys: readonly string[]): ReadonlyMap<string, Node> {
  return new Map([...content].filter(([key]) => !keys.includes(key)))
}
