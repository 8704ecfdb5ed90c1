import type { WidgetName } from '../../language/documents/vocabulary.ts'
import { CheckboxesWidget } from './CheckboxesWidget.tsx'
import { DateTimeWidget } from './DateTimeWidget.tsx'
import { DateWidget } from './DateWidget.tsx'
import { FilesWidget } from './FilesWidget.tsx'
import { ImageWidget } from './ImageWidget.tsx'
import { JsonWidget } from './JsonWidget.tsx'
import { MonthWidget } from './MonthWidget.tsx'
import { MultiselectWidget } from './MultiselectWidget.tsx'
import { NumberWidget } from './NumberWidget.tsx'
import { PasswordWidget } from './PasswordWidget.tsx'
import { RadioWidget } from './RadioWidget.tsx'
import { ReadonlyWidget } from './ReadonlyWidget.tsx'
import { ReferenceWidget } from './ReferenceWidget.tsx'
import { RichTextWidget } from './RichTextWidget.tsx'
import { SecretWidget } from './SecretWidget.tsx'
import { SelectWidget } from './SelectWidget.tsx'
import { SwitchWidget } from './SwitchWidget.tsx'
import { TagsWidget } from './TagsWidget.tsx'
import { TextareaWidget } from './TextareaWidget.tsx'
import { TextWidget } from './TextWidget.tsx'
import { TiersWidget } from './TiersWidget.tsx'
import { TreeWidget } from './TreeWidget.tsx'
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
