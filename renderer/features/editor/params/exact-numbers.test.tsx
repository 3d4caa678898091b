// Numbers that JavaScript cannot represent stay as they were read, wherever parameters are shown and changed.
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { parseExactly, stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { endForm, showForm, type Form } from '../testing/form.tsx';

afterEach(endForm);

const DIGITS = '17169973925117969';
/** An exact number with the same nearest JavaScript number. */
const NEAREST = '17169973925117968';

const read = (text: string): JsonObject => parseExactly(text) as JsonObject;
const stored = (form: Form): string => stringifyExactly(form.parameters());
const number = (more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName: 'Size',
  name: 'size',
  type: 'number',
  default: 0,
  ...more,
});
const note: NodeProperty = { displayName: 'Note', name: 'note', type: 'string', default: '' };
const spinbutton = (name = /^Size/): HTMLInputElement => screen.getByRole('spinbutton', { name });

/** Chooses Fixed or Expression for a parameter. */
async function choose(form: Form, mode: 'Fixed' | 'Expression'): Promise<void> {
  await form.user.click(screen.getByRole('button', { name: mode }));
}

describe('a number with more digits than JavaScript keeps', () => {
  it('is shown with all of them, and kept when the field is left or another one is changed', async () => {
    const form = showForm({ properties: [number(), note], parameters: read(`{"size":${DIGITS}}`) });
    expect(spinbutton().value).toBe(DIGITS);
    await form.user.click(spinbutton());
    await form.user.tab();
    await form.user.type(screen.getByRole('textbox', { name: /^Note/ }), 'a');
    expect(stored(form)).toBe(`{"size":${DIGITS},"note":"a"}`);
  });

  it('is refused with a message when it is typed or pasted, and the number from before stays with its digits', () => {
    const form = showForm({ properties: [number()], parameters: read(`{"size":${DIGITS}}`) });
    fireEvent.focus(spinbutton());
    fireEvent.change(spinbutton(), { target: { value: '12' } });
    expect(stored(form)).toBe('{"size":12}');
    fireEvent.change(spinbutton(), { target: { value: '98765432109876543' } });
    expect(screen.getByRole('alert').textContent).toMatch(/more digits/);
    expect(stored(form)).toBe(`{"size":${DIGITS}}`);
  });

  it('makes place for its nearest number when that is typed', () => {
    const form = showForm({ properties: [number()], parameters: read(`{"size":${DIGITS}}`) });
    fireEvent.change(spinbutton(), { target: { value: NEAREST } });
    expect(stored(form)).toBe(`{"size":${NEAREST}}`);
  });

  it('becomes an expression with all digits, and a fixed value again', async () => {
    const form = showForm({ properties: [number()], parameters: read(`{"size":${DIGITS}}`) });
    await choose(form, 'Expression');
    expect(form.parameters()).toEqual({ size: `=${DIGITS}` });
    await choose(form, 'Fixed');
    expect(stored(form)).toBe(`{"size":${DIGITS}}`);
    expect(spinbutton().value).toBe(DIGITS);
  });

  it('keeps its digits as the result of an expression that is fixed', async () => {
    const form = showForm({ properties: [number()], parameters: { size: '={{ $json.id }}' }, input: [read(`{"id":${DIGITS}}`)] });
    expect(screen.getByText(DIGITS)).toBeDefined();
    await choose(form, 'Fixed');
    expect(stored(form)).toBe(`{"size":${DIGITS}}`);
  });

  it('keeps its digits within a structure that becomes an expression', async () => {
    const json: NodeProperty = { displayName: 'Data', name: 'data', type: 'json', default: '{}' };
    const form = showForm({ properties: [json], parameters: read(`{"data":{"id":${DIGITS}}}`) });
    await choose(form, 'Expression');
    await choose(form, 'Fixed');
    expect(JSON.stringify(form.parameters()['data'])).toContain(DIGITS);
  });

  it('is kept as a default of what is added to collections, groups and lists', async () => {
    const [property] = parseExactly(`[{"displayName":"Size","name":"size","type":"number","default":${DIGITS}}]`) as [NodeProperty];
    const properties: NodeProperty[] = [
      property,
      { displayName: 'Options', name: 'options', type: 'collection', default: {}, placeholder: 'Add option', options: [property] },
      {
        displayName: 'Rows',
        name: 'rows',
        type: 'fixedCollection',
        default: {},
        placeholder: 'Add row',
        options: [{ name: 'row', displayName: 'Row', values: [property] }],
      },
      { ...property, displayName: 'List', name: 'list', typeOptions: { multipleValues: true, multipleValueButtonText: 'Add entry' } },
    ];
    const form = showForm({ properties, parameters: { list: [1] } });
    expect(spinbutton().value).toBe(DIGITS);
    await form.user.click(screen.getByRole('combobox', { name: 'Add option' }));
    await form.user.click(await screen.findByRole('option'));
    await form.user.click(screen.getByRole('button', { name: 'Add row' }));
    await form.user.click(screen.getByRole('button', { name: 'Add entry' }));
    expect(stored(form)).toBe(`{"list":[1,${DIGITS}],"options":{"size":${DIGITS}},"rows":{"row":{"size":${DIGITS}}}}`);
  });

  it('stays in a list when other entries are changed, removed and added', async () => {
    const list = number({ typeOptions: { multipleValues: true, multipleValueButtonText: 'Add entry' } });
    const form = showForm({ properties: [list], parameters: read(`{"size":[1,2,${DIGITS}]}`) });
    fireEvent.change(spinbutton(/^Size 2/), { target: { value: '5' } });
    expect(stored(form)).toBe(`{"size":[1,5,${DIGITS}]}`);
    await form.user.click(screen.getByRole('button', { name: 'Remove Size 1' }));
    await form.user.click(screen.getByRole('button', { name: 'Add entry' }));
    expect(stored(form)).toBe(`{"size":[5,${DIGITS},0]}`);
  });

  it('stays in an assignment that is renamed, and as a text', async () => {
    const property: NodeProperty = { displayName: 'Fields', name: 'fields', type: 'assignmentCollection', default: {} };
    const form = showForm({
      properties: [property],
      parameters: read(`{"fields":{"assignments":[{"id":"a","name":"n","type":"number","value":${DIGITS}}]}}`),
    });
    expect(spinbutton(/^Value/).value).toBe(DIGITS);
    await form.user.type(screen.getByRole('textbox', { name: /^Name/ }), 'o');
    expect(stored(form)).toContain(`"name":"no","type":"number","value":${DIGITS}`);
    await form.user.click(screen.getByRole('combobox', { name: /^Type/ }));
    await form.user.click(await screen.findByRole('option', { name: 'Text' }));
    expect(stored(form)).toContain(`"type":"string","value":"${DIGITS}"`);
    await form.user.click(screen.getByRole('combobox', { name: /^Type/ }));
    await form.user.click(await screen.findByRole('option', { name: 'Number' }));
    expect(stored(form)).toMatch(new RegExp(`"type":"number","value":"?${DIGITS}`));
  });

  it('stays in a condition when another one is added', async () => {
    const property: NodeProperty = { displayName: 'Conditions', name: 'conditions', type: 'filter', default: {} };
    const condition = `{"id":"a","leftValue":"={{ $json.n }}","rightValue":${DIGITS},"operator":{"type":"number","operation":"equals"}}`;
    const form = showForm({ properties: [property], parameters: read(`{"conditions":{"combinator":"and","conditions":[${condition}]}}`) });
    expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe(DIGITS);
    await form.user.click(screen.getByRole('button', { name: 'Add condition' }));
    expect(stored(form)).toContain(`"rightValue":${DIGITS}`);
  });
});
