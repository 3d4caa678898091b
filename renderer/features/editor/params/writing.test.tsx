// Editing parameters: when issues are shown, undo steps, typed expressions, the enlarged field.
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { NodeProperty, PropertyType } from '../../../../engine/workflow/node-type.ts';
import { store } from '../../../state/store.ts';
import { editorActions } from '../document/editor-slice.ts';
import { endForm, showForm, type Form } from '../testing/form.tsx';

afterEach(endForm);

const options = [
  { name: 'Get', value: 'get' },
  { name: 'Send', value: 'send' },
];
const field = (type: PropertyType, more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName: 'Thing',
  name: 'thing',
  type,
  default: '',
  ...more,
});
const textbox = (): HTMLInputElement => screen.getByRole('textbox', { name: /Thing/ });
const valueIn = (form: Form): unknown => form.parameters()['thing'];

describe('issues', () => {
  it('appear for missing values when the field loses the focus', async () => {
    const { user } = showForm({ properties: [field('string', { required: true })] });
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(textbox());
    await user.tab();
    expect((await screen.findByRole('alert')).textContent).toBe('This field is required');
    expect(textbox().getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    ['a required text', field('string', { required: true }), undefined, 'This field is required'],
    ['a required number', field('number', { required: true }), null, 'This field is required'],
    ['a type of credential', field('credentialsSelect'), '', 'Select a credential type from the dropdown'],
  ])('appear for %s when they are requested', async (_what, property, value, text) => {
    showForm({ properties: [property], parameters: value === undefined ? {} : { thing: value }, isForced: true });
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it.each([
    ['options', field('options', { options }), 'gone'],
    ['multiOptions', field('multiOptions', { options, default: [] }), ['gone', 'get']],
  ])('appear at once for %s with a value that is not offered, which is kept', async (_what, property, value) => {
    const form = showForm({ properties: [property], parameters: { thing: value } });
    expect((await screen.findByRole('alert')).textContent).toBe('The value "gone" is not supported!');
    expect(screen.getAllByText('gone').length).toBeGreaterThan(0);
    expect(valueIn(form)).toEqual(value);
  });

  it.each([
    ['a list of fields', field('fixedCollection', { default: {}, typeOptions: { minRequiredFields: 1 }, options: [] })],
    ['a text', field('string', { required: true })],
  ])('do not appear for %s of an added node before a run was tried', (_what, property) => {
    showForm({ properties: [property], parameters: { thing: property.default }, isNew: true });
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => void store.dispatch(editorActions.allTouched()));
    expect(screen.getByRole('alert')).toBeTruthy();
  });

  it("do not include those of another node's operation", () => {
    showForm({ properties: [field('options', { options })], parameters: { thing: '__CUSTOM_API_CALL__' }, isForced: true });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('a short list of options offers all of them after each choice', async () => {
  const { user } = showForm({ properties: [field('options', { options, default: 'get' })], parameters: { thing: 'get' } });
  for (const next of ['Send', 'Get', 'Send']) {
    await user.click(screen.getByRole('combobox', { name: /Thing/ }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Get', 'Send']);
    await user.click(screen.getByRole('option', { name: next }));
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    expect(screen.getByRole('combobox', { name: /Thing/ }).textContent).toContain(next);
  }
});

describe('editing', () => {
  it('makes one undo step of the changes in one field', async () => {
    const form = showForm({ properties: [field('string')], parameters: { thing: '' } });
    await form.user.type(textbox(), 'hello');
    expect(form.steps()).toBe(1);
    form.undo();
    expect(valueIn(form)).toBe('');
  });

  it('turns the value into an expression by braces, without losing input', async () => {
    const form = showForm({ properties: [field('string')], input: [{ total: 5 }] });
    await form.user.type(textbox(), 'Sum: {{{{');
    expect(document.activeElement?.closest('.expression-editor')).not.toBeNull();
    await form.user.keyboard(' $json.total }}!');
    expect(valueIn(form)).toBe('=Sum: {{ $json.total }}!');
  });

  it('turns the value into an expression when code is pasted, and back into text by undo', async () => {
    const form = showForm({ properties: [field('string')], input: [{ total: 5 }] });
    await form.user.click(textbox());
    await form.user.paste('Sum: {{ $json.total }}');
    expect(valueIn(form)).toBe('=Sum: {{ $json.total }}');
    expect(screen.getByText('Sum: 5')).toBeTruthy();
    form.undo();
    expect(valueIn(form)).toBe('Sum: {{ $json.total }}');
    expect(document.activeElement).toBe(textbox());
    expect(screen.getByText('The braces are text here: this value is fixed.')).toBeTruthy();
    // It stays text while it is written.
    await form.user.type(textbox(), '!');
    expect(valueIn(form)).toBe('Sum: {{ $json.total }}!');
    await form.user.click(screen.getByRole('button', { name: 'Use Thing as an expression' }));
    expect(valueIn(form)).toBe('=Sum: {{ $json.total }}!');
  });

  it.each([
    ['typed', (form: Form) => form.user.type(textbox(), '=SUM(A1:A2)')],
    ['pasted', async (form: Form) => (await form.user.click(textbox()), form.user.paste('=SUM(A1:A2)'))],
  ])('keeps a `=` that is %s as text', async (_what, enter) => {
    const form = showForm({ properties: [field('string')] });
    await enter(form);
    expect(textbox().value).toBe('=SUM(A1:A2)');
    expect(valueIn(form)).toBe('==SUM(A1:A2)');
    await form.user.click(screen.getByRole('button', { name: 'Expression' }));
    expect(screen.getByRole<HTMLTextAreaElement>('combobox', { name: /Thing/ }).value).toBe('=SUM(A1:A2)');
    await form.user.click(screen.getByRole('button', { name: 'Fixed' }));
    expect(textbox().value).toBe('=SUM(A1:A2)');
  });

  it.each([
    ['a typed brace', (form: Form) => form.user.keyboard('{{'), '={{  }}'],
    ['a typed `=`', (form: Form) => form.user.keyboard('='), '={{  }}'],
    ['pasted code', (form: Form) => form.user.paste('{{ $json.total }}'), '={{ $json.total }}'],
  ])('turns a number into an expression by %s', async (_what, enter, stored) => {
    const form = showForm({ properties: [field('number', { default: 0 })], input: [{ total: 5 }] });
    await form.user.click(screen.getByRole('spinbutton', { name: /Thing/ }));
    await enter(form);
    expect(valueIn(form)).toBe(stored);
  });

  it.each(['17169973925117969', '0.12345678901234567891'])('refuses a number that it cannot keep: %s', async (text) => {
    const form = showForm({ properties: [field('number', { default: 0 })], parameters: { thing: 7 } });
    const number = screen.getByRole<HTMLInputElement>('spinbutton', { name: /Thing/ });
    await form.user.clear(number);
    await form.user.type(number, text);
    await form.user.tab();
    expect((await screen.findByRole('alert')).textContent).toMatch(/more digits than a number can keep/);
    expect(number.value).toBe(text);
    expect(JSON.stringify(valueIn(form))).not.toBe(String(Number(text)));
  });

  it.each([
    ['1,5', /decimals with a point/],
    ['12abc', /not a number/],
    ['0x10', /not a number/],
    ['--3', /not a number/],
    ['1e400', /too large/],
  ])('refuses %s instead of storing another number, and keeps what was typed', async (text, message) => {
    const form = showForm({ properties: [field('number', { default: 0 })], parameters: { thing: 7 } });
    const number = screen.getByRole<HTMLInputElement>('spinbutton', { name: /Thing/ });
    await form.user.clear(number);
    await form.user.type(number, text);
    await form.user.tab();
    expect((await screen.findByRole('alert')).textContent).toMatch(message);
    expect([number.value, valueIn(form)]).toEqual([text, 7]);
  });

  it.each([
    ['-', 7],
    ['-.5', -0.5],
    ['1e3', 1000],
    [' 12 ', 12],
    ['+4.', 4],
  ])('takes %j as the number %d', async (text, stored) => {
    const form = showForm({ properties: [field('number', { default: 0 })], parameters: { thing: 7 } });
    const number = screen.getByRole<HTMLInputElement>('spinbutton', { name: /Thing/ });
    await form.user.type(number, text, { initialSelectionStart: 0, initialSelectionEnd: 1 });
    await form.user.tab();
    expect([number.value, valueIn(form)]).toEqual([String(stored), stored]);
  });

  it('steps a number by the arrow keys, within its bounds', async () => {
    const form = showForm({
      properties: [field('number', { default: 0, typeOptions: { maxValue: 2, numberPrecision: 1 } })],
      parameters: { thing: 1.8 },
    });
    await form.user.click(screen.getByRole('spinbutton', { name: /Thing/ }));
    await form.user.keyboard('{ArrowUp}');
    expect(valueIn(form)).toBe(1.9);
    await form.user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(valueIn(form)).toBe(1.9);
  });

  it('treats `=` as text if expressions are not allowed', async () => {
    const form = showForm({ properties: [field('string', { noDataExpression: true })] });
    await form.user.type(textbox(), '=a');
    expect(textbox().value).toBe('=a');
    expect(valueIn(form)).toBe('==a');
    expect(document.querySelector('.expression')).toBeNull();
    await form.user.clear(textbox());
    await form.user.paste('={{ a }}');
    expect(textbox().value).toBe('={{ a }}');
    expect(valueIn(form)).toBe('=={{ a }}');
    expect(document.querySelector('.expression')).toBeNull();
  });

  const idModes = [{ name: 'id', displayName: 'By ID', type: 'string' }];
  it.each<[what: string, property: NodeProperty, read: (value: unknown) => unknown]>([
    ['several lines', field('string', { noDataExpression: true, typeOptions: { rows: 3 } }), (value) => value],
    ['a secret', field('string', { noDataExpression: true, typeOptions: { password: true } }), (value) => value],
    ['an id', field('resourceLocator', { noDataExpression: true, modes: idModes }), (value) => (value as { value: unknown }).value],
  ])('keeps a pasted `=` where expressions are not allowed: %s', async (_what, property, read) => {
    const form = showForm({ properties: [property] });
    const control = screen.getByLabelText<HTMLInputElement>(/^Thing/);
    await form.user.click(control);
    await form.user.paste('=abc');
    expect(control.value).toBe('=abc');
    expect(read(valueIn(form))).toBe('==abc');
    await form.user.clear(control);
    await form.user.type(control, '=1');
    expect([control.value, read(valueIn(form))]).toEqual(['=1', '==1']);
    expect(document.querySelector('.expression')).toBeNull();
  });

  it('restores the text when the enlarged field is closed with Escape', async () => {
    const form = showForm({ properties: [field('string', { typeOptions: { rows: 3 } })], parameters: { thing: 'old' } });
    await form.user.click(screen.getByRole('button', { name: 'Edit in a larger field' }));
    const large = await screen.findByRole('dialog', { name: 'Thing' });
    const area = large.querySelector('textarea') as HTMLTextAreaElement;
    expect(area.rows).toBe(15);
    await form.user.type(area, ' and new');
    await form.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(valueIn(form)).toBe('old');
  });

  it('takes over the text of the enlarged field with Ctrl+S, which saves the workflow', async () => {
    const form = showForm({ properties: [field('string', { typeOptions: { rows: 3 } })], parameters: { thing: 'old' } });
    await form.user.click(screen.getByRole('button', { name: 'Edit in a larger field' }));
    const large = await screen.findByRole('dialog', { name: 'Thing' });
    const area = large.querySelector('textarea[data-edits-node]') as HTMLTextAreaElement;
    await form.user.type(area, ' and new');
    await form.user.keyboard('{Control>}s{/Control}');
    expect(valueIn(form)).toBe('old and new');
  });

  it('keeps line breaks in a single-line field', async () => {
    const form = showForm({ properties: [field('string')], parameters: { thing: 'a\nb' } });
    expect(textbox().value).toBe('a|b');
    await form.user.type(textbox(), 'c');
    expect(valueIn(form)).toBe('a\nbc');
  });
});
