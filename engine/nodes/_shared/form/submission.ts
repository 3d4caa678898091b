// Validates a submitted form and converts it to the fields of an item.
import { DateTime } from 'luxon';
import type { JsonObject } from '../../../contract/json.ts';
import type { BinaryEntry } from '../../../contract/run-data.ts';
import type { WebhookBody } from '../../../sdk/index.ts';
import { ownValue, setOwn } from '../../../workflow/values/own-properties.ts';
import type { FormField } from './fields.ts';
import { formText } from './page.ts';

export interface FieldError {
  readonly field: FormField;
  readonly message: string;
}

export interface Submission {
  readonly json: JsonObject;
  readonly binary: Readonly<Record<string, BinaryEntry>>;
  readonly errors: readonly FieldError[];
  /** Submitted texts by input, to fill in the form again. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** `emptyNumber`: value of a number field that was left empty. */
export function readSubmission(fields: readonly FormField[], body: WebhookBody, emptyNumber: number | null = null): Submission {
  const json: JsonObject = {};
  const binary: Record<string, BinaryEntry> = {};
  const errors: FieldError[] = [];
  const values = new Map<string, readonly string[]>();
  for (const field of fields) {
    const files = body.files.get(field.input) ?? [];
    const texts = textsOf(ownValue(body.value ?? {}, field.input));
    values.set(field.input, texts);
    const message = field.kind === 'file' ? fileFault(field, files) : fault(field, texts);
    if (message !== undefined) errors.push({ field, message });
    if (field.key === '') continue;
    setOwn(json, field.key, field.kind === 'file' ? addFiles(field, files, binary) : valueOf(field, texts, emptyNumber));
  }
  return { json, binary, errors, values };
}

function textsOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return list.map((entry) => (typeof entry === 'string' ? entry : (JSON.stringify(entry) ?? '')));
}

const email = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/;

function fault(field: FormField, texts: readonly string[]): string | undefined {
  const { kind, required, choices, least = 0, most = Infinity } = field;
  if (kind === 'html' || kind === 'hiddenField') return undefined;
  const input = texts.filter((text) => text.trim() !== '');
  if (input.length === 0) return required ? formText('error.required') : undefined;
  const [text = ''] = input;
  switch (kind) {
    case 'email':
      return email.test(text.trim()) ? undefined : formText('error.email');
    case 'number':
      return Number.isFinite(Number(text)) ? undefined : formText('error.number');
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text).isValid ? undefined : formText('error.date');
    case 'dropdown':
    case 'radio':
    case 'checkbox':
      if (!input.every((choice) => choices.includes(choice)) || (!field.multiple && input.length > 1)) return formText('error.choice');
      if (input.length < least) return formText(least === most ? 'error.exactly' : 'error.atLeast', { count: least });
      return input.length > most ? formText(least === most ? 'error.exactly' : 'error.atMost', { count: most }) : undefined;
    default:
      return undefined;
  }
}

function fileFault({ required, multiple, accept }: FormField, files: readonly BinaryEntry[]): string | undefined {
  if (files.length === 0) return required ? formText('error.required') : undefined;
  if (!multiple && files.length > 1) return formText('error.oneFile');
  return files.every((file) => isAccepted(file, accept)) ? undefined : formText('error.fileType', { types: accept });
}

/** Whether `accept` allows a file, according to the rules of browsers: file extensions, types, and groups of types. */
function isAccepted({ fileName = '', mimeType }: BinaryEntry, accept: string): boolean {
  const requested = accept
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
  const name = fileName.toLowerCase();
  return (
    requested.length === 0 ||
    requested.some((part) => {
      if (part.endsWith('/*')) return part === '*/*' || mimeType.startsWith(part.slice(0, -1));
      if (part.includes('/')) return mimeType === part;
      return part === '*' || name.endsWith(part.startsWith('.') ? part : `.${part}`);
    })
  );
}

function valueOf(field: FormField, texts: readonly string[], emptyNumber: number | null): unknown {
  const [text = ''] = texts;
  if (field.kind === 'html') return field.value;
  if (field.multiple) return texts;
  if (field.kind === 'number') return text.trim() === '' ? emptyNumber : Number(text);
  if (field.kind === 'date') return text === '' ? '' : dateText(text, field.dateFormat);
  if (field.kind === 'dropdown' || field.kind === 'radio') return text === '' ? null : text;
  return field.kind === 'password' || field.kind === 'hiddenField' ? text : text.trim();
}

function dateText(text: string, format: string | undefined): string {
  const date = DateTime.fromISO(text);
  return format === undefined || !date.isValid ? text : date.toFormat(format);
}

/** Adds files to the item; returns their description for its json. */
function addFiles({ key, multiple }: FormField, files: readonly BinaryEntry[], binary: Record<string, BinaryEntry>): unknown {
  const name = key.replaceAll(/\W/g, '_');
  files.forEach((file, index) => setOwn(binary, multiple ? `${name}_${index}` : name, file));
  const described = files.map(({ fileName, mimeType, bytes }) => ({ filename: fileName, mimetype: mimeType, size: bytes }));
  return multiple ? described : (described[0] ?? null);
}
