// The list of installed packages, and the dialogs that change it.
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../api/base.ts';
import '../../i18n/index.ts';
import { pushReceived } from '../../state/actions.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { modalsClosed, selectModals } from '../../state/ui-slice.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { ChangePackageModal } from './change-package-modal.tsx';
import { InstallPackageModal } from './install-package-modal.tsx';
import { PackagesPage } from './packages-page.tsx';

const name = 'n8n-nodes-example';
const installed = {
  packageName: name,
  installedVersion: '1.0.0',
  installedAt: '2026-01-01T00:00:00.000Z',
  installedNodes: [{ name: 'Example', type: `${name}.example`, latestVersion: 1 }],
  license: 'MIT',
  allowsNetwork: false,
  failures: [],
};
const details = { name, version: '1.0.0', license: 'MIT', nodes: 1, credentials: 2 };

type Answer = { readonly data: unknown } | { readonly failure: object; readonly status: number };
type Reply = (url: URL, body: unknown) => Answer | Promise<Answer>;

const sent: (readonly [request: string, body: unknown])[] = [];
const replies = new Map<string, Reply>();
const reply = (request: string, answer: Reply): void => void replies.set(request, answer);

beforeEach(() => {
  sent.length = 0;
  replies.clear();
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const url = new URL(address, 'http://x');
    const content: unknown = body === undefined ? undefined : JSON.parse(body);
    if (method !== 'GET') sent.push([`${method} ${url.pathname}${url.search}`, content]);
    const answer = (await replies.get(`${method} ${url.pathname.replace('/rest', '')}`)?.(url, content)) ?? { data: [] };
    return 'data' in answer ? Response.json(answer) : Response.json(answer.failure, { status: answer.status });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
  store.dispatch(modalsClosed());
});

const show = (what: ReactNode): void =>
  void render(
    <Provider store={store}>
      <TooltipProvider>{what}</TooltipProvider>
    </Provider>,
  );

describe('the page of packages', () => {
  it('lists packages, and opens the dialogs', async () => {
    reply('GET /nodes', () => ({ data: [installed] }));
    reply('GET /nodes/updates', () => ({ data: [{ ...installed, updateAvailable: '2.0.0' }] }));
    show(<PackagesPage />);
    const card = await screen.findByRole('region', { name });
    expect(card.textContent).toContain('Example');
    await userEvent.click(await within(card).findByRole('button', { name: `Update to 2.0.0: ${name}` }));
    expect(selectModals(store.getState())).toEqual([{ name: 'change-package', packageName: name, change: 'update', version: '2.0.0' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Install a package' }));
    expect(selectModals(store.getState()).at(-1)).toEqual({ name: 'install-package' });
    await userEvent.click(screen.getByRole('switch', { name: `${name} may open connections by itself` }));
    expect(sent).toEqual([['PATCH /rest/nodes', { name, allowsNetwork: true }]]);
  });

  it.each([
    ['up to date', { isUpToDate: true }, 'Up to date'],
    ['not known to be up to date', {}, 'The registry did not say whether there is an update'],
  ])('says that a package is %s', async (_, known, text) => {
    reply('GET /nodes', () => ({ data: [installed] }));
    reply('GET /nodes/updates', () => ({ data: [{ ...installed, ...known }] }));
    show(<PackagesPage />);
    const card = await screen.findByRole('region', { name });
    await waitFor(() => expect(card.textContent).toContain(text));
  });

  it('keeps what is known of a package that was changed while updates were looked for', async () => {
    const looking = Promise.withResolvers<Answer>();
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
    expect(sent).toEqual([['DELETE /rest/nodes/installation?name=n8n-nodes-other', undefined]]);
    const ended = { type: 'packageInstallationEnded', packageName: 'n8n-nodes-other' } as const;
    act(() => void store.dispatch(pushReceived({ ...ended, failure: 'The registry is silent.' })));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByRole('alert').textContent).toContain('The registry is silent.');
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
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
    expect(sent).toEqual([
      ['PATCH /rest/nodes', { name: `${name}@1.0.0` }],
      ['PATCH /rest/nodes', { name: 'n8n-nodes-other@2.0.0' }],
    ]);
  });

  it('says that the registry cannot be reached, until it can', async () => {
    const found = { isSearchable: false, total: -1, packages: [] };
    reply('GET /nodes/search', () => ({ data: { ...found, unreachable: 'connect ECONNREFUSED' } }));
    show(<PackagesPage />);
    expect((await screen.findByText('connect ECONNREFUSED')).closest('.notice')?.textContent).toContain('cannot be reached');
    expect(screen.queryByRole('button', { name: 'Install a package' })).toBeNull();
    reply('GET /nodes/search', () => ({ data: found }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Install a package' })).toBeDefined();
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

  it('says why the list could not be loaded', async () => {
    const failure = { failure: { code: 'INTERNAL', message: 'Out of order' }, status: 500 };
    reply('GET /nodes', () => failure);
    reply('GET /nodes/updates', () => failure);
    show(<PackagesPage />);
    expect((await screen.findByRole('alert')).textContent).toContain('Out of order');
  });
});

describe('the dialog that installs', () => {
  const open = (packageName?: string): (() => void) => {
    const onClose = vi.fn<() => void>();
    const modal = { name: 'install-package', ...(packageName === undefined ? {} : { packageName }) } as const;
    show(<InstallPackageModal modal={modal} onClose={onClose} />);
    return onClose;
  };
  const field = (): HTMLInputElement => screen.getByRole<HTMLInputElement>('textbox', { name: 'Package' });
  const button = (label: string): HTMLElement => screen.getByRole('button', { name: label });

  it('shows the details, and sends nothing until the risk is accepted', async () => {
    reply('GET /nodes/details', () => ({ data: details }));
    reply('POST /nodes', () => ({ data: installed }));
    const onClose = open();
    await userEvent.type(field(), `npm install ${name}`);
    await userEvent.tab();
    expect(field().value).toBe(name);
    await userEvent.click(button('Show details'));
    expect(await screen.findByText('Credential types')).toBeDefined();
    await userEvent.click(button('Install'));
    expect(screen.getByRole('alert').textContent).toBe('Tick this box to install the package.');
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /^I trust the authors/ }));
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox', { name: /^I trust the authors/ }));
    await userEvent.click(button('Install'));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([['POST /rest/nodes', { name, allowsNetwork: false, overrides: {}, takesNearest: false }]]);
    expect(selectToasts(store.getState()).at(-1)?.title).toBe(`${name} was installed`);
  });

  it.each(['Cancel', 'Close'])('%s stops an installation, and closes once it has ended', async (label) => {
    const installing = Promise.withResolvers<Answer>();
    reply('GET /nodes/details', () => ({ data: details }));
    reply('POST /nodes', () => installing.promise);
    reply('DELETE /nodes/installation', () => {
      installing.resolve({ failure: { code: 'PACKAGE_NOT_INSTALLED', message: 'It was stopped.' }, status: 400 });
      return { data: true };
    });
    const onClose = open(`${name}@1.0.0`);
    await userEvent.click(await screen.findByRole('checkbox', { name: /^I trust the authors/ }));
    await userEvent.click(button('Install'));
    // The focus stays where it was.
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Installing…' }));
    await userEvent.click(button('Installing…'));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(button(label));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent.map(([request]) => request)).toEqual(['POST /rest/nodes', `DELETE /rest/nodes/installation?name=${name}`]);
  });

  it('finds packages by words', async () => {
    const packages = [{ name, version: '1.0.0', description: 'An example' }];
    reply('GET /nodes/search', (url) => ({
      data: { isSearchable: true, total: 1, packages: url.searchParams.get('query') === 'exam' ? packages : [] },
    }));
    reply('GET /nodes/details', () => ({ data: details }));
    open();
    await userEvent.type(field(), 'exam');
    await userEvent.click(await screen.findByRole('button', { name: /An example/ }));
    expect(await screen.findByText('Credential types')).toBeDefined();
    expect(field().value).toBe(name);
  });

  it('says that the registry cannot be reached', async () => {
    reply('GET /nodes/search', () => ({ data: { isSearchable: false, unreachable: 'connect ECONNREFUSED', total: -1, packages: [] } }));
    open();
    await userEvent.type(field(), 'exam');
    expect(await screen.findByText('connect ECONNREFUSED')).toBeDefined();
  });

  it('shows how far the installation is', async () => {
    reply('GET /nodes/details', () => ({ data: details }));
    const { promise, resolve } = Promise.withResolvers<Response>();
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => (init?.method === 'POST' ? promise : answer(address, init)));
    const onClose = open(`${name}@1.0.0`);
    await userEvent.click(await screen.findByRole('checkbox', { name: /^I trust the authors/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(screen.queryByRole('progressbar')).toBeNull();
    const report = { type: 'packageProgress', packageName: name } as const;
    act(() => void store.dispatch(pushReceived({ ...report, stage: 'resolving' })));
    expect(screen.getByRole('progressbar', { name: 'Looking up what it needs…' }).hasAttribute('value')).toBe(false);
    act(() => void store.dispatch(pushReceived({ ...report, stage: 'fetching', fetched: 12, total: 300 })));
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Packages fetched: 12 of 300' }).value).toBe(12);
    act(() => void store.dispatch(pushReceived({ ...report, packageName: 'n8n-nodes-other', stage: 'reading' })));
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Packages fetched: 12 of 300' }).value).toBe(12);
    act(() => void store.dispatch(pushReceived({ type: 'packageInstallationEnded', packageName: name })));
    expect(screen.queryByRole('progressbar')).toBeNull();
    resolve(Response.json({ data: installed }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it('asks to accept an unusual license, whose text is shown', async () => {
    reply('GET /nodes/details', () => ({ data: { ...details, license: 'LicenseRef-X', licenseText: 'Only on Sundays.' } }));
    reply('POST /nodes', () => ({ data: installed }));
    open(name);
    expect(await screen.findByText('Only on Sundays.')).toBeDefined();
    await userEvent.click(screen.getByRole('checkbox', { name: /^I trust the authors/ }));
    await userEvent.click(button('Install'));
    expect(sent).toEqual([]);
    expect(screen.getByRole('alert')).toBeDefined();
    await userEvent.click(screen.getByRole('checkbox', { name: 'I accept the license of this package' }));
    await userEvent.click(button('Install'));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('stays open with what the registry or the installation says', async () => {
    reply('GET /nodes/details', () => ({
      failure: { code: 'PACKAGE_NOT_FOUND', message: 'No such package.', hint: 'Check it.' },
      status: 404,
    }));
    open('n8n-nodes-none');
    expect((await screen.findByRole('alert')).textContent).toContain('No such package. Check it.');
    await userEvent.click(button('Try again'));
    expect((await screen.findByRole('alert')).textContent).toContain('No such package. Check it.');
    reply('GET /nodes/details', () => ({ data: details }));
    reply('POST /nodes', () => ({ failure: { code: 'BAD_REQUEST', message: 'It is installed already.' }, status: 400 }));
    await userEvent.clear(field());
    await userEvent.type(field(), name);
    await userEvent.click(button('Show details'));
    await userEvent.click(await screen.findByRole('checkbox', { name: /^I trust the authors/ }));
    await userEvent.click(button('Install'));
    expect((await screen.findByRole('alert')).textContent).toContain('It is installed already.');
  });
});

it('a version that the registry lacks can be replaced', async () => {
  reply('GET /nodes/details', () => ({ data: details }));
  reply('POST /nodes', () => ({ failure: { code: 'PACKAGE_NOT_INSTALLED', message: 'No linkedom 0.19.' }, status: 400 }));
  show(<InstallPackageModal modal={{ name: 'install-package', packageName: name }} onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole('checkbox', { name: /^I trust the authors/ }));
  expect(screen.queryByRole('textbox', { name: 'Versions of packages that it needs' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  const versions = await screen.findByRole('textbox', { name: 'Versions of packages that it needs' });
  await userEvent.type(versions, 'linkedom');
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  expect(sent).toHaveLength(1);
  await userEvent.type(versions, '=0.18.12');
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  const body = { name, allowsNetwork: false, takesNearest: false, overrides: { linkedom: '0.18.12' } };
  await waitFor(() => expect(sent.at(-1)?.[1]).toEqual(body));
  await userEvent.click(await screen.findByRole('checkbox', { name: /use the nearest one$/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  await waitFor(() => expect(sent.at(-1)?.[1]).toEqual({ ...body, takesNearest: true }));
});

it('an update that needs a version that the registry lacks can use the nearest one', async () => {
  const failure = { code: 'PACKAGE_NOT_INSTALLED', message: 'No linkedom 0.19.', hint: 'Use 0.18.' };
  reply('PATCH /nodes', () => ({ failure, status: 400 }));
  const onClose = vi.fn<() => void>();
  show(<ChangePackageModal modal={{ name: 'change-package', packageName: name, change: 'update', version: '2.0.0' }} onClose={onClose} />);
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No linkedom 0.19. Use 0.18.');
  expect(onClose).not.toHaveBeenCalled();
  reply('PATCH /nodes', () => ({ data: installed }));
  await userEvent.click(screen.getByRole('checkbox', { name: /use the nearest one$/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(([, body]) => body)).toEqual([false, true].map((takesNearest) => ({ name: `${name}@2.0.0`, takesNearest })));
  expect(selectToasts(store.getState()).at(-1)?.title).toBe(`${name} was updated`);
});

it('an update uses other versions of packages that it needs, which can be changed before', async () => {
  reply('GET /nodes', () => ({ data: [{ ...installed, overrides: { linkedom: '0.18.12' } }] }));
  reply('PATCH /nodes', () => ({ data: installed }));
  const modal = { name: 'change-package', packageName: name, change: 'update', version: '2.0.0' } as const;
  show(<ChangePackageModal modal={modal} onClose={() => undefined} />);
  const versions = screen.getByRole<HTMLInputElement>('textbox', { name: 'Versions of packages that it needs' });
  await waitFor(() => expect(versions.value).toBe('linkedom=0.18.12'));
  await userEvent.type(versions, ', left-pad');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update' }).disabled).toBe(true);
  await userEvent.type(versions, '=1.0.0');
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  const overrides = { linkedom: '0.18.12', 'left-pad': '1.0.0' };
  await waitFor(() => expect(sent).toEqual([['PATCH /rest/nodes', { name: `${name}@2.0.0`, takesNearest: false, overrides }]]));
});

describe.each([
  ['update', 'Update', 'PATCH /rest/nodes', { name: `${name}@1.0.0`, takesNearest: false }, `${name} was updated`],
  ['reinstall', 'Install again', 'PATCH /rest/nodes', { name: `${name}@1.0.0`, takesNearest: false }, `${name} was installed again`],
  ['uninstall', 'Uninstall', `DELETE /rest/nodes?name=${name}`, undefined, `${name} was uninstalled`],
] as const)('the question before %s', (change, label, request, body, done) => {
  it.each([
    ['works', { data: installed }, done],
    [
      'fails',
      { failure: { code: 'INTERNAL', message: 'No' }, status: 500 },
      `${name} could not be ${{ update: 'updated', reinstall: 'installed again', uninstall: 'uninstalled' }[change]}`,
    ],
  ])('that %s closes and says so', async (_, answer, title) => {
    reply(request.split('?')[0]?.replace('/rest', '') ?? '', () => answer);
    const onClose = vi.fn<() => void>();
    show(<ChangePackageModal modal={{ name: 'change-package', packageName: name, change, version: '1.0.0' }} onClose={onClose} />);
    await userEvent.click(screen.getByRole('button', { name: label }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([[request, body]]);
    expect(selectToasts(store.getState()).at(-1)?.title).toBe(title);
  });
});
