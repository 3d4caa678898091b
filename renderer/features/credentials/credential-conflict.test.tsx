// A credential that was saved elsewhere while it is edited: the user chooses between the two versions.
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../testing/setup.ts';
import { responses, ben, button, lastToast, press, saved, savedCredential, requests, show } from './testing/credential-dialog.tsx';

savedCredential();

describe('a credential that was saved elsewhere while it was edited', () => {
  const newer = {
    ...saved,
    name: 'Newer',
    updatedAt: '2024-01-03T00:00:00.000Z',
    data: { ...saved.data, Note: 'theirs' },
    sharedWith: [ben],
  };
  const conflict = (): Promise<HTMLElement> => screen.findByRole('dialog', { name: '"Mine" was saved elsewhere' });
  const saveMine = async (): Promise<void> => {
    responses['PATCH /rest/credentials/c1'] = Object.assign(new Error('Changed.'), { name: 'CREDENTIAL_CHANGED' });
    responses['GET /rest/credentials/c1'] = saved;
    await show({ activeId: 'c1' });
    await userEvent.type(await screen.findByLabelText('Note'), ' of mine');
    responses['GET /rest/credentials/c1'] = newer;
    await press('Save');
    await conflict();
  };
  const note = (): string => screen.getByLabelText<HTMLInputElement>('Note').value;
  const chosen = async (name: string): Promise<void> => userEvent.click(within(await conflict()).getByRole('button', { name }));

  it('keeps what was entered if neither is chosen', async () => {
    await saveMine();
    await chosen('Cancel');
    await screen.findByRole('button', { name: 'Save' });
    expect(note()).toBe('n of mine');
    expect(requests.map(({ call }) => call)).toEqual(['PATCH /rest/credentials/c1']);
    expect(lastToast()?.title).not.toBe('"Mine" could not be saved');
    await press('Save');
    await conflict();
  });

  it('is overwritten', async () => {
    await saveMine();
    responses['PATCH /rest/credentials/c1'] = { ...newer, name: 'Mine', updatedAt: '2024-01-04T00:00:00.000Z', data: undefined };
    await chosen('Overwrite');
    await screen.findByRole('button', { name: 'Saved' });
    expect(note()).toBe('n of mine');
    expect(requests[1]).toMatchObject({ call: 'PATCH /rest/credentials/c1', body: { name: 'Mine', data: { Note: 'n of mine' } } });
    expect(requests[1]?.body).not.toHaveProperty('updatedAt');
    expect(requests.map(({ call }) => call)).not.toContain('PUT /rest/credentials/c1/share');
    await userEvent.type(screen.getByLabelText('Note'), '!');
    await press('Save');
    await screen.findByRole('button', { name: 'Saved' });
    expect(requests.findLast(({ call }) => call.startsWith('PATCH'))).toMatchObject({ body: { updatedAt: '2024-01-04T00:00:00.000Z' } });
  });

  it('is loaded, and saved on top of it', async () => {
    await saveMine();
    await chosen('Load the newer version');
    await screen.findByRole('button', { name: 'Newer' });
    expect(note()).toBe('theirs');
    expect(button('Saved').getAttribute('aria-disabled')).toBe('true');
    expect(requests).toHaveLength(1);
    responses['PATCH /rest/credentials/c1'] = { ...newer, data: undefined };
    await userEvent.type(screen.getByLabelText('Note'), '!');
    await press('Save');
    await screen.findByRole('button', { name: 'Saved' });
    expect(requests[1]).toMatchObject({ body: { name: 'Newer', data: { Note: 'theirs!' }, updatedAt: newer.updatedAt } });
  });

  it('keeps what was entered if the newer version cannot be loaded', async () => {
    await saveMine();
    responses['GET /rest/credentials/c1'] = new Error('It is gone.');
    await chosen('Load the newer version');
    await eventually(() => expect(lastToast()).toMatchObject({ title: 'The credential could not be loaded', message: 'It is gone.' }));
    expect(note()).toBe('n of mine');
  });
});
