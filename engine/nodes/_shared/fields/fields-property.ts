// Lists of field names: the parameter for them, and its value as comma-separated text, a list, or (in older files) a collection with one row per name.
import type { DisplayOptions, NodeProperty } from '../../../workflow/node-type.ts';

export type FieldsShape = 'text' | 'rows';

interface FieldsAbout {
  readonly displayName: string;
  readonly name: string;
  readonly description: string;
  readonly displayOptions?: DisplayOptions;
}

/** Returns the property; read its value with `fieldList`. */
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

/** Returns the names in `"a, b"`, `["a", "b"]` or `{ fields: [{ fieldName: "a" }] }` without blank ones. */
export function fieldList(value: unknown): string[] {
  return rawNames(value)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function rawNames(value: unknown): string[] {
  if (typeof value === 'string') return value.split(',');
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(rawNames);
  if (typeof value !== 'object' || value === null) return [];
  const row = value as { readonly fields?: unknown; readonly fieldName?: unknown };
  return row.fields === undefined ? rawNames(row.fieldName ?? '') : rawNames(row.fields);
}
