// The dialogs that install, update and remove packages.
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { pushReceived } from '../../state/actions.ts';
import { selectInstallFailures } from '../../state/package-progress.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { ChangePackageModal } from './change-package-modal.tsx';
import { InstallPackageModal } from './install-package-modal.tsx';
import { serveRequests, details, installed, name, reply, requests, show, type PackageResponse } from './testing/package-responses.tsx';

serveRequests();

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
    expect(field().maxLength).toBe(214);
    expect(button('Install').hasAttribute('disabled') || button('Install').getAttribute('aria-disabled') === 'true').toBe(true);
    await userEvent.type(field(), `npm install ${name}`);
    await userEvent.tab();
    expect(field().value).toBe(name);
    await userEvent.click(button('Show details'));
    expect(await screen.findByText('Credential types')).toBeDefined();
    const trust = (): HTMLElement => screen.getByRole('checkbox', { name: /^I trust the authors/ });
    expect([trust().ariaInvalid, trust().ariaRequired, trust().getAttribute('aria-describedby')]).toEqual([null, 'true', null]);
    await userEvent.click(button('Install'));
    const error = screen.getByRole('alert');
    expect(error.textContent).toBe('Tick this box to install the package.');
    expect(document.activeElement).toBe(trust());
    expect([trust().ariaInvalid, trust().ariaRequired, trust().getAttribute('aria-describedby')]).toEqual(['true', 'true', error.id]);
    expect(requests).toEqual([]);
    await userEvent.click(trust());
    expect([trust().ariaInvalid, trust().ariaRequired, trust().getAttribute('aria-describedby')]).toEqual([null, 'true', null]);
    await userEvent.click(button('Install'));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(requests).toEqual([['POST /rest/nodes', { name, allowsNetwork: false, overrides: {}, takesNearest: false }]]);
    expect(selectToasts(store.getState()).at(-1)?.title).toBe(`${name} was installed`);
  });

  it('begins with a search that another screen hands over', async () => {
    reply('GET /nodes/search', (url) => ({
      data: {
        isSearchable: true,
        total: 1,
        packages: url.searchParams.get('query') === 'exam' ? [{ name, version: '1.0.0', description: 'Examples' }] : [],
      },
    }));
    show(<InstallPackageModal modal={{ name: 'install-package', search: 'exam' }} onClose={() => undefined} />);
    expect(await screen.findByText('Examples')).toBeDefined();
    expect(field().value).toBe('exam');
  });

  it('stays open during an installation; Cancel stops it, and closes once it has ended', async () => {
    const installing = Promise.withResolvers<PackageResponse>();
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
    await userEvent.keyboard('{Escape}');
    expect(button('Close').hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('checkbox', { name: /^I trust the authors/ }).getAttribute('aria-disabled')).toBe('true');
    expect(onClose).not.toHaveBeenCalled();
    expect(requests.map(([request]) => request)).toEqual(['POST /rest/nodes']);
    await userEvent.click(button('Cancel'));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(requests.map(([request]) => request)).toEqual(['POST /rest/nodes', `DELETE /rest/nodes/installation?name=${name}`]);
    expect(selectToasts(store.getState()).at(-1)?.title).toBe(`The installation of ${name} was canceled`);
  });

  it('says that a version is installed already, and replaces it by another', async () => {
    reply('GET /nodes', () => ({ data: [installed] }));
    reply('GET /nodes/details', (url) => ({ data: { ...details, version: url.searchParams.get('name') === name ? '1.0.0' : '2.0.0' } }));
    reply('PATCH /nodes', () => ({ data: installed }));
    const onClose = open(name);
    expect(await screen.findByText('This version is installed already.')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Replace' }).disabled).toBe(true);
    await userEvent.type(field(), '@2.0.0');
    await userEvent.click(button('Show details'));
    expect(await screen.findByText(/^Version 1\.0\.0 is installed\. Version 2\.0\.0 replaces it/)).toBeDefined();
    expect(screen.queryByRole('checkbox', { name: /^Let it open connections/ })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: /^I trust the authors/ }));
    await userEvent.click(button('Replace'));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(requests).toEqual([['PATCH /rest/nodes', { name: `${name}@2.0.0`, takesNearest: false }]]);
    expect(selectToasts(store.getState()).at(-1)?.title).toBe(`${name} was updated`);
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
    const response = globalThis.fetch;
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => (init?.method === 'POST' ? promise : response(address, init)));
    const onClose = open(`${name}@1.0.0`);
    await userEvent.click(await screen.findByRole('checkbox', { name: /^I trust the authors/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(screen.queryByRole('progressbar')).toBeNull();
    const report = { type: 'packageProgress', packageName: name } as const;
    act(() => void store.dispatch(pushReceived({ ...report, stage: 'resolving' })));
    expect(screen.getByRole('progressbar', { name: 'Looking up what it needs…' }).hasAttribute('value')).toBe(false);
    act(() => void store.dispatch(pushReceived({ ...report, stage: 'fetching', fetched: 12, total: 300 })));
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Packages fetched: 12 of 300' }).value).toBe(12);
    act(() => void store.dispatch(pushReceived({ ...report, stage: 'hashing' })));
    expect(screen.getByRole('progressbar', { name: 'Storing the hashes of its files…' }).hasAttribute('value')).toBe(false);
    act(() => void store.dispatch(pushReceived({ ...report, stage: 'fetching', fetched: 12, total: 300 })));
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
    expect(requests).toEqual([]);
    expect(screen.getByRole('alert')).toBeDefined();
    await userEvent.click(screen.getByRole('checkbox', { name: 'I accept the license of this package' }));
    await userEvent.click(button('Install'));
    await waitFor(() => expect(requests).toHaveLength(1));
  });

  it.each(['n8n-nodes-other', `${name}@2.0.0`])('forgets what was accepted for another package or version: %s', async (next) => {
    reply('GET /nodes/details', (url) => {
      const [other = '', version = '1.0.0'] = (url.searchParams.get('name') ?? '').split('@');
      return { data: { ...details, name: other, version, licenseText: 'Only on Sundays.' } };
    });
    open(name);
    const boxes = async (): Promise<readonly HTMLElement[]> => {
      await screen.findByRole('checkbox', { name: /^I trust the authors/ });
      return screen.getAllByRole('checkbox');
    };
    for (const box of await boxes()) await userEvent.click(box);
    expect((await boxes()).map(({ ariaChecked }) => ariaChecked)).toEqual(['true', 'true', 'true', 'true']);
    for (const box of (await boxes()).slice(0, 1)) await userEvent.click(box);
    await userEvent.click(button('Install'));
    expect(screen.getByRole('alert')).toBeDefined();
    await userEvent.clear(field());
    await userEvent.type(field(), `${next}{Enter}`);
    expect((await boxes()).map(({ ariaChecked }) => ariaChecked)).toEqual(['false', 'false', 'false', 'false']);
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.clear(field());
    await userEvent.type(field(), `${name}{Enter}`);
    expect((await boxes()).map(({ ariaChecked }) => ariaChecked)).toEqual(['false', 'false', 'false', 'false']);
    expect(requests).toEqual([]);
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
    expect(document.activeElement).toBe(button('Try again'));
    reply('GET /nodes/details', () => ({ data: details }));
    reply('POST /nodes', () => ({ failure: { code: 'BAD_REQUEST', message: 'It is installed already.' }, status: 400 }));
    await userEvent.clear(field());
    await userEvent.type(field(), name);
    await userEvent.click(button('Show details'));
    await userEvent.click(await screen.findByRole('checkbox', { name: /^I trust the authors/ }));
    await userEvent.click(button('Install'));
    expect((await screen.findByRole('alert')).textContent).toContain('It is installed already.');
    // The notice of the page would repeat it.
    act(
      () => void store.dispatch(pushReceived({ type: 'packageInstallationEnded', packageName: name, failure: 'It is installed already.' })),
    );
    expect(selectInstallFailures(store.getState())).toEqual({});
    await userEvent.type(field(), 's');
    expect(screen.queryByRole('alert')).toBeNull();
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
  expect(requests).toHaveLength(1);
  for (const other of ['../x', '__proto__']) {
    await userEvent.clear(versions);
    await userEvent.type(versions, `linkedom=0.18.12, ${other}=1`);
    expect(screen.getByText(`“${other}” is not the name of a package.`).id).toBe(versions.getAttribute('aria-describedby'));
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(requests).toHaveLength(1);
  }
  await userEvent.clear(versions);
  await userEvent.type(versions, 'linkedom=0.18.12');
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  const body = { name, allowsNetwork: false, takesNearest: false, overrides: { linkedom: '0.18.12' } };
  await waitFor(() => expect(requests.at(-1)?.[1]).toEqual(body));
  await userEvent.click(await screen.findByRole('checkbox', { name: /use the nearest one$/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  await waitFor(() => expect(requests.at(-1)?.[1]).toEqual({ ...body, takesNearest: true }));
});

it('a large package says what its installation takes, and nearest versions can be allowed before the first attempt', async () => {
  reply('GET /nodes/details', () => ({ data: { ...details, dependencies: 60, isLarge: true } }));
  reply('POST /nodes', () => ({ data: installed }));
  show(<InstallPackageModal modal={{ name: 'install-package', packageName: name }} onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole('checkbox', { name: /use the nearest one$/ }));
  expect(screen.getByRole('dialog').textContent).toContain('It needs 60 other packages, and these need many more');
  expect(screen.getByText('Installation').nextElementSibling?.textContent).toBe('Several minutes');
  await userEvent.click(screen.getByRole('checkbox', { name: /^I trust the authors/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  await waitFor(() => expect(requests).toEqual([['POST /rest/nodes', { name, allowsNetwork: false, overrides: {}, takesNearest: true }]]));
});

it('shows how many packages were looked up', async () => {
  const installing = Promise.withResolvers<PackageResponse>();
  reply('GET /nodes/details', () => ({ data: details }));
  reply('POST /nodes', () => installing.promise);
  show(<InstallPackageModal modal={{ name: 'install-package', packageName: name }} onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole('checkbox', { name: /^I trust the authors/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  act(() => void store.dispatch(pushReceived({ type: 'packageProgress', packageName: name, stage: 'resolving', found: 640 })));
  expect(await screen.findByText('Looking up what it needs… 640 packages so far')).toBeDefined();
  expect(screen.getByRole<HTMLProgressElement>('progressbar').position).toBe(-1);
  installing.resolve({ data: installed });
});

it.each([
  ['uninstall', ['Mail'], '1 active workflow uses them: “Mail”. It stops now'],
  ['uninstall', ['A', 'B', 'C', 'D', 'E', 'F'], '6 active workflows use them: “A”, “B”, “C”, “D”, “E” and 1 other. They'],
  ['update', ['Mail'], '1 active workflow uses it, and starts again: “Mail”.'],
  ['reinstall', ['A', 'B', 'C', 'D', 'E', 'F', 'G'], '7 active workflows use it, and start again: “A”, “B”, “C”, “D”, “E” and 2 others.'],
] as const)('names the active workflows that use a package beforehand: %s %s', async (change, activeWorkflows, text) => {
  reply('GET /nodes', () => ({ data: [{ ...installed, activeWorkflows }] }));
  show(<ChangePackageModal modal={{ name: 'change-package', packageName: name, change }} onClose={() => undefined} />);
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(text));
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
  expect(requests.map(([, body]) => body)).toEqual([false, true].map((takesNearest) => ({ name: `${name}@2.0.0`, takesNearest })));
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
  await waitFor(() => expect(requests).toEqual([['PATCH /rest/nodes', { name: `${name}@2.0.0`, takesNearest: false, overrides }]]));
});

it('an update can be canceled, and closes in no other way', async () => {
  const updating = Promise.withResolvers<PackageResponse>();
  reply('PATCH /nodes', () => updating.promise);
  reply('DELETE /nodes/installation', () => {
    updating.resolve({ failure: { code: 'PACKAGE_NOT_INSTALLED', message: 'It was stopped.' }, status: 400 });
    return { data: true };
  });
  const onClose = vi.fn<() => void>();
  show(<ChangePackageModal modal={{ name: 'change-package', packageName: name, change: 'update' }} onClose={onClose} />);
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  // The focus stays where it was.
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Updating…' }));
  await userEvent.click(screen.getByRole('button', { name: 'Updating…' }));
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(requests.map(([request]) => request)).toEqual(['PATCH /rest/nodes', `DELETE /rest/nodes/installation?name=${name}`]);
  expect(selectToasts(store.getState()).at(-1)?.title).toBe(`The update of ${name} was canceled`);
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
  ])('that %s closes and says so', async (_, response, title) => {
    reply(request.split('?')[0]?.replace('/rest', '') ?? '', () => response);
    const onClose = vi.fn<() => void>();
    show(<ChangePackageModal modal={{ name: 'change-package', packageName: name, change, version: '1.0.0' }} onClose={onClose} />);
    await userEvent.click(screen.getByRole('button', { name: label }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(requests).toEqual([[request, body]]);
    expect(selectToasts(store.getState()).at(-1)?.title).toBe(title);
  });
});
