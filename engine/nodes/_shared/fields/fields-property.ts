// A parameter for field names: comma-separated text or, in older files, a collection with one row per name.
import type { DisplayOptions, NodeProperty } from '../../../workflow/node-type.ts';

export type FieldsShape = 'text' | 'rows';

interface FieldsAbout {
  readonly displayName: string;
  readonly name: string;
  readonly description: string;
  readonly displayOptions?: DisplayOptions;
}

/** The property; read its value with fieldList. */
export function fieldsProperty(shape: FieldsShape, about: FieldsAbout): NodeProperty {
  if (shape === 'text') {
    return {
      ...about,
      description: `${about.description}. Names separated by commas.`,
      type: 'string',
      default: '',
      placeholder: 'e.g. email, name',
      requiresDataPath: 'multiple',
    };
  }
  return {
    ...about,
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Field',
    default: {},
    options: [
      {
        displayName: '',
        name: 'fields',
        values: [
          {
            displayName: 'Field Name',
            name: 'fieldName',
            type: 'string',
            default: '',
            placeholder: 'e.g. email',
            description: 'Name of the field',
            requiresDataPath: 'single',
          },
        ],
      },
    ],
  };
}
