// Expressions that the user's model writes: what is sent, the proposal with its result, and that only the user puts it into the field.
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { endForm, showForm, type Form } from '../testing/form.tsx';

afterEach(endForm);

const property = { displayName: 'Url', name: 'url', type: 'string', default: '' } as const;
const input = [{ order: { id: 'A-1', total: 129, token: 'abc' } }, { order: { id: 'A-2', total: 7 } }];

const prompts: string[] = [];

function show({ model = { provider: 'ollama', model: 'm' } as object | null, answer = '', isReadOnly = false } = {}): Form {
  prompts.length = 0;
  return showForm({
    properties: [property],
    parameters: { url: '=old' },
    input,
    isReadOnly,
    server: ({ pathname }, body) => {
      if (pathname.endsWith('/settings')) return { hasAssistant: true, timezone: 'UTC' };
      if (pathname.endsWith('/assistant')) return { model };
      if (!pathname.endsWith('/assistant/answers')) return undefined;
      prompts.push((JSON.parse(body ?? '') as { prompt: string }).prompt);
      return { text: answer };
    },
  });
}

async function openWriting(form: Form): Promise<HTMLElement> {
  await form.user.click(screen.getByRole('button', { name: 'Edit Url in a larger editor' }));
  await form.user.click(await screen.findByRole('button', { name: 'Write this expression' }));
  return screen.findByRole('dialog', { name: 'Write this expression: Url' });
}

const sentText = (dialog: HTMLElement): string => within(dialog).getByRole('region', { name: 'Text that is sent' }).textContent ?? '';

describe('writing an expression', () => {
  it.each([
    ['no model is chosen', { model: null }],
    ['the workflow is read-only', { isReadOnly: true }],
  ])('is not offered while %s', async (_, options) => {
    const form = show(options);
    await form.user.click(screen.getByRole('button', { name: 'Edit Url in a larger editor' }));
    await screen.findByRole('dialog', { name: 'Edit expression: Url' });
    expect(screen.queryByRole('button', { name: 'Write this expression' })).toBeNull();
  });

  it('shows what is sent: the wish, the fields with their types, and values only on request', async () => {
    const form = show({ answer: '```\n{{ $json.order.id }}\n```' });
    const dialog = await openWriting(form);
    expect(within(dialog).getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true);
    await form.user.type(within(dialog).getByRole('textbox', { name: 'What should the expression return?' }), 'The id');
    const text = sentText(dialog);
    expect(text).toContain('What it should return:\nThe id');
    expect(text).toContain('$json.order: object\n$json.order.id: string\n$json.order.total: number');
    expect(text).toContain('It replaces:\nold');
    for (const value of ['A-1', '129', 'abc']) expect(text).not.toContain(value);
    await form.user.click(within(dialog).getByRole('checkbox', { name: 'Include the values of the input item' }));
    expect(sentText(dialog)).toContain('"id": "A-1"');
    expect(sentText(dialog)).toContain('"token": "[removed]"');
    await form.user.click(within(dialog).getByRole('button', { name: 'Send' }));
    expect(prompts).toEqual([sentText(dialog)]);
  });

  it('shows the proposal with its result, and puts it into the field when the user takes it', async () => {
    const form = show({ answer: 'Here:\n```js\n{{ $json.order.total * 2 }}\n```' });
    const dialog = await openWriting(form);
    await form.user.type(within(dialog).getByRole('textbox', { name: /return/ }), 'Twice the total');
    await form.user.click(within(dialog).getByRole('button', { name: 'Send' }));
    const use = await within(dialog).findByRole('button', { name: 'Use' });
    expect(within(dialog).getByText('{{ $json.order.total * 2 }}')).toBeTruthy();
    expect(within(dialog).getByLabelText('Result of the proposal').textContent).toBe('258');
    await form.user.click(within(dialog).getByRole('button', { name: 'Next item' }));
    expect(within(dialog).getByLabelText('Result of the proposal').textContent).toBe('14');
    expect(form.parameters()['url']).toBe('=old');
    await form.user.click(use);
    expect(form.parameters()['url']).toBe('={{ $json.order.total * 2 }}');
    expect(screen.queryByRole('dialog', { name: /^Write/ })).toBeNull();
  });

  it('shows why a proposal is no expression', async () => {
    const form = show({ answer: '```\n{{ $json.( }}\n```' });
    const dialog = await openWriting(form);
    await form.user.type(within(dialog).getByRole('textbox', { name: /return/ }), 'One');
    await form.user.click(within(dialog).getByRole('button', { name: 'Send' }));
    expect((await within(dialog).findByLabelText('Result of the proposal')).dataset['kind']).toBe('error');
  });
});
