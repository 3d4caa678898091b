// Lists of nodes wait for what they depend on, and say what it is.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../engine/contract/json.ts';
import type { CredentialSlot, NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import { endForm, showForm, type Form, type FormOptions } from '../../testing/form.tsx';

afterEach(endForm);

const named = (name: string, type: NodeProperty['type'], more: object = {}): NodeProperty => ({
  displayName: name[0]?.toUpperCase() + name.slice(1),
  name,
  type,
  default: '',
  ...more,
});
const locator = (name: string, more: object = {}): NodeProperty =>
  named(name, 'resourceLocator', {
    default: { mode: 'list', value: '' },
    modes: [
      { name: 'list', displayName: 'From list', type: 'list', typeOptions: { searchListMethod: 'search', searchable: true } },
      { name: 'id', displayName: 'By ID', type: 'string' },
    ],
    ...more,
  });
const table = (...loadOptionsDependsOn: string[]): NodeProperty =>
  named('table', 'options', { typeOptions: { loadOptionsMethod: 'tables', loadOptionsDependsOn } });

const routes = ['/rest/node-parameter-options', '/rest/nodes-list-search', '/rest/node-mapping-fields'];
const lists = (form: Form): number => form.requests.filter(({ pathname }) => routes.includes(pathname)).length;
const server = ({ pathname }: URL): unknown => {
  if (pathname === routes[0]) return [{ name: 'Orders', value: 'orders' }];
  if (pathname === routes[1]) return { results: [{ name: 'North', value: 'north' }] };
  return pathname === routes[2] ? { fields: [] } : undefined;
};
const show = (options: FormOptions): Form => showForm({ server, ...options });
const hint = (): string | undefined => screen.queryAllByRole('status').find(({ className }) => className === 'param-hint')?.textContent;

describe('options of a node wait for', () => {
  it.each<[what: string, property: NodeProperty, dependency: string, parameters: JsonObject, said: string]>([
    ['a resource', locator('document'), 'document.value', {}, 'Choose Document first.'],
    [
      'a resource by its ID',
      locator('document'),
      'document',
      { document: { __rl: true, mode: 'id', value: '' } },
      'Choose Document first.',
    ],
    ['a choice', named('kind', 'options', { options: [{ name: 'A', value: 'a' }] }), 'kind', {}, 'Choose Kind first.'],
    ['required choices', named('kinds', 'multiOptions', { required: true, default: [], options: [] }), 'kinds', {}, 'Choose Kinds first.'],
    ['a required text', named('base', 'string', { required: true }), 'base', {}, 'Enter Base first.'],
    ['a parameter that is not there yet', named('base', 'string', { required: true, default: undefined }), 'base', {}, 'Enter Base first.'],
    [
      'a field of an added option',
      named('more', 'collection', { default: {}, options: [locator('document')] }),
      'more.document.value',
      { more: { document: { __rl: true, mode: 'list', value: '' } } },
      'Choose Document first.',
    ],
  ])('%s', async (_what, property, dependency, parameters, expected) => {
    const form = show({ properties: [property, table(dependency)], parameters: { table: 'gone', ...parameters } });
    await waitFor(() => expect(hint()).toBe(expected));
    expect(lists(form)).toBe(0);
    expect(screen.queryByText(/problem loading|not supported/)).toBeNull();
    // The chosen value is kept.
    expect(screen.getByText('gone')).toBeTruthy();
  });

  it.each<[what: string, property: NodeProperty, dependency: string, parameters: JsonObject]>([
    ['a resource that is chosen', locator('document'), 'document.value', { document: { __rl: true, mode: 'list', value: 'a' } }],
    ['a resource of an older file', locator('document'), 'document.value', { document: 'a' }],
    ['an expression', locator('document'), 'document.value', { document: { __rl: true, mode: 'id', value: '={{ $json.id }}' } }],
    ['an optional text', named('base', 'string'), 'base', {}],
    ['optional choices', named('kinds', 'multiOptions', { default: [], options: [] }), 'kinds', {}],
    ['a choice of nothing', named('kind', 'options', { options: [{ name: 'Any', value: '' }] }), 'kind', {}],
    ['a switch that is off', named('all', 'boolean', { required: true, default: false }), 'all', {}],
    ['a hidden parameter', locator('document', { displayOptions: { show: { table: ['other'] } } }), 'document.value', {}],
    ['a parameter without a field', named('base', 'hidden', { required: true }), 'base', {}],
    [
      'an option that was not added',
      named('more', 'collection', { default: {}, options: [locator('document')] }),
      'more.document.value',
      {},
    ],
    ['an unknown parameter', named('base', 'string'), 'nothing', {}],
    ['a list that waits for them', named('document', 'options', { typeOptions: table('table').typeOptions }), 'document', {}],
    ['themselves', named('base', 'string'), 'table', {}],
  ])('nothing with %s', async (_what, property, dependency, parameters) => {
    const form = show({ properties: [property, table(dependency)], parameters });
    await waitFor(() => expect(lists(form)).toBeGreaterThan(0));
    expect(hint()).toBeUndefined();
  });

  it('a parameter beside them', async () => {
    const fields = named('rows', 'fixedCollection', {
      default: {},
      typeOptions: { multipleValues: true },
      options: [{ name: 'row', displayName: 'Row', values: [named('base', 'string', { required: true }), table('&base')] }],
    });
    const form = show({ properties: [fields], parameters: { rows: { row: [{ base: 'a' }, { base: '' }] } } });
    await waitFor(() => expect(hint()).toBe('Enter Base first.'));
    expect(lists(form)).toBe(1);
  });

  it('it only until it is there, and again when it is removed', async () => {
    const form = show({ properties: [named('base', 'string', { required: true }), table('base')] });
    await waitFor(() => expect(hint()).toBe('Enter Base first.'));
    await form.user.type(screen.getByRole('textbox', { name: /Base/ }), '1');
    await waitFor(() => expect(lists(form)).toBe(1));
    expect(hint()).toBeUndefined();
    await form.user.clear(screen.getByRole('textbox', { name: /Base/ }));
    await waitFor(() => expect(hint()).toBe('Enter Base first.'));
    await form.user.click(screen.getByRole('combobox', { name: /Table/ }));
    await waitFor(() => expect(document.querySelector('.option-empty')?.textContent).toBe('Enter Base first.'));
    expect(screen.queryByRole('option')).toBeNull();
    await form.user.keyboard('{Escape}');
    await form.user.click(screen.getByRole('button', { name: 'More for Table' }));
    await form.user.click(await screen.findByRole('menuitem', { name: 'Refresh list' }));
    expect(lists(form)).toBe(1);
  });
});

describe('a credential', () => {
  const required: CredentialSlot = { name: 'api', displayName: 'Service', required: true };
  const signIn = named('signIn', 'options', {
    default: 'key',
    options: ['key', 'none'].map((value) => ({ name: value, value })),
  });
  const onlyWithKey: CredentialSlot = { ...required, displayOptions: { show: { signIn: ['key'] } } };
  const chosen = { credentials: { api: { id: 'c1', name: 'Main' } } };

  it.each<[what: string, slots: CredentialSlot[], node: object, parameters: JsonObject]>([
    ['it is chosen', [required], chosen, {}],
    ['it is optional', [{ name: 'api' }], {}, {}],
    ['it is hidden', [onlyWithKey], {}, { signIn: 'none' }],
    ['the node has none', [], {}, {}],
  ])('is not waited for if %s', async (_what, credentials, node, parameters) => {
    const form = show({ properties: [signIn, table()], description: { credentials }, node, parameters: { ...parameters } });
    await waitFor(() => expect(lists(form)).toBe(1));
    expect(hint()).toBeUndefined();
  });

  it('that the node needs is waited for, before parameters, until it is not needed any more', async () => {
    const form = show({ properties: [locator('document'), signIn, table('document.value')], description: { credentials: [onlyWithKey] } });
    await waitFor(() => expect(hint()).toBe('Choose a credential first.'));
    await form.user.click(screen.getByRole('combobox', { name: /SignIn/ }));
    await form.user.click(await screen.findByRole('option', { name: 'none' }));
    await waitFor(() => expect(hint()).toBe('Choose Document first.'));
    expect(lists(form)).toBe(0);
  });

  it('that is not needed any more is not part of the request, nor are the parameters from before', async () => {
    const form = show({ properties: [signIn, table()], description: { credentials: [onlyWithKey] } });
    await waitFor(() => expect(hint()).toBe('Choose a credential first.'));
    await form.user.click(screen.getByRole('combobox', { name: /SignIn/ }));
    await form.user.click(await screen.findByRole('option', { name: 'none' }));
    await waitFor(() => expect(lists(form)).toBe(1));
    const dependencyValues = form.requests.find(({ pathname }) => pathname === routes[0])?.searchParams.get('currentNodeParameters');
    expect(JSON.parse(dependencyValues ?? '')).toMatchObject({ signIn: 'none' });
  });
});

it('several options wait too', async () => {
  const form = show({ properties: [locator('document'), { ...table('document.value'), type: 'multiOptions', default: [] }] });
  await waitFor(() => expect(hint()).toBe('Choose Document first.'));
  expect(lists(form)).toBe(0);
});

it('the list of a resource locator says what is missing when it is opened, and creates nothing', async () => {
  const modes = [
    {
      name: 'list',
      displayName: 'From list',
      type: 'list',
      typeOptions: { searchListMethod: 'search', searchable: true, allowNewResource: { method: 'make', defaultName: 'New' } },
    },
  ];
  const sheet = locator('sheet', { modes, required: true, typeOptions: { loadOptionsDependsOn: ['base'] } });
  const form = show({ properties: [named('base', 'string', { required: true }), sheet] });
  const open = (): Promise<void> => form.user.click(document.querySelector('.locator .option-picker') as HTMLElement);
  await open();
  expect(await screen.findByText('Enter Base first.')).toBeTruthy();
  expect(screen.queryByText('No results')).toBeNull();
  expect(screen.queryByText(/^Create/)).toBeNull();
  expect(lists(form)).toBe(0);
  await form.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Enter Base first.')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  await form.user.type(screen.getByRole('textbox', { name: /Base/ }), '1');
  await open();
  expect(await screen.findByRole('option', { name: /North/ })).toBeTruthy();
  expect(screen.queryByText('Enter Base first.')).toBeNull();
  await form.user.keyboard('{Escape}');
  expect((await screen.findByRole('alert')).textContent).toBe('This field is required');
});

it('the list of workflows does not wait, since it is not the node that loads it', async () => {
  const form = show({
    properties: [named('workflow', 'workflowSelector', { default: { mode: 'list', value: '' } })],
    description: { credentials: [{ name: 'api', required: true }] },
    server: ({ pathname }) => (pathname === '/rest/workflows' ? [{ id: 'w1', name: 'Billing' }] : undefined),
  });
  await form.user.click(document.querySelector('.locator .option-picker') as HTMLElement);
  expect(await screen.findByRole('option', { name: /Billing/ })).toBeTruthy();
});

it('the fields of a resource mapper wait, and fields of the file stay', async () => {
  const columns = named('columns', 'resourceMapper', {
    default: { mappingMode: 'defineBelow', value: null },
    typeOptions: { loadOptionsDependsOn: ['document.value'], resourceMapper: { resourceMapperMethod: 'columns', mode: 'add' } },
  });
  const note = { id: 'note', displayName: 'note', type: 'string', required: false, display: true, defaultMatch: false };
  const value = { mappingMode: 'defineBelow', value: { note: 'x' }, matchingColumns: [], schema: [note] };
  const form = show({ properties: [locator('document'), columns], parameters: { columns: value } });
  await waitFor(() => expect(hint()).toBe('Choose Document first.'));
  expect(screen.getByRole('textbox', { name: /^note/ })).toBeTruthy();
  expect([lists(form), form.parameters()['columns']]).toEqual([0, value]);
});
