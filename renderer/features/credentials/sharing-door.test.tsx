// The tab for sharing where sharing is switched off: an announcement with its waiting list, or no tab.
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { editorApi } from '../../api/editor.ts';
import { store } from '../../state/store.ts';
import { responses, savedCredential, show } from './testing/credential-dialog.tsx';

savedCredential();

const sharingDoor = { id: 'sharing', linkURL: 'https://example.com/join', uiLocations: ['credentialsModal'] };
it.each([
  ['announces sharing where it is switched off', { fakeDoors: [sharingDoor] }, 'https://example.com/join'],
  ['has no tab for sharing where it is switched off and not announced', {}, undefined],
  ['has none for what is announced elsewhere', { fakeDoors: [{ ...sharingDoor, uiLocations: ['settings'] }] }, undefined],
  ['has none for a link that is not a page', { fakeDoors: [{ ...sharingDoor, linkURL: 'javascript:alert(1)' }] }, undefined],
])('%s', async (_, settings, link) => {
  responses['GET /rest/settings'] = { enterprise: { sharing: false }, ...settings };
  await store.dispatch(editorApi.endpoints.settings.initiate());
  await show({ activeId: 'c1' });
  await screen.findByRole('tab', { name: 'Details' });
  const tab = screen.queryByRole('tab', { name: 'Sharing' });
  expect(tab !== null).toBe(link !== undefined);
  if (tab === null) return;
  await userEvent.click(tab);
  const join = await screen.findByRole('link', { name: 'Join the waiting list' });
  expect([join.getAttribute('href'), join.getAttribute('target')]).toEqual([link, '_blank']);
  expect(screen.queryByRole('combobox', { name: 'Share with' })).toBeNull();
});
