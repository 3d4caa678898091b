// Reads the fields of a form from a workflow file: kinds, names in the data, choices and limits.
import { NodeError } from '../../../sdk/index.ts';
import { isRecord } from '../../../workflow/values/own-properties.ts';
import { textOf } from '../text-of.ts';

const kinds = [
  'text',
  'textarea',
  'number',
  'email',
  'password',
  'date',
  'dropdown',
  'radio',
  'checkbox',
  'file',
  'hiddenField',
  'html',
] as const;
export type FieldKind = (typeof kinds)[number];

export interface FormField {
  readonly kind: FieldKind;
  /** Name of the input on the page. */
  readonly input: string;
  /** Name of the field in the item; empty for markup, which is not part of the data. */
  readonly key: string;
  readonly label: string;
  readonly placeholder: string;
  readonly required: boolean;
  /** Whether several choices or files are allowed. */
  readonly multiple: boolean;
  readonly choices: readonly string[];
  /** Accepted file types, as in the `accept` attribute of HTML. */
  readonly accept: string;
  /** Value of a hidden field, default value, or markup. */
  readonly value: string;
  /** Required number of choices. */
  readonly least?: number;
  readonly most?: number;
  /** Date format in the item, as luxon tokens. */
  readonly dateFormat?: string;
}

/** Reads `formFields.values` or the same list as JSON text. Throws PARAMETER_INVALID if it is not a list of fields. */
export function readFields(value: unknown): readonly FormField[] {
  const list = typeof value === 'string' ? fromJson(value) : value;
  if (!Array.isArray(list)) throw noFields('it is not a list');
  return list.map((entry, index) => {
    if (!isRecord(entry)) throw noFields(`its entry ${index + 1} is not an object`);
    return readField(entry, index);
  });
}

function fromJson(text: string): unknown {
  if (text.trim() === '') return [];
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw noFields((cause as Error).message);
  }
}

const noFields = (why: string): NodeError =>
  new NodeError(`The form's fields cannot be read: ${why}.`, {
    code: 'PARAMETER_INVALID',
    parameter: 'formFields',
    hint: 'Fields are a list such as [{ "fieldLabel": "Name", "fieldType": "text", "requiredField": true }].',
  });

function readField(entry: Readonly<Record<string, unknown>>, index: number): FormField {
  const kind = kindOf(entry['fieldType']);
  const label = textOf(entry['fieldLabel']) || textOf(entry['fieldName']) || textOf(entry['elementName']);
  const dateFormat = textOf(entry['formatDate']);
  return {
    kind,
    input: `field-${index}`,
    key: keyOf(kind, entry, label, index),
    label,
    placeholder: textOf(entry['placeholder']),
    required: (entry['requiredField'] === true || entry['requiredField'] === 'true') && kind !== 'html' && kind !== 'hiddenField',
    multiple: isMultiple(kind, entry),
    choices: choicesOf(entry['fieldOptions']),
    accept: textOf(entry['acceptFileTypes']),
    value: textOf(kind === 'html' ? entry['html'] : (entry['fieldValue'] ?? entry['defaultValue'])),
    ...(kind === 'checkbox' ? limitsOf(entry) : undefined),
    ...(dateFormat === '' ? undefined : { dateFormat: dateFormat.replaceAll('m', 'M').replaceAll('Y', 'y').replaceAll('D', 'd') }),
  };
}

/** Unknown types, and types of older files, are text fields. */
const kindOf = (type: unknown): FieldKind => kinds.find((kind) => kind === type) ?? 'text';

function keyOf(kind: FieldKind, entry: Readonly<Record<string, unknown>>, label: string, index: number): string {
  if (kind === 'html') return textOf(entry['elementName']);
  return textOf(entry['fieldName']) || label || `field-${index}`;
}

function isMultiple(kind: FieldKind, { multiselect, multipleFiles }: Readonly<Record<string, unknown>>): boolean {
  if (kind === 'dropdown') return multiselect === true;
  return kind === 'checkbox' || (kind === 'file' && multipleFiles !== false);
}

function choicesOf(choices: unknown): string[] {
  const values = isRecord(choices) ? choices['values'] : choices;
  if (!Array.isArray(values)) return [];
  return values.map((value) => (isRecord(value) ? textOf(value['option']) : textOf(value))).filter((option) => option !== '');
}

function limitsOf(entry: Readonly<Record<string, unknown>>): { least?: number; most?: number } {
  const count = (name: string): number | undefined => (typeof entry[name] === 'number' ? entry[name] : undefined);
  if (entry['limitSelection'] === 'exact') return { least: count('numberOfSelections') ?? 1, most: count('numberOfSelections') ?? 1 };
  if (entry['limitSelection'] !== 'range') return {};
  return { least: count('minSelections'), most: count('maxSelections') };
}
