import type { WidgetName } from '../../language/documents/vocabulary.ts'
import { DateTimeWidget } from './dates/DateTimeWidget.tsx'
import { DateWidget } from './dates/DateWidget.tsx'
import { MonthWidget } from './dates/MonthWidget.tsx'
import { FilesWidget } from './files/FilesWidget.tsx'
import { ImageWidget } from './files/ImageWidget.tsx'
import { CheckboxesWidget } from './options/CheckboxesWidget.tsx'
import { MultiselectWidget } from './options/MultiselectWidget.tsx'
import { RadioWidget } from './options/RadioWidget.tsx'
import { ReferenceWidget } from './options/ReferenceWidget.tsx'
import { SelectWidget } from './options/SelectWidget.tsx'
import { SwitchWidget } from './options/SwitchWidget.tsx'
import { TagsWidget } from './options/TagsWidget.tsx'
import { RichTextWidget } from './richText/RichTextWidget.tsx'
import { TiersWidget } from './rows/TiersWidget.tsx'
import { JsonWidget } from './text/JsonWidget.tsx'
import { NumberWidget } from './text/NumberWidget.tsx'
import { PasswordWidget } from './text/PasswordWidget.tsx'
import { ReadonlyWidget } from './text/ReadonlyWidget.tsx'
import { SecretWidget } from './text/SecretWidget.tsx'
import { TextareaWidget } from './text/TextareaWidget.tsx'
import { TextWidget } from './text/TextWidget.tsx'
import { TreeWidget } from './tree/TreeWidget.tsx'
import type { Widget } from './widget.ts'

/** The controls for cells of the rows editor. Rows within rows are edited as JSON, because a table inside a table cell is unusable. */
export const cellWidgets: Readonly<Record<WidgetName, Widget>> = {
  text: TextWidget,
  textarea: TextareaWidget,
  password: PasswordWidget,
  number: NumberWidget,
  select: SelectWidget,
  multiselect: MultiselectWidget,
  radio: RadioWidget,
  checkboxes: CheckboxesWidget,
  switch: SwitchWidget,
  date: DateWidget,
  dateTime: DateTimeWidget,
  month: MonthWidget,
  image: ImageWidget,
  files: FilesWidget,
  richText: RichTextWidget,
  tiers: TiersWidget,
  rows: JsonWidget,
  tags: TagsWidget,
  tree: TreeWidget,
  json: JsonWidget,
  readonly: ReadonlyWidget,
  secret: SecretWidget,
  reference: ReferenceWidget,
} satisfies Record<WidgetName, Widget>
