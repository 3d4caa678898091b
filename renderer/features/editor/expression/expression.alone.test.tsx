// Expressions in the form: highlighting, completion by keyboard, results per item; the dialog and its variables.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { store } from '../../../state/store.ts';
import { editorActions } from '../document/editor-slice.ts';
import { sendToLastUsed } from '../mapping/index.ts';
import { selectEditor } from '../state/slices.ts';
import { endForm, showForm, type Form, type FormOptions } from '../testing/form.tsx';

afterEach(() => {
  vi.useRealTimers();
  endForm();
});

const property: NodeProperty = { displayName: 'Url', name: 'url', type: 'string', default: '' };
const show = (url: string, more: Partial<FormOptions> = {}): Form =>
  showForm({
    properties: [property],
    parameters: { url },
    input: [{ order: { id: 'A-1', total: 129 } }, { order: { id: 'A-2', total: 7 } }],
    ...more,
  });
const editor = (): HTMLTextAreaElement => screen.getByRole('combobox', { name: /^Url/ });
const result = (): string | null => document.querySelector('.expression-result output')?.textContent ?? null;
const url = (form: Form): unknown => form.parameters()['url'];

describe('an expression', () => {
  it.each([
    ['={{ $json.order.id }}', 'A-1'],
    ['=no {{ 1 + 1 }}', 'no 2'],
    ['={{ $json.order }}', '{\n  "id": "A-1",\n  "total": 129\n}'],
    ['={{ "" }}', '[empty]'],
    ['={{ $json.gone }}', '[not found]'],
    ['={{ 1 + }}', expect.stringMatching(/^\[invalid \(/)],
    ['={{ $json.gone.more }}', expect.stringMatching(/^\[(ERROR: |not found)/)],
  ])('%s evaluates to %j', (text, expected) => {
    show(text);
    expect(result()).toEqual(expected);
  });

  it.each([
    ['={{ $json.order.id.foo() }}', '[ERROR: foo is not a function]'],
    ['=a {{ parse($json.order.id) }}', '[ERROR: parse is not a function]'],
    [
      '={{ (() => { for (;;) {} })() }}',
      '[ERROR: The preview was stopped, since this expression takes long. Run the node to see its result.]',
    ],
  ])('%s says why it has no result', (text, expected) => {
    show(text);
    expect(result()).toBe(expected);
  });

  it('sees the placeholder id of an unsaved workflow, and its id once it is saved', () => {
    show('={{ $workflow.id }}');
    expect(result()).toBe('__EMPTY__');
    const { visit, history, tags } = selectEditor(store.getState());
    const saved = { id: 'w9', name: 'Test', version: 1, isActive: false, tags, visit, sentFile: history.present, sentTags: tags, at: 1 };
    act(() => void store.dispatch(editorActions.savedOnServer(saved)));
    expect(result()).toBe('w9');
  });

  it('says that nodes before must run', () => {
    showForm({ properties: [property], parameters: { url: '={{ $json.order.id }}' } });
    expect(result()).toBe('Run the previous nodes to see a preview');
  });

  it('is shown for each item', async () => {
    const { user } = show('={{ $json.order.total }}');
    expect(result()).toBe('129');
    await user.click(screen.getByRole('button', { name: 'Next item' }));
    expect(result()).toBe('7');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next item' }).disabled).toBe(true);
  });

  it('is completed by keyboard: braces, names, fields', async () => {
    const form = show('=');
    await form.user.click(editor());
    await form.user.keyboard('{{{{');
    expect(url(form)).toBe('={{  }}');
    await form.user.keyboard('$json.ord');
    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    expect(within(list).getAllByRole('option')[0]?.textContent).toMatch(/order/);
    await form.user.keyboard('{Tab}.to');
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent).join()).toMatch(/total/);
    await form.user.keyboard('{Enter}');
    expect(url(form)).toBe('={{ $json.order.total }}');
    expect(result()).toBe('129');
  });

  it.each([
    ['with blanks', '{{{{ $json.order.id }}!', '={{ $json.order.id }}!'],
    ['without blanks', '{{{{$json.order.id}}!', '={{ $json.order.id }}!'],
    ['with an object', '{{{{ {{a: 1}.a }}!', '={{ {a: 1}.a }}!'],
    ['with an object in an object', '{{{{ {{a: {{b: 1}}.a.b }}!', '={{ {a: {b: 1}}.a.b }}!'],
    ['twice', '{{{{ 1 }} and {{{{ 2 }}!', '={{ 1 }} and {{ 2 }}!'],
  ])('is typed by hand %s, although closing braces are inserted', async (_what, keys, expected) => {
    const form = show('=');
    await form.user.click(editor());
    await form.user.keyboard(keys);
    expect(url(form)).toBe(expected);
  });

  it('offers nothing while a word is composed', async () => {
    const form = show('={{ $json. }}');
    await form.user.click(editor());
    act(() => editor().setSelectionRange(9, 9));
    await form.user.keyboard('{Control>} {/Control}');
    expect(await screen.findByRole('listbox', { name: 'Suggestions' })).toBeTruthy();
    fireEvent.compositionStart(editor());
    expect(screen.queryByRole('listbox', { name: 'Suggestions' })).toBeNull();
    fireEvent.input(editor(), { target: { value: '{{ $json.か }}' }, isComposing: true });
    expect(screen.queryByRole('listbox', { name: 'Suggestions' })).toBeNull();
  });

  it('closes its suggestions with Escape, and stays open itself', async () => {
    const form = show('={{ $json. }}');
    await form.user.click(editor());
    act(() => editor().setSelectionRange(9, 9));
    await form.user.keyboard('{Control>} {/Control}');
    expect(await screen.findByRole('listbox', { name: 'Suggestions' })).toBeTruthy();
    await form.user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox', { name: 'Suggestions' })).toBeNull();
    expect(editor()).toBe(document.activeElement);
  });

  it('takes the focus 375 ms after the switch to expression', async () => {
    show('x');
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Expression' }));
    act(() => void vi.advanceTimersByTime(374));
    expect(document.activeElement).not.toBe(editor());
    act(() => void vi.advanceTimersByTime(1));
    expect(document.activeElement).toBe(editor());
  });

  it('is read-only in a finished execution', () => {
    show('={{ $json.order.id }}', { isReadOnly: true });
    expect(editor().readOnly).toBe(true);
    expect(result()).toBe('A-1');
  });
});

describe('the large editor', () => {
  const openLarge = async (form: Form): Promise<HTMLElement> => {
    await form.user.click(screen.getByRole('button', { name: 'Edit Url in a larger editor' }));
    return screen.findByRole('dialog', { name: 'Edit expression: Url' });
  };

  it('inserts a variable found by a search', async () => {
    const form = show('=Total: ');
    const dialog = await openLarge(form);
    // Ctrl+S in it saves the workflow.
    expect(dialog.querySelector('[data-edits-node] textarea')).not.toBeNull();
    await form.user.type(within(dialog).getByRole('searchbox', { name: 'Search variables' }), 'total');
    const buttons = within(dialog).getAllByRole('button', { name: /^total/ });
    await form.user.click(buttons[0] as HTMLElement);
    expect(url(form)).toBe('=Total: {{ $json.order.total }}');
    expect(dialog.querySelector('.expression-output')?.textContent).toBe('Total: 129');
    await form.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(editor()));
  });

  it('shows the values of the names of a run', async () => {
    const form = show('=');
    const dialog = await openLarge(form);
    await form.user.type(within(dialog).getByRole('searchbox', { name: 'Search variables' }), '$itemIndex');
    expect(within(dialog).getByRole('button', { name: /^\$itemIndex/ }).textContent).toBe('$itemIndex0');
  });

  it('shows that data is too large to be listed', async () => {
    const form = show('=', { input: [Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`field number ${at}`, at]))] });
    const dialog = await openLarge(form);
    expect(within(dialog).getAllByText('Data too large').length).toBeGreaterThan(0);
  });
});

describe('the mapping hint', () => {
  it('appears after 500 ms, disappears after 6 s, and is not shown again once data was mapped', () => {
    vi.useFakeTimers();
    const form = showForm({ properties: [property], input: [{ total: 1 }] });
    const field = (): HTMLElement => screen.getByRole('textbox', { name: /^Url/ });
    const hint = (): HTMLElement | null => screen.queryByText('Drag an input field here to use its value.');
    act(() => field().focus());
    act(() => void vi.advanceTimersByTime(499));
    expect(hint()).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(hint()).not.toBeNull();
    act(() => field().blur());
    expect(hint()).toBeNull();
    act(() => field().focus());
    act(() => void vi.advanceTimersByTime(6500));
    expect(hint()).toBeNull();
    act(() => void sendToLastUsed({ code: '$json.total', label: 'total' }));
    expect(url(form)).toBe('={{ $json.total }}');
    expect(localStorage.getItem('millrace.mapping.known')).toBe('true');
  });
});
