// The next runs of an open schedule, below its parameters.
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../../testing/setup.ts';
import { endForm, showForm } from '../testing/form.tsx';

afterEach(endForm);

const runs = ['2026-01-05T08:00:00.000Z', '2026-01-06T08:00:00.000Z', '2026-01-07T08:00:00.000Z'];
let requests: string[] = [];
const serverOf =
  (nodes: readonly object[]) =>
  ({ pathname }: URL): unknown => {
    requests.push(pathname);
    return pathname === '/rest/workflows/next-runs' ? { timezone: 'Europe/Berlin', nodes } : [];
  };

it('are shown with the time zone in which they are meant', async () => {
  showForm({ properties: [], description: { group: ['trigger'] }, server: serverOf([{ name: 'A', runs }]) });
  const section = await screen.findByRole('region', { name: 'Next runs' });
  expect(section.textContent).toContain('Time zone Europe/Berlin');
  expect(section.textContent).toContain('Mon, Jan 5, 2026, 9:00 AM');
  expect(section.querySelectorAll('time')).toHaveLength(3);
});

it('are replaced by the reason if the times are wrong', async () => {
  showForm({
    properties: [],
    description: { group: ['trigger'] },
    server: serverOf([{ name: 'A', runs: [], error: 'There is no such day.' }]),
  });
  await screen.findByText('There is no such day.');
});

it('are not asked for if the node does not start the workflow, or does so by a webhook', async () => {
  requests = [];
  showForm({ properties: [], description: { group: ['transform'] }, server: serverOf([]) });
  await eventually(() => expect(screen.getByText(/no parameters/i)).toBeTruthy());
  endForm();
  showForm({
    properties: [],
    description: { group: ['trigger'], webhooks: [{ name: 'default', httpMethod: 'GET', path: 'a' }] },
    server: serverOf([]),
  });
  await eventually(() => expect(requests).toContain('/rest/settings'));
  expect(requests).not.toContain('/rest/workflows/next-runs');
});
