import { render } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import { HttpProvider } from '../../client/http/HttpContext.tsx'
import type { HttpClient } from '../../client/http/httpClient.ts'
import type { Property } from '../../language/documents/entity.ts'
import type { WidgetName } from '../../language/documents/vocabulary.ts'
import { displayFormatOf } from '../../language/entity/property.ts'
import type { DictionaryRef, ResolvedField } from '../../language/resolved.ts'
import type { WidgetProps } from './widget.ts'
import { widgets } from './widgetTable.ts'

vi.setConfig({ testTimeout: 30_000 })

/** A field for tests; give only what matters. */
export function testField(widget: WidgetName, overrides: Partial<ResolvedField> & { readonly property?: Property } = {}): ResolvedField {
  const property = overrides.property ?? { type: 'string' }
  return {
    field: 'sample',
    title: '範例',
    widget,
    format: displayFormatOf(property),
    property,
    ui: {},
    readonly: false,
    required: false,
    onHidden: 'omit',
    ...overrides,
  }
}

/** Answers of the server by dictionary name and argument, and by path. */
export interface TestAnswers {
  readonly dictionaries?: (ref: DictionaryRef) => readonly { readonly key: string; readonly value: string }[]
  readonly get?: Readonly<Record<string, unknown>>
}

/** An HTTP client without a network, with given answers. */
export function testHttp({ dictionaries, get = {} }: TestAnswers): HttpClient {
  const unexpected = (path: string) => Promise.reject(new Error(`Unexpected call of ${path}`))
  return {
    get: <T,>(path: string) => (Object.hasOwn(get, path) ? Promise.resolve(get[path] as T) : unexpected(path)),
    put: <T,>(path: string, body?: unknown) => {
      const { parameter, strArg } = body as { parameter: string; strArg?: string }
      if (path !== '/api/shared/dictionary' || !dictionaries) return unexpected(path)
      return Promise.resolve(dictionaries({ name: parameter, ...(strArg !== undefined && { strArg }) }) as T)
    },
    post: unexpected,
    delete: unexpected,
    download: unexpected,
    upload: unexpected,
    send: ({ path }) => unexpected(path),
    events: () => undefined,
  }
}

interface TestWidgetProps extends Partial<Omit<WidgetProps, 'field' | 'value' | 'onChange'>> {
  readonly field: ResolvedField
  readonly initial?: unknown
  readonly onValue?: (value: unknown) => void
}

/** A control with a label that keeps its value as a form would. */
function TestWidget({ field, initial, onValue, ...rest }: TestWidgetProps) {
  const [value, setValue] = useState(initial)
  const [onChange] = useState(() => (next: unknown) => {
    setValue(next)
    onValue?.(next)
  })
  const Control = widgets[field.widget]
  return (
    <>
      <label id="sample_label" htmlFor="sample">
        {field.title}
      </label>
      <Control
        id="sample"
        disabled={false}
        required={false}
        invalid={false}
        describedBy={undefined}
        strArg={undefined}
        rowErrors={undefined}
        setFields={() => undefined}
        readForm={() => ({})}
        {...rest}
        field={field}
        value={value}
        onChange={onChange}
      />
    </>
  )
}

/** Renders a control; `values` collects the values that it reports, latest last. */
export function renderWidget(props: TestWidgetProps, answers: TestAnswers = {}) {
  const values: unknown[] = []
  const client = testHttp(answers)
  const tree = (changed: Partial<TestWidgetProps>) => (
    <HttpProvider client={client}>
      <TestWidget onValue={(value) => values.push(value)} {...props} {...changed} />
    </HttpProvider>
  )
  const view = render(tree({}))
  return { values, rerender: (changed: Partial<TestWidgetProps>) => view.rerender(tree(changed)), container: view.container }
}
