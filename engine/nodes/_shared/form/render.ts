// Renders a form as a page: labels are linked to their fields, and errors are listed at the top and at each field.
import { escapeHtml, type WebhookReply } from '../../../sdk/index.ts';
import type { FormField } from './fields.ts';
import { safeHtml } from './html.ts';
import { pageReply } from './page.ts';
import type { FieldError } from './submission.ts';
import { formText } from './page.ts';

export interface FormPage {
  readonly title: string;
  /** May contain markup. */
  readonly description: string;
  readonly button: string;
  readonly fields: readonly FormField[];
  readonly customCss: string;
  readonly attribution: boolean;
}

export interface FormState {
  /** Values to fill in, by input. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly errors?: readonly FieldError[];
  readonly isTest?: boolean;
}

/** Returns the form, empty or filled in; with status 422 if the input is invalid. */
export async function formReply(page: FormPage, state: FormState): Promise<WebhookReply> {
  const { errors = [], values } = state;
  const fields = await Promise.all(
    page.fields.map((field) =>
      fieldHtml(field, values.get(field.input) ?? startValues(field), errors.find((error) => error.field.input === field.input)?.message),
    ),
  );
  const description = page.description === '' ? '' : `<div class="lead">${await safeHtml(page.description)}</div>`;
  const button = escapeHtml(page.button === '' ? formText('submit') : page.button);
  const encoding = page.fields.some(({ kind }) => kind === 'file') ? ' enctype="multipart/form-data"' : '';
  const content = [
    state.isTest === true ? `<p class="notice">${escapeHtml(formText('testNotice'))}</p>` : '',
    `<h1>${escapeHtml(page.title)}</h1>${description}${summary(errors)}`,
    // Without an action, a form is submitted to its own URL, with the host name that the browser used.
    `<form method="post"${encoding}>${fields.join('')}`,
    `<div><button type="submit" data-label="${button}" data-sending="${escapeHtml(formText('sending'))}">${button}</button></div></form>`,
  ].join('');
  return pageReply({ ...page, content, status: errors.length === 0 ? 200 : 422 });
}

const startValues = ({ value }: FormField): readonly string[] => (value === '' ? [] : [value]);

function summary(errors: readonly FieldError[]): string {
  if (errors.length === 0) return '';
  const lines = errors.map(
    ({ field, message }) => `<li><a href="#${field.input}">${escapeHtml(field.label)}</a>: ${escapeHtml(message)}</li>`,
  );
  const title = escapeHtml(formText('errors.title', { count: errors.length }));
  return `<div class="summary" id="errors" role="alert" tabindex="-1"><h2>${title}</h2><ul>${lines.join('')}</ul></div>`;
}

async function fieldHtml(field: FormField, values: readonly string[], error: string | undefined): Promise<string> {
  if (field.kind === 'html') return `<div>${await safeHtml(field.value)}</div>`;
  if (field.kind === 'hiddenField') return `<input type="hidden" name="${field.input}" value="${escapeHtml(values[0] ?? '')}">`;
  const message = error === undefined ? '' : `<p class="error" id="${field.input}-error">${escapeHtml(error)}</p>`;
  const about = error === undefined ? '' : ` aria-invalid="true" aria-describedby="${field.input}-error"`;
  const label = `${escapeHtml(field.label)}${field.required ? ` <span class="mark">(${escapeHtml(formText('required'))})</span>` : ''}`;
  if (isGroup(field)) {
    const must = field.required && field.kind !== 'radio' ? ` data-required="${escapeHtml(formText('error.required'))}"` : '';
    const wrong = error === undefined ? 'field' : 'field wrong';
    return `<fieldset class="${wrong}" id="${field.input}" tabindex="-1"${must}${about.replace(' aria-invalid="true"', '')}><legend>${label}</legend>${choices(field, values)}${message}</fieldset>`;
  }
  return `<div class="field"><label for="${field.input}">${label}</label>${control(field, values[0] ?? '', about)}${message}</div>`;
}

const isGroup = ({ kind, multiple }: FormField): boolean => kind === 'radio' || kind === 'checkbox' || (kind === 'dropdown' && multiple);

function choices(field: FormField, values: readonly string[]): string {
  const type = field.kind === 'radio' ? 'radio' : 'checkbox';
  const must = field.kind === 'radio' && field.required ? ' required' : '';
  return field.choices
    .map((choice, index) => {
      const id = `${field.input}-${index}`;
      const checked = values.includes(choice) ? ' checked' : '';
      return `<label class="choice" for="${id}"><input type="${type}" id="${id}" name="${field.input}" value="${escapeHtml(choice)}"${checked}${must}>${escapeHtml(choice)}</label>`;
    })
    .join('');
}

const inputTypes: Readonly<Record<string, string>> = { number: 'number', email: 'email', password: 'password', date: 'date', file: 'file' };

function control(field: FormField, value: string, about: string): string {
  const { kind, input } = field;
  const placeholder = field.placeholder === '' ? '' : ` placeholder="${escapeHtml(field.placeholder)}"`;
  const shared = `id="${input}" name="${input}"${field.required ? ' required' : ''}${about}`;
  if (kind === 'textarea') return `<textarea ${shared}${placeholder}>\n${escapeHtml(value)}</textarea>`;
  if (kind === 'dropdown') {
    const options = field.choices.map((choice) => `<option${choice === value ? ' selected' : ''}>${escapeHtml(choice)}</option>`);
    return `<select ${shared}><option value="">${escapeHtml(formText('choose'))}</option>${options.join('')}</select>`;
  }
  if (kind === 'file') {
    const accept = field.accept === '' ? '' : ` accept="${escapeHtml(field.accept)}"`;
    return `<input type="file" ${shared}${accept}${field.multiple ? ' multiple' : ''}>`;
  }
  const step = kind === 'number' ? ' step="any"' : '';
  const valueAttribute = kind === 'password' ? '' : ` value="${escapeHtml(value)}"`;
  return `<input type="${inputTypes[kind] ?? 'text'}" ${shared}${placeholder}${step}${valueAttribute}>`;
}
