// All parameter types: displaying, changing, clearing, issues, read-only mode and expressions.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { NodeProperty, PropertyType } from '../../../../engine/workflow/node-type.ts';
import { sendToLastUsed } from '../mapping/index.ts';
import { endForm, showForm, type Form } from '../testing/form.tsx';

afterEach(endForm);

const options = [
  { name: 'Get', value: 'get' },
  { name: 'Send', value: 'send' },
];
const modes = [
  { name: 'list', displayName: 'From list', type: 'list', typeOptions: { searchListMethod: 'search', searchable: true } },
  { name: 'url', displayName: 'By URL', type: 'string' },
  { name: 'id', displayName: 'By ID', type: 'string', placeholder: 'e.g. 12' },
];

const field = (type: PropertyType, more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName: 'Thing',
  name: 'thing',
  type,
  default: '',
  ...more,
});

interface Row {
  readonly property: NodeProperty;
  /** A stored value and how it is displayed. */
  readonly value: unknown;
  readonly displayed: () => unknown;
  readonly expected: unknown;
  /** Changes the value as a user. */
  readonly change: (form: Form) => Promise<void>;
  readonly changed: unknown;
  /** Clears the value as a user, if possible. */
  readonly clear?: (form: Form) => Promise<void>;
  readonly cleared?: unknown;
  /** The value as an expression, and its result. */
  readonly expression?: string;
  /** In read-only mode: true if the control is disabled, false if it is only read-only. */
  readonly isDisabled?: boolean;
}

const textbox = (): HTMLInputElement => screen.getByRole('textbox', { name: /Thing/ });
const combobox = (): HTMLElement => screen.getByRole('combobox', { name: /Thing/ });
const type =
  (text: string) =>
  async ({ user }: Form): Promise<void> => {
    await user.clear(textbox());
    await user.type(textbox(), text);
  };
const empty = ({ user }: Form): Promise<void> => user.clear(textbox());
const choose =
  (name: string) =>
  async ({ user }: Form): Promise<void> => {
    await user.click(combobox());
    await user.click(await screen.findByRole('option', { name }));
  };

const rows: readonly (readonly [string, Row])[] = [
  [
    'string',
    {
      property: field('string'),
      value: 'old',
      displayed: () => textbox().value,
      expected: 'old',
      change: type('new'),
      changed: 'new',
      clear: empty,
      cleared: '',
      expression: '=old',
    },
  ],
  [
    'string of several lines',
    {
      property: field('string', { typeOptions: { rows: 4 } }),
      value: 'a\nb',
      displayed: () => textbox().value,
      expected: 'a\nb',
      change: type('new'),
      changed: 'new',
      clear: empty,
      cleared: '',
      expression: '=a\nb',
    },
  ],
  [
    'password',
    {
      property: field('string', { typeOptions: { password: true } }),
      value: 'secret',
      displayed: () => screen.getByLabelText<HTMLInputElement>('Thing').type,
      expected: 'password',
      change: async ({ user }) => {
        await user.clear(screen.getByLabelText('Thing'));
        await user.type(screen.getByLabelText('Thing'), 'other');
      },
      changed: 'other',
      expression: '=secret',
    },
  ],
  [
    'number',
    {
      property: field('number', { default: 3, typeOptions: { minValue: 1, maxValue: 10, numberPrecision: 1 } }),
      value: 5,
      displayed: () => screen.getByRole<HTMLInputElement>('spinbutton').value,
      expected: '5',
      change: async ({ user }) => {
        await user.clear(screen.getByRole('spinbutton'));
        await user.type(screen.getByRole('spinbutton'), '99.27');
        await user.tab();
      },
      changed: 10,
      clear: ({ user }) => user.clear(screen.getByRole('spinbutton')),
      cleared: null,
      expression: '={{ 5 }}',
    },
  ],
  [
    'boolean',
    {
      property: field('boolean', { default: false }),
      value: true,
      displayed: () => screen.getByRole('switch').getAttribute('aria-checked'),
      expected: 'true',
      change: ({ user }) => user.click(screen.getByRole('switch')),
      changed: false,
      expression: '={{ true }}',
      isDisabled: true,
    },
  ],
  [
    'dateTime',
    {
      property: field('dateTime'),
      value: '2026-03-01T10:00:00',
      displayed: () => screen.getByLabelText<HTMLInputElement>('Thing').value.slice(0, 16),
      expected: '2026-03-01T10:00',
      change: async () => void fireEvent.change(screen.getByLabelText('Thing'), { target: { value: '2026-04-02T11:30:00' } }),
      changed: expect.stringMatching(/^2026-04-02T11:30/),
      expression: '=2026-03-01T10:00:00',
    },
  ],
  [
    'color',
    {
      property: field('color'),
      value: '#ff0000',
      displayed: () => textbox().value,
      expected: '#ff0000',
      change: async () => void fireEvent.change(screen.getByLabelText('Pick Thing'), { target: { value: '#00ff00' } }),
      changed: '#00ff00',
      clear: empty,
      cleared: '',
      expression: '=#ff0000',
    },
  ],
  [
    'color that lets through',
    {
      property: field('color', { typeOptions: { showAlpha: true } }),
      value: 'rgba(255, 0, 0, 0.5)',
      displayed: () => screen.getByRole<HTMLInputElement>('slider').value,
      expected: '0.5',
      change: async () => void fireEvent.change(screen.getByRole('slider'), { target: { value: '0.25' } }),
      changed: 'rgba(255, 0, 0, 0.25)',
      expression: '=rgba(255, 0, 0, 0.5)',
    },
  ],
  [
    'options',
    {
      property: field('options', { default: 'get', options }),
      value: 'send',
      displayed: () => combobox().textContent,
      expected: 'Send',
      change: choose('Get'),
      changed: 'get',
      expression: '=send',
      isDisabled: true,
    },
  ],
  [
    'multiOptions',
    {
      property: field('multiOptions', { default: [], options }),
      value: ['send'],
      displayed: () => [...document.querySelectorAll('.multi-chip')].map(({ textContent }) => textContent),
      expected: ['Send'],
      change: choose('Get'),
      changed: ['send', 'get'],
      clear: async ({ user }) => {
        await user.keyboard('{Escape}');
        await user.click(await screen.findByRole('button', { name: 'Remove Send' }));
      },
      cleared: [],
      expression: '={{ ["send"] }}',
      isDisabled: true,
    },
  ],
  [
    'json',
    {
      property: field('json'),
      value: '{"a":1}',
      displayed: () => textbox().value,
      expected: '{"a":1}',
      change: async () => void fireEvent.change(textbox(), { target: { value: '[2]' } }),
      changed: '[2]',
      clear: empty,
      cleared: '',
      expression: '={"a":1}',
    },
  ],
  [
    'code',
    {
      property: field('string', { typeOptions: { editor: 'codeNodeEditor' } }),
      value: 'return 1;',
      displayed: () => textbox().value,
      expected: 'return 1;',
      change: async () => void fireEvent.change(textbox(), { target: { value: 'return 2;' } }),
      changed: 'return 2;',
      expression: '=return 1;',
    },
  ],
  [
    'resourceLocator',
    {
      property: field('resourceLocator', { default: { mode: 'list', value: '' }, modes }),
      value: { __rl: true, mode: 'id', value: 'x1' },
      displayed: () => textbox().value,
      expected: 'x1',
      change: type('x2'),
      changed: { __rl: true, mode: 'id', value: 'x2' },
      clear: empty,
      cleared: { __rl: true, mode: 'id', value: '' },
    },
  ],
  [
    'workflowSelector',
    {
      property: field('workflowSelector'),
      value: { __rl: true, mode: 'id', value: 'w1' },
      displayed: () => textbox().value,
      expected: 'w1',
      change: type('w2'),
      changed: { __rl: true, mode: 'id', value: 'w2' },
    },
  ],
];

const valueIn = (form: Form): unknown => form.parameters()['thing'];
const ownTypes = rows.filter(([, { expression }]) => expression !== undefined);

describe('parameter types', () => {
  it.each(rows)('%s shows, changes and clears a value', async (_type, row) => {
    const form = showForm({ properties: [row.property], parameters: { thing: row.value } });
    expect(row.displayed()).toEqual(row.expected);
    await row.change(form);
    expect(valueIn(form)).toEqual(row.changed);
    if (row.clear === undefined) return;
    form.undo();
    await row.clear(form);
    expect(valueIn(form)).toEqual(row.cleared);
  });

  it.each(rows)('%s is read-only in a finished execution', (_type, { property, value, displayed, expected, isDisabled }) => {
    showForm({ properties: [property], parameters: { thing: value }, isReadOnly: true });
    expect(displayed()).toEqual(expected);
    expect(screen.queryByRole('button', { name: 'Expression' })).toBeNull();
    const control = document.querySelector<HTMLInputElement>('[id^="param-thing-"]:is(input, textarea, button, [role="switch"])');
    if (isDisabled === true)
      expect(control).toSatisfy((it: HTMLElement) => it.matches(':disabled, [aria-disabled="true"], [data-disabled]'));
    else expect(control?.readOnly).toBe(true);
  });

  it.each(ownTypes)('%s becomes an expression, and its result when switched back', async (_type, { property, value, expression }) => {
    const form = showForm({ properties: [property], parameters: { thing: value } });
    await form.user.click(screen.getByRole('button', { name: 'Expression' }));
    expect(valueIn(form)).toBe(expression);
    await waitFor(() => expect(document.activeElement?.closest('.expression-editor')).not.toBeNull());
    await form.user.click(screen.getByRole('button', { name: 'Fixed' }));
    expect(valueIn(form)).toEqual(value);
  });

  it.each(rows)('%s accepts dropped data', async (_type, { property, value }) => {
    const form = showForm({ properties: [property], parameters: { thing: value }, input: [{ total: 5 }] });
    const control = document.querySelector<HTMLElement>('[id^="param-thing-"]:is(input, textarea, button, [role="switch"])');
    act(() => control?.focus());
    act(() => void sendToLastUsed({ code: '$json.total', label: 'total' }));
    const now = valueIn(form);
    expect(String(typeof now === 'object' ? (now as { value: string }).value : now)).toMatch(/^=.*\{\{ \$json\.total \}\}$/s);
    await screen.findByText(/5$/, { selector: 'output' });
  });

  it.each(rows)('%s is reset to its default', async (_type, { property, value }) => {
    const form = showForm({ properties: [property], parameters: { thing: value } });
    await form.user.click(screen.getByRole('button', { name: 'More for Thing' }));
    await form.user.click(await screen.findByRole('menuitem', { name: 'Reset value' }));
    expect(valueIn(form)).toEqual(property.default);
  });
});

describe('a locator as an expression', () => {
  it('leaves the list mode, which is not offered then', async () => {
    const value = { __rl: true, mode: 'list', value: '12', cachedResultName: 'Twelve' };
    const form = showForm({ properties: [field('resourceLocator', { modes })], parameters: { thing: value } });
    await form.user.click(screen.getByRole('button', { name: 'Expression' }));
    expect(valueIn(form)).toEqual({ __rl: true, mode: 'id', value: '=12' });
    await form.user.click(screen.getByRole('combobox', { name: /Input mode of Thing/ }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['By URL', 'By ID']);
  });
});

describe('the list of a locator', () => {
  const listed = (more: object): NodeProperty =>
    field('resourceLocator', {
      default: { mode: 'list', value: '' },
      modes: [{ ...modes[0], typeOptions: { ...modes[0]?.typeOptions, ...more } }],
    });
  /** Opens the list, which is empty. `answer`: responds to other requests of the list. */
  const open = async (response: unknown, more: object, list: unknown = { results: [] }): Promise<Form> => {
    const server = ({ pathname }: URL): unknown =>
      pathname.endsWith('/action-result') ? response : pathname.endsWith('/nodes-list-search') ? list : [];
    const form = showForm({ properties: [listed(more)], server });
    await form.user.click(screen.getByRole('button', { name: 'Thing' }));
    return form;
  };
  const failed = Response.json({ code: 'NODE_FAILED', message: 'The name is taken.' }, { status: 400 });

  it.each<[what: string, answer: unknown, text: string, value: unknown]>([
    ['the search text', 'k1', 'Mine', { __rl: true, mode: 'list', value: 'k1', cachedResultName: 'Mine' }],
    ['a default', { __rl: true, mode: 'list', value: 7 }, '', { __rl: true, mode: 'list', value: 7, cachedResultName: 'store' }],
  ])('makes a resource named by %s', async (_what, response, text, value) => {
    const form = await open(response, {
      allowNewResource: { label: 'x', defaultName: 'store', method: 'make' },
    });
    if (text !== '') await form.user.type(await screen.findByRole('textbox', { name: 'Search' }), text);
    await form.user.click(await screen.findByRole('button', { name: `Create “${text || 'store'}”` }));
    await waitFor(() => expect(valueIn(form)).toEqual(value));
  });

  it('says why a resource cannot be made', async () => {
    const form = await open(failed, {
      allowNewResource: { method: 'make', defaultName: 'store' },
    });
    await form.user.click(await screen.findByRole('button', { name: 'Create “store”' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The name is taken.');
    expect(valueIn(form)).toBeUndefined();
  });

  it('offers no page of another program', async () => {
    await open(undefined, { allowNewResource: { url: '/tables/new', label: 'x' } });
    await screen.findByText('No results');
    expect(screen.queryByRole('button', { name: /Create/ })).toBeNull();
  });

  it('gives advice while it loads slowly', async () => {
    await open(undefined, { slowLoadNotice: { message: 'Use the id instead', timeout: 1 } }, new Promise(() => undefined));
    await screen.findByText('Use the id instead');
  });
});
