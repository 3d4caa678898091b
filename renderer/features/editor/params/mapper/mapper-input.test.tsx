// The resource mapper: loading, refreshing, mapping and matching fields.
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import { endForm, showForm, type Form } from '../../testing/form.tsx';

afterEach(endForm);

const base: NodeProperty = { displayName: 'Table', name: 'table', type: 'string', default: '' };
const mapper = (resourceMapper: object): NodeProperty => ({
  displayName: 'Columns',
  name: 'columns',
  type: 'resourceMapper',
  default: { mappingMode: 'defineBelow', value: null },
  noDataExpression: true,
  typeOptions: {
    loadOptionsDependsOn: ['table'],
    resourceMapper: { resourceMapperMethod: 'getColumns', fieldWords: { singular: 'column', plural: 'columns' }, ...resourceMapper },
  },
});
const column = (id: string, more: object = {}): object => ({
  id,
  displayName: id,
  type: 'string',
  required: false,
  display: true,
  defaultMatch: false,
  ...more,
});
const columns = [column('id', { type: 'number', defaultMatch: true }), column('name', { required: true }), column('note')];
const isFields = ({ pathname }: URL): boolean => pathname === '/rest/node-mapping-fields';
const server = (url: URL): unknown => (isFields(url) ? { fields: columns } : undefined);
const storedValue = (form: Form): Record<string, unknown> => form.parameters()['columns'] as Record<string, unknown>;
const menu = async (form: Form, entry: string): Promise<void> => {
  await form.user.click(screen.getByRole('button', { name: 'More for Columns' }));
  await form.user.click(await screen.findByRole('menuitem', { name: entry }));
};

it('loads the fields once, with their types; an empty required field shows an issue', async () => {
  const form = showForm({ properties: [base, mapper({ mode: 'add', supportAutoMap: true })], server });
  const name = await screen.findByRole('textbox', { name: /^name/ });
  expect(screen.getByRole('spinbutton', { name: /^id/ })).toBeTruthy();
  expect(storedValue(form)).toMatchObject({
    value: { id: null, name: null, note: null },
    matchingColumns: [],
    attemptToConvertTypes: false,
  });
  expect(screen.queryByText('This field is required')).toBeNull();
  await form.user.click(name);
  await form.user.tab();
  expect(screen.getByText('This field is required')).toBeTruthy();
  expect(form.requests.filter(isFields)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Remove name' })).toBeNull();
  // The change from the response is not an undo step.
  expect(form.steps()).toBe(0);
});

it('reloads with another table and on demand; undo restores both', async () => {
  let now = columns;
  const form = showForm({
    properties: [base, mapper({ mode: 'add' })],
    parameters: { table: '1' },
    server: (url) => (isFields(url) ? { fields: now } : undefined),
  });
  await screen.findByRole('textbox', { name: /^note/ });
  now = columns.slice(0, 2);
  await form.user.type(screen.getByRole('textbox', { name: /^Table/ }), '2');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^note/ })).toBeNull());
  expect(Object.keys(storedValue(form)['value'] as object)).toEqual(['id', 'name']);
  now = [...columns.slice(0, 2), column('colour')];
  await menu(form, 'Refresh list');
  await screen.findByRole('textbox', { name: /^colour/ });
  expect(Object.keys(storedValue(form)['value'] as object)).toEqual(['id', 'name', 'colour']);
  form.undo();
  expect(form.parameters()['table']).toBe('1');
});

it('does not change the file when the node is opened', async () => {
  const value = { mappingMode: 'defineBelow', value: { id: 5 }, matchingColumns: [], schema: columns.slice(0, 2) };
  const form = showForm({ properties: [base, mapper({ mode: 'add' })], parameters: { columns: value }, server });
  const note = await screen.findByRole('textbox', { name: /^note/ });
  expect(storedValue(form)).toEqual(value);
  await form.user.type(note, 'x');
  expect(storedValue(form)['value']).toEqual({ id: 5, name: null, note: 'x' });
});

it('shows why loading failed, and retries', async () => {
  let isBroken = true;
  showForm({
    properties: [mapper({})],
    server: (url) =>
      !isFields(url)
        ? undefined
        : isBroken
          ? Response.json({ code: 'BAD_REQUEST', message: 'No permission for tables.' }, { status: 400 })
          : { fields: columns },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('No permission for tables.');
  isBroken = false;
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click());
  expect(await screen.findByRole('textbox', { name: /^name/ })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it("shows the node's message if there are no fields", async () => {
  showForm({
    properties: [mapper({})],
    server: (url) => (isFields(url) ? { fields: [], emptyFieldsNotice: 'Add a <b>column</b> first.' } : undefined),
  });
  expect((await screen.findByText('column')).tagName).toBe('B');
});

it('has matching columns, which come first and cannot be removed', async () => {
  const form = showForm({ properties: [mapper({ mode: 'update' })], server });
  await screen.findByRole('spinbutton', { name: /^id \(to match\)/ });
  expect(storedValue(form)['matchingColumns']).toEqual(['id']);
  expect(screen.queryByRole('button', { name: /^Remove id/ })).toBeNull();
  await form.user.click(screen.getByRole('combobox', { name: /^Match on column/ }));
  await form.user.click(await screen.findByRole('option', { name: 'note' }));
  expect(storedValue(form)['matchingColumns']).toEqual(['note']);
  expect(screen.getAllByRole('textbox')[0]).toBe(screen.getByRole('textbox', { name: /^note \(to match\)/ }));
});

it('allows several matching columns if the node does', async () => {
  const form = showForm({ properties: [mapper({ mode: 'upsert', multiKeyMatch: true })], server });
  await form.user.click(await screen.findByRole('combobox', { name: /^Match on columns/ }));
  await form.user.click(await screen.findByRole('option', { name: 'name' }));
  expect(storedValue(form)['matchingColumns']).toEqual(['id', 'name']);
});

it('removes all removable fields, adds all back, and maps automatically', async () => {
  const form = showForm({ properties: [mapper({ mode: 'add', supportAutoMap: true })], server });
  await screen.findByRole('textbox', { name: /^note/ });
  await menu(form, 'Remove all columns');
  expect(storedValue(form)['value']).toEqual({ name: null });
  await menu(form, 'Add all columns');
  expect(storedValue(form)['value']).toEqual({ id: null, name: null, note: null });
  await form.user.click(screen.getByRole('button', { name: 'Map automatically' }));
  expect(storedValue(form)['mappingMode']).toBe('autoMapInputData');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('converts types if the node has that option', async () => {
  const form = showForm({ properties: [mapper({ showTypeConversionOptions: true })], server });
  await form.user.click(await screen.findByRole('switch', { name: 'Attempt to convert types' }));
  await form.user.click(await screen.findByRole('switch', { name: 'Convert to text' }));
  expect(storedValue(form)).toMatchObject({ attemptToConvertTypes: true, convertFieldsToString: true });
});
