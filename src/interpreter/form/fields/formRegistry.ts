import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'
import { DEFAULT_ID_PREFIX, DEFAULT_ID_SEPARATOR, englishStringTranslator } from '@rjsf/utils'

/**
 * What RJSF starts from in a built page, in place of `getDefaultRegistry`: its 15 fields, 20 widgets and 21 templates are half of the code
 * of a form, and `FormLayout` draws all of it without them. Tests run with the whole library.
 */
export const formRegistry = () => ({
  fields: { SchemaField },
  templates: {},
  widgets: {},
  rootSchema: {},
  formContext: {},
  translateString: englishStringTranslator,
  globalFormOptions: {
    idPrefix: DEFAULT_ID_PREFIX,
    idSeparator: DEFAULT_ID_SEPARATOR,
    useFallbackUiForUnsupportedType: false,
  },
})
