// The list of installed packages.
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { api } from '../../api/base.ts';
import { pushReceived } from '../../state/actions.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { selectModals } from '../../state/ui-slice.ts';
import { PackagesPage } from './packages-page.tsx';
import { serveRequests, installed, name, reply, requests, show, type PackageResponse } from './testing/package-responses.tsx';

serveRequests();

describe('the page of packages', () => {
  it('lists packages, and opens the dialogs', async () => {
    reply('GET /nodes', () => ({ data: [installed] }));
    reply('GET /nodes/updates', () => ({ data: [{ ...installed, updateAvailable: '2.0.0' }] }));
    show(<PackagesPage />);
    const card = await screen.findByRole('region', { name });
    expect(card.textContent).toContain('Example');
    expect(
      within(card)
        .getByRole('link', { name: /Documentation/ })
        .getAttribute('href'),
    ).toBe(`https://www.npmjs.com/package/${name}`);
    await userEvent.click(await within(card).findByRole('button', { name: `Update to 2.0.0: ${name}` }));
    expect(selectModals(store.getState())).toEqual([{ name: 'change-package', packageName: name, change: 'update', version: '2.0.0' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Install a package' }));
    expect(selectModals(store.getState()).at(-1)).toEqual({ name: 'install-package' });
    await userEvent.click(screen.getByRole('switch', { name: `${name} may open connections by itself` }));
    expect(requests).toEqual([['PATCH /rest/nodes', { name, allowsNetwork: true }]]);
  });

  it.each([
    ['up to date', { isUpToDate: true }, 'Up to date'],
    ['not known to be up to date', {}, 'The registry did not say whether there is an update'],
  ])('says that a package is %s', async (_, packageState, text) => {
    reply('GET /nodes', () => ({ data: [installed] }));
    reply('GET /nodes/updates', () => ({ data: [{ ...installed, ...packageState }] }));
    show(<PackagesPage />);
    const card = await screen.findByRole('region', { name });
    await waitFor(() => expect(card.textContent).toContain(text));
  });

  it('keeps what is known of a package that was changed while updates were looked for', async () => {
    const looking = Promise.withResolvers<PackageResponse>();
    reply('GET /nodes', () => ({ data: [{ ...installed, installedVersion: '2.0.0', isUpToDate: true }] }));
    reply('GET /nodes/updates', () => looking.promise);
    show(<PackagesPage />);
    const card = await screen.findByRole('region', { name });
    expect(card.textContent).toContain('Up to date');
    await act(async () => {
      looking.resolve({ data: [{ ...installed, updateAvailable: '2.0.0' }] });
      await looking.promise;
    });
    expect(card.textContent).toContain('Up to date');
    expect(card.textContent).not.toContain('Update to');
  });

  it('shows installations that were under way before it was loaded, stops them, and says why one failed', async () => {
    reply('GET /nodes', () => ({ data: [installed] }));
    reply('GET /nodes/installations', () => ({ data: [{ packageName: 'n8n-nodes-other', stage: 'fetching', fetched: 3, total: 9 }] }));
    reply('DELETE /nodes/installation', () => ({ data: true }));
    show(<PackagesPage />);
    const line = await screen.findByRole('region', { name: 'Installing n8n-nodes-other' });
    expect(within(line).getByRole<HTMLProgressElement>('progressbar', { name: 'Packages fetched: 3 of 9' }).value).toBe(3);
    await userEvent.click(within(line).getByRole('button', { name: 'Cancel the installation of n8n-nodes-other' }));
    expect(requests).toEqual([['DELETE /rest/nodes/installation?name=n8n-nodes-other', undefined]]);
    const ended = { type: 'packageInstallationEnded', packageName: 'n8n-nodes-other' } as const;
    act(() => void store.dispatch(pushReceived({ ...ended, failure: 'The registry is silent.' })));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByRole('alert').textContent).toContain('The registry is silent.');
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the progress of an update in the card of its package', async () => {
    for (const list of ['GET /nodes', 'GET /nodes/updates']) reply(list, () => ({ data: [{ ...installed, updateAvailable: '2.0.0' }] }));
    reply('GET /nodes/installations', () => ({ data: [{ packageName: name, stage: 'fetching', fetched: 3, total: 9 }] }));
    reply('DELETE /nodes/installation', () => ({ data: true }));
    show(<PackagesPage />);
    const card = await screen.findByRole('region', { name });
    await within(card).findByRole('progressbar', { name: 'Packages fetched: 3 of 9' });
    expect(screen.getAllByRole('region')).toHaveLength(1);
    expect(within(card).queryByRole('button', { name: /^Update/ })).toBeNull();
    await userEvent.click(within(card).getByRole('button', { name: `Cancel the update of ${name}` }));
    expect(requests).toEqual([[`DELETE /rest/nodes/installation?name=${name}`, undefined]]);
    expect(selectToasts(store.getState()).at(-1)?.title).toBe(`The update of ${name} was canceled`);
  });

  it('offers to update a package whose files are missing, too', async () => {
    const missing = { ...installed, failedLoading: true, failures: ['Its files are missing.'], updateAvailable: '2.0.0' };
    for (const list of ['GET /nodes', 'GET /nodes/updates']) reply(list, () => ({ data: [missing] }));
    show(<PackagesPage />);
    const card = await screen.findByRole('region', { name });
    expect(within(card).getByRole('button', { name: `Install again: ${name}` })).toBeDefined();
    expect(within(card).getByRole('button', { name: `Update to 2.0.0: ${name}` })).toBeDefined();
  });

  it('names the author, if there is one', async () => {
    for (const list of ['GET /nodes', 'GET /nodes/updates']) reply(list, () => ({ data: [{ ...installed, authorName: 'Ada' }] }));
    show(<PackagesPage />);
    expect(await screen.findByText('by Ada')).toBeDefined();
  });

  it('names a license that has no name', async () => {
    const own = { ...installed, license: 'SEE LICENSE IN LICENSE.md' };
    for (const list of ['GET /nodes', 'GET /nodes/updates']) reply(list, () => ({ data: [own] }));
    show(<PackagesPage />);
    expect(await screen.findByText('License of its own')).toBeDefined();
  });

  it('warns of packages that run inside the program, instead of offering to limit them', async () => {
    for (const list of ['GET /nodes', 'GET /nodes/updates']) reply(list, () => ({ data: [{ ...installed, isTrusted: true }] }));
    show(<PackagesPage />);
    await screen.findByText(/Its code runs inside Millrace/);
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('keeps the focus when a package disappears', async () => {
    reply('GET /nodes', () => ({ data: [installed] }));
    show(<PackagesPage />);
    (await screen.findByRole('button', { name: `Uninstall ${name}` })).focus();
    reply('GET /nodes', () => ({ data: [] }));
    act(() => void store.dispatch(api.util.invalidateTags(['Packages'])));
    await waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('says what is not available', async () => {
    reply('GET /nodes', () => ({ data: [{ ...installed, failedLoading: true, failures: ['Its files are missing.'] }] }));
    reply('GET /nodes/updates', () => ({ failure: { code: 'INTERNAL', message: 'No registry' }, status: 500 }));
    show(<PackagesPage />);
    const card = await screen.findByRole('region', { name });
    expect(card.textContent).toContain('Its files are missing.');
    await userEvent.click(within(card).getByRole('button', { name: `Install again: ${name}` }));
    expect(selectModals(store.getState())).toEqual([{ name: 'change-package', packageName: name, change: 'reinstall', version: '1.0.0' }]);
  });

  it('installs all packages again whose files are missing, and says which of them failed', async () => {
    const missing = { ...installed, failedLoading: true, failures: ['Its files are missing.'] };
    const other = { ...missing, packageName: 'n8n-nodes-other', installedVersion: '2.0.0' };
    const whole = { ...installed, packageName: 'n8n-nodes-whole' };
    for (const list of ['GET /nodes', 'GET /nodes/updates']) reply(list, () => ({ data: [missing, other, whole] }));
    reply('PATCH /nodes', (_, body) =>
      (body as { name: string }).name.startsWith(name)
        ? { failure: { code: 'PACKAGE_NOT_INSTALLED', message: 'No registry' }, status: 400 }
        : { data: { ...installed, packageName: 'n8n-nodes-other' } },
    );
    show(<PackagesPage />);
    await screen.findByText('The files of 2 packages are missing');
    await userEvent.click(screen.getByRole('button', { name: 'Install all again' }));
    await waitFor(() =>
      expect(selectToasts(store.getState()).map(({ title }) => title)).toEqual(
        expect.arrayContaining([`${name} could not be installed again`, '1 package was installed again']),
      ),
    );
    expect(requests).toEqual([
      ['PATCH /rest/nodes', { name: `${name}@1.0.0` }],
      ['PATCH /rest/nodes', { name: 'n8n-nodes-other@2.0.0' }],
    ]);
  });

  it('says that the registry cannot be reached, until it can', async () => {
    const searchResult = { isSearchable: false, total: -1, packages: [] };
    reply('GET /nodes/search', () => ({ data: { ...searchResult, unreachable: 'connect ECONNREFUSED' } }));
    show(<PackagesPage />);
    expect((await screen.findByText('connect ECONNREFUSED')).closest('.notice')?.textContent).toContain('cannot be reached');
    expect(screen.getByRole('button', { name: 'Install a package' })).toBeDefined();
    reply('GET /nodes/search', () => ({ data: searchResult }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('connect ECONNREFUSED')).toBeNull());
  });

  it('says that the registry cannot be reached if it told nothing of the packages', async () => {
    const searchResult = { isSearchable: false, total: -1, packages: [] };
    for (const list of ['GET /nodes', 'GET /nodes/updates']) reply(list, () => ({ data: [installed] }));
    reply('GET /nodes/search', () => ({ data: { ...searchResult, unreachable: 'connect ECONNREFUSED' } }));
    show(<PackagesPage />);
    expect((await screen.findByText('connect ECONNREFUSED')).closest('.notice')?.textContent).toContain('cannot be reached');
    reply('GET /nodes/search', () => ({ data: searchResult }));
    reply('GET /nodes/updates', () => ({ data: [{ ...installed, isUpToDate: true }] }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Up to date')).toBeDefined();
    expect(screen.queryByText('connect ECONNREFUSED')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it.each([
    [30, 'Packages made for n8n add nodes'],
    [31, 'More than 30 packages'],
    [2468, 'More than 2460 packages'],
  ])('without packages and with %d in the registry says "%s…"', async (total, text) => {
    reply('GET /nodes/search', () => ({ data: { isSearchable: true, total, packages: [] } }));
    show(<PackagesPage />);
    expect(await screen.findByText(text, { exact: false })).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Install a package' })).toHaveLength(1);
  });

  it('shows two cards while the list is loaded', async () => {
    reply('GET /nodes', () => new Promise<PackageResponse>(() => undefined));
    show(<PackagesPage />);
    expect((await screen.findByRole('status')).querySelectorAll('.package-card')).toHaveLength(2);
  });

  it('says why the list could not be loaded', async () => {
    const failure = { failure: { code: 'INTERNAL', message: 'Out of order' }, status: 500 };
    reply('GET /nodes', () => failure);
    reply('GET /nodes/updates', () => failure);
    show(<PackagesPage />);
    expect((await screen.findByRole('alert')).textContent).toContain('Out of order');
  });
});
