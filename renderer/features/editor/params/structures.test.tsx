// Composite parameters: collections, lists, conditions, assignments and mappers; and notices.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NodeProperty, TypeOptions } from '../../../../engine/workflow/node-type.ts';
import { sendToLastUsed, startDrag } from '../mapping/index.ts';
import { endForm, showForm } from '../testing/form.tsx';

afterEach(() => {
  vi.useRealTimers();
  endForm();
});

const stringProperty = (name: string, more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName: name,
  name: name.toLowerCase(),
  type: 'string',
  default: '',
  ...more,
});
const box = (name: string): HTMLInputElement => screen.getByRole('textbox', { name: new RegExp(`^${name}`) });

describe('a collection', () => {
  const options = [
    stringProperty('Proxy'),
    stringProperty('Agent', { displayOptions: { show: { '/mode': ['b'] } } }),
    stringProperty('Referer', { default: 'none' }),
  ];
  const collection: NodeProperty = {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    default: {},
    placeholder: 'Add option',
    options,
  };
  const mode = stringProperty('Mode');

  it('offers visible parameters that are not added yet, adds them with their defaults, and removes them', async () => {
    const form = showForm({ properties: [mode, collection], parameters: { mode: 'a', options: { proxy: 'p' } } });
    await form.user.click(screen.getByRole('combobox', { name: 'Add option' }));
    const offered = await screen.findAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Referer']);
    await form.user.click(offered[0] as HTMLElement);
    expect(form.parameters()['options']).toEqual({ proxy: 'p', referer: 'none' });
    await waitFor(() => expect(document.activeElement).toBe(box('Referer')));
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    expect(document.activeElement).toBe(box('Referer'));
    await form.user.click(screen.getByRole('button', { name: 'Remove Proxy' }));
    expect(form.parameters()['options']).toEqual({ referer: 'none' });
  });

  it('with several entries keeps them separate', async () => {
    const several = { ...collection, options: [stringProperty('Proxy')], default: [], typeOptions: { multipleValues: true } };
    const form = showForm({ properties: [several], parameters: { options: [{ proxy: 'a' }, { proxy: 'b' }] } });
    const second = screen.getByRole('group', { name: 'Options 2' });
    await form.user.type(within(second).getByRole('textbox', { name: /Proxy/ }), 'c');
    expect(form.parameters()['options']).toEqual([{ proxy: 'a' }, { proxy: 'bc' }]);
    await form.user.click(within(screen.getByRole('group', { name: 'Options 1' })).getByRole('button', { name: 'Remove Options 1' }));
    expect(form.parameters()['options']).toEqual([{ proxy: 'bc' }]);
  });
});

describe('groups', () => {
  const group = (typeOptions: TypeOptions): NodeProperty => ({
    displayName: 'Headers',
    name: 'headers',
    type: 'fixedCollection',
    default: {},
    typeOptions,
    options: [
      {
        name: 'rows',
        displayName: 'Row',
        values: [stringProperty('Key'), stringProperty('Note', { default: 'n', displayOptions: { show: { key: ['k'] } } })],
      },
    ],
  });
  const stored = { rows: [{ key: 'a' }, { key: 'b' }] };

  it('with several entries can be added, sorted and removed', async () => {
    const form = showForm({ properties: [group({ multipleValues: true, sortable: true })], parameters: { headers: stored } });
    await form.user.click(screen.getByRole('button', { name: 'Move Row 1 down' }));
    expect(form.parameters()['headers']).toMatchObject({ rows: [{ key: 'b' }, { key: 'a' }] });
    await form.user.click(screen.getByRole('button', { name: 'Add Row' }));
    expect(form.parameters()['headers']).toMatchObject({ rows: [{ key: 'b' }, { key: 'a' }, { key: '' }] });
    await form.user.keyboard('c');
    expect(form.parameters()['headers']).toMatchObject({ rows: [{ key: 'b' }, { key: 'a' }, { key: 'c' }] });
    await form.user.click(screen.getByRole('button', { name: 'Remove Row 1' }));
    expect(form.parameters()['headers']).toMatchObject({ rows: [{ key: 'a' }, { key: 'c' }] });
  });

  it('are limited to the maximum number', () => {
    showForm({ properties: [group({ multipleValues: true, maxAllowedFields: 2 })], parameters: { headers: stored } });
    expect(screen.queryByRole('button', { name: 'Add Row' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
  });

  it('are moved as stored, without defaults; the focus follows', async () => {
    const many = group({ multipleValues: true, sortable: true });
    const rows = [{ key: 'a' }, { own: 1 }, { key: 'c' }];
    const form = showForm({ properties: [many], parameters: { headers: { rows } } });
    await form.user.click(screen.getByRole('button', { name: 'Move Row 1 down' }));
    expect(form.parameters()['headers']).toEqual({ rows: [rows[1], rows[0], rows[2]] });
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Row 2 down'));
    await form.user.keyboard('{Enter}');
    expect(form.parameters()['headers']).toEqual({ rows: [rows[1], rows[2], rows[0]] });
    await form.user.click(screen.getByRole('button', { name: 'Remove Row 2' }));
    await form.user.click(screen.getByRole('button', { name: 'Add Row' }));
    expect(form.parameters()['headers']).toEqual({ rows: [rows[1], rows[0], { key: '' }] });
  });

  it('with one entry are added once', async () => {
    const form = showForm({ properties: [group({})] });
    await form.user.click(screen.getByRole('button', { name: 'Add Row' }));
    expect(form.parameters()['headers']).toEqual({ rows: { key: '' } });
    expect(screen.queryByRole('button', { name: 'Add Row' })).toBeNull();
    await form.user.click(screen.getByRole('button', { name: 'Remove Row' }));
    expect(form.parameters()['headers']).toEqual({});
  });

  it('show fields depending on their siblings', async () => {
    const form = showForm({ properties: [group({ multipleValues: true })], parameters: { headers: stored } });
    expect(screen.queryAllByRole('textbox', { name: /^Note/ })).toHaveLength(0);
    const second = screen.getByRole('group', { name: 'Row 2' });
    await form.user.clear(within(second).getByRole('textbox', { name: /^Key/ }));
    await form.user.type(within(second).getByRole('textbox', { name: /^Key/ }), 'k');
    expect(within(second).getByRole('textbox', { name: /^Note/ })).toBeTruthy();
    expect(screen.queryAllByRole('textbox', { name: /^Note/ })).toHaveLength(1);
  });

  it('show the issues of an entry', async () => {
    const property = {
      ...group({ multipleValues: true }),
      options: [{ name: 'rows', displayName: 'Row', values: [stringProperty('Key', { required: true })] }],
    };
    showForm({ properties: [property], parameters: { headers: { rows: [{ key: 'a' }, { key: '' }] } }, isForced: true });
    const second = screen.getByRole('group', { name: 'Row 2' });
    expect(within(second).getByRole('alert').textContent).toBe('This field is required');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });
});

describe('a list of values', () => {
  it('can be extended, changed, sorted and shortened', async () => {
    const property = stringProperty('Tag', {
      default: [],
      typeOptions: { multipleValues: true, multipleValueButtonText: 'Add tag', sortable: true },
    });
    const form = showForm({ properties: [property], parameters: { tag: ['a'] } });
    await form.user.click(screen.getByRole('button', { name: 'Add tag' }));
    // The new entry has the focus.
    await form.user.keyboard('b');
    expect(form.parameters()['tag']).toEqual(['a', 'b']);
    await form.user.click(screen.getByRole('button', { name: 'Move Tag 2 up' }));
    expect(form.parameters()['tag']).toEqual(['b', 'a']);
    await form.user.click(screen.getByRole('button', { name: 'Remove Tag 1' }));
    expect(form.parameters()['tag']).toEqual(['a']);
  });
});

describe('a disabled parameter', () => {
  it('is read-only, depending on its siblings', async () => {
    const locked = stringProperty('Locked', { disabledOptions: { show: { mode: ['off'] } } });
    const form = showForm({ properties: [stringProperty('Mode'), locked], parameters: { mode: 'of', locked: 'x' } });
    expect(box('Locked').readOnly).toBe(false);
    await form.user.type(box('Mode'), 'f');
    expect(box('Locked').readOnly).toBe(true);
    expect(box('Locked').value).toBe('x');
  });
});

describe('conditions', () => {
  const filter: NodeProperty = {
    displayName: 'Conditions',
    name: 'conditions',
    type: 'filter',
    default: {},
    typeOptions: { filter: { version: 2, maxConditions: 2, caseSensitive: '={{ !$parameter.ignore }}' } },
  };
  const ignore: NodeProperty = { displayName: 'Ignore', name: 'ignore', type: 'boolean', default: false };

  it('start with an empty one, which is stored once it is edited', async () => {
    const form = showForm({ properties: [filter] });
    expect(form.parameters()).toEqual({});
    await form.user.type(box('Value'), 'x');
    expect(form.parameters()['conditions']).toMatchObject({
      combinator: 'and',
      options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
      conditions: [{ leftValue: 'x', rightValue: '', operator: { type: 'string', operation: 'equals' } }],
    });
  });

  it('are added up to the maximum, combined, and given another operator', async () => {
    const form = showForm({ properties: [filter] });
    await form.user.click(screen.getByRole('button', { name: 'Add condition' }));
    expect(screen.queryByRole('button', { name: 'Add condition' })).toBeNull();
    expect(screen.getByRole('group', { name: 'Condition 2' }).contains(document.activeElement)).toBe(true);
    expect(document.activeElement?.matches('input')).toBe(true);
    await form.user.click(screen.getByRole('button', { name: 'Any' }));
    await form.user.click(within(screen.getByRole('group', { name: 'Condition 2' })).getByRole('combobox', { name: /^Comparison/ }));
    await form.user.click(await screen.findByRole('option', { name: 'is greater than' }));
    const conditions = form.parameters()['conditions'] as { combinator: string; conditions: object[] };
    expect(conditions.combinator).toBe('or');
    expect(conditions.conditions[1]).toMatchObject({ operator: { type: 'number', operation: 'gt' }, rightValue: '' });
  });

  const choose = async (form: ReturnType<typeof showForm>, operator: string): Promise<void> => {
    await form.user.click(screen.getByRole('combobox', { name: /^Comparison/ }));
    await form.user.click(await screen.findByRole('option', { name: operator }));
  };
  const condition = (form: ReturnType<typeof showForm>): unknown =>
    (form.parameters()['conditions'] as { conditions: readonly unknown[] }).conditions[0];

  it('get the first operator found by a search on Enter', async () => {
    const conditions = { conditions: [{ id: '1', leftValue: '', rightValue: '', operator: { type: 'string', operation: 'equals' } }] };
    const form = showForm({ properties: [filter], parameters: { conditions } });
    await form.user.click(await screen.findByRole('combobox', { name: /^Comparison/ }));
    await form.user.type(await screen.findByPlaceholderText('Search'), 'greater{Enter}');
    expect(condition(form)).toMatchObject({ operator: { type: 'number', operation: 'gt' } });
  });

  it('keep their value with another operator, converted or as a text with an issue', async () => {
    const storedCondition = {
      id: '1',
      leftValue: '={{ $json.total }}',
      rightValue: '500',
      operator: { type: 'string', operation: 'equals' },
    };
    const form = showForm({ properties: [filter], parameters: { conditions: { conditions: [storedCondition] } } });
    await choose(form, 'is greater than');
    expect(condition(form)).toMatchObject({ operator: { type: 'number', operation: 'gt' }, rightValue: 500 });
    expect(screen.getByRole('combobox', { name: /^Comparison/ }).textContent).toBe('Number is greater than');
    await choose(form, 'starts with');
    expect(condition(form)).toMatchObject({ rightValue: '500' });
    await form.user.type(box('Compare with'), ' euros');
    await choose(form, 'is greater than');
    expect(condition(form)).toMatchObject({ rightValue: '500 euros' });
    expect(box('Compare with').value).toBe('500 euros');
    await form.user.click(box('Compare with'));
    await form.user.tab();
    expect(screen.getByText("Wrong type: '500 euros' is a string but was expecting a number")).toBeTruthy();
    await form.user.clear(box('Compare with'));
    await form.user.type(box('Compare with'), '12.5');
    expect(condition(form)).toMatchObject({ rightValue: 12.5 });
    expect(screen.queryByText(/^Wrong type/)).toBeNull();
  });

  it('are compared as numbers if the left value is a number', async () => {
    const form = showForm({ properties: [filter], input: [{ total: 5 }] });
    await form.user.click(box('Value'));
    act(() => void sendToLastUsed({ code: '$json.total', label: 'total' }));
    expect(condition(form)).toMatchObject({ leftValue: '={{ $json.total }}', operator: { type: 'number', operation: 'equals' } });
  });

  it('store the comparison options of the related parameters', async () => {
    const conditions = { conditions: [{ id: '1', leftValue: 'a', rightValue: 'b', operator: { type: 'string', operation: 'equals' } }] };
    const form = showForm({ properties: [ignore, filter], parameters: { conditions } });
    expect(form.steps()).toBe(0);
    await form.user.click(screen.getByRole('switch', { name: 'Ignore' }));
    await waitFor(() => expect(form.parameters()['conditions']).toMatchObject({ options: { caseSensitive: false } }));
  });
});

describe('assignments', () => {
  const fields: NodeProperty = { displayName: 'Fields', name: 'fields', type: 'assignmentCollection', default: {} };
  const list = (form: ReturnType<typeof showForm>): object[] => (form.parameters()['fields'] as { assignments: object[] }).assignments;

  it('are added, and change their type with their value', async () => {
    const form = showForm({ properties: [fields] });
    await form.user.click(screen.getByRole('button', { name: 'Add field' }));
    // The name has the focus.
    await form.user.keyboard('n');
    await form.user.type(box('Value'), '5');
    expect(list(form)).toMatchObject([{ name: 'n', type: 'string', value: '5' }]);
    await form.user.click(screen.getByRole('combobox', { name: /Type/ }));
    await form.user.click(await screen.findByRole('option', { name: 'Number' }));
    expect(list(form)).toMatchObject([{ name: 'n', type: 'number', value: 5 }]);
  });

  it.each([
    ['total', 5, 'number'],
    ['ok', true, 'boolean'],
    ['list', [1], 'array'],
    ['order', { a: 1 }, 'object'],
    ['name', 'x', 'string'],
  ])('are created from dropped data: %s', (key, value, type) => {
    const form = showForm({ properties: [fields], input: [{ [key]: value }] });
    const area = document.querySelector('.assign-area') as HTMLElement;
    document.elementFromPoint = () => area;
    act(() => startDrag({ clientX: 0, clientY: 0, button: 0 }, { code: `$json.${key}`, label: key }));
    act(() => void window.dispatchEvent(new MouseEvent('pointermove', { clientX: 50, clientY: 50 })));
    expect(area.dataset['over']).toBe('true');
    act(() => void window.dispatchEvent(new MouseEvent('pointerup')));
    expect(list(form)).toMatchObject([{ name: key, type, value: `={{ $json.${key} }}` }]);
  });
});

it('assignments are moved as stored', async () => {
  const fields: NodeProperty = { displayName: 'Fields', name: 'fields', type: 'assignmentCollection', default: {} };
  const assignments = [{ name: 'a' }, { id: '2', name: 'b', type: 'number', value: 1 }];
  const form = showForm({ properties: [fields], parameters: { fields: { assignments } } });
  await form.user.click(screen.getByRole('button', { name: 'Move a down' }));
  expect(form.parameters()['fields']).toEqual({ assignments: assignments.toReversed() });
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move a up'));
});

describe('mapping', () => {
  const drag = (over: HTMLElement): void => {
    document.elementFromPoint = () => over;
    act(() => startDrag({ clientX: 0, clientY: 0, button: 0 }, { code: '$json.total', label: 'total' }));
    act(() => void window.dispatchEvent(new MouseEvent('pointermove', { clientX: 50, clientY: 50 })));
  };

  it('shows a preview of the field, and nothing changes after Escape', () => {
    const form = showForm({ properties: [stringProperty('Url')], parameters: { url: 'x' }, input: [{ total: 129 }] });
    drag(box('Url'));
    const preview = document.querySelector('.drop-preview');
    expect(preview?.textContent).toBe('x {{ $json.total }}x 129');
    act(() => void fireEvent.keyDown(document.body, { key: 'Escape' }));
    expect(document.querySelector('.drop-preview')).toBeNull();
    act(() => void window.dispatchEvent(new MouseEvent('pointerup')));
    expect(form.parameters()).toEqual({ url: 'x' });
  });

  it('goes to the last used field inside a group', () => {
    const group: NodeProperty = {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      default: {},
      options: [stringProperty('Proxy')],
    };
    const form = showForm({ properties: [group], parameters: { options: { proxy: '' } }, input: [{ total: 1 }] });
    act(() => box('Proxy').focus());
    expect(sendToLastUsed({ code: '$json.total', label: 'total' })).toBe('options.proxy');
    expect(form.parameters()['options']).toEqual({ proxy: '={{ $json.total }}' });
  });

  it('is not offered in a finished execution', () => {
    showForm({ properties: [stringProperty('Url')], input: [{ total: 1 }], isReadOnly: true });
    expect(document.querySelector('[data-drop-path]')).toBeNull();
  });
});

describe('notices', () => {
  it('a callout is shown without an action only: others offer what is not here', () => {
    const calloutAction = { type: 'openSampleWorkflowTemplate', label: 'template', templateId: 'x' };
    showForm({
      properties: [
        stringProperty('Tip', { type: 'callout', displayName: 'A tip' }),
        stringProperty('Start', { type: 'callout', displayName: 'Start with our', typeOptions: { calloutAction } }),
      ],
    });
    expect(screen.getAllByRole('note').map(({ textContent }) => textContent)).toEqual(['A tip']);
  });

  it('are shown without unsafe HTML', () => {
    showForm({
      properties: [stringProperty('Note', { type: 'notice', displayName: 'See <a href="javascript:alert(1)">this</a> <b>now</b>' })],
    });
    const note = screen.getByRole('note');
    expect(note.textContent).toBe('See this now');
    expect(note.querySelector('a')?.getAttribute('href')).toBeNull();
  });

  it('that are hidden take no space', () => {
    showForm({ properties: [stringProperty('Secret', { type: 'hidden' })] });
    expect(document.querySelector('.param')).toBeNull();
  });
});

describe('a resource mapper of workflow inputs', () => {
  const mapper: NodeProperty = {
    displayName: 'Inputs',
    name: 'inputs',
    type: 'resourceMapper',
    default: { mappingMode: 'defineBelow', value: null },
    noDataExpression: true,
    typeOptions: {
      loadOptionsDependsOn: ['workflow'],
      resourceMapper: { localResourceMapperMethod: 'loadSubWorkflowInputs', addAllFields: true, fieldWords: { singular: 'input' } },
    },
  };
  const values = [
    { name: 'order', type: 'string' },
    { name: 'total', type: 'number' },
  ];
  const nodes = [{ name: 'T', type: 'n8n-nodes-base.executeWorkflowTrigger', parameters: { workflowInputs: { values } } }];
  const server = (url: URL): unknown => (url.pathname === '/rest/workflows/w1' ? { id: 'w1', nodes, connections: {} } : []);
  const storedValue = (form: ReturnType<typeof showForm>): Record<string, unknown> =>
    (form.parameters()['inputs'] as { value: Record<string, unknown> }).value;

  it('has the inputs of the called workflow, which are mapped, removed and added back', async () => {
    const form = showForm({
      properties: [stringProperty('Workflow'), mapper],
      parameters: { workflow: 'w1' },
      input: [{ id: 'A-1' }],
      server,
    });
    const order = await screen.findByRole('textbox', { name: /^order/ });
    expect(storedValue(form)).toEqual({ order: null, total: null });
    await form.user.type(order, 'x');
    act(() => void sendToLastUsed({ code: '$json.id', label: 'id' }));
    expect(storedValue(form)).toEqual({ order: '=x{{ $json.id }}', total: null });
    await form.user.click(screen.getByRole('button', { name: 'Remove total' }));
    expect(storedValue(form)).toEqual({ order: '=x{{ $json.id }}' });
    await form.user.click(screen.getByRole('combobox', { name: 'Add input' }));
    await form.user.click(await screen.findByRole('option', { name: 'total' }));
    await form.user.type(screen.getByRole('spinbutton', { name: /^total/ }), '5');
    expect(storedValue(form)).toEqual({ order: '=x{{ $json.id }}', total: 5 });
  });

  it('does not load or change them in a finished execution', async () => {
    const inputs = { mappingMode: 'defineBelow', value: { order: 'x' }, schema: [{ id: 'order', displayName: 'order', type: 'string' }] };
    const form = showForm({ properties: [mapper], parameters: { inputs }, isReadOnly: true, server });
    expect(box('order').readOnly).toBe(true);
    expect(form.parameters()['inputs']).toEqual(inputs);
  });
});
