// The form of a node whose type is not installed: who can install its package, and what others can do.
import { cleanup, render, screen, waitFor, type RenderResult } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { api } from '../../../api/base.ts';
import { sessionApi } from '../../../api/session.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { modalsClosed, selectModals } from '../../../state/ui-slice.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { editorActions } from '../document/editor-slice.ts';
import { OpenNodeProvider } from '../open-node/index.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { typeLookup, type TypeLookup } from '../view/type-lookup.ts';
import { MainPane } from './main-pane.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
  store.dispatch(modalsClosed());
});

const person = (id: string, role: string, names: object): object => ({
  id,
  email: `${id}@example.com`,
  firstName: null,
  lastName: null,
  fullName: '',
  isPending: false,
  isDefaultUser: false,
  globalRole: { name: role },
  ...names,
});

interface Shown {
  readonly role?: string;
  readonly type?: string;
  readonly settings?: object;
  readonly owner?: object;
  /** Another type of the package. */
  readonly other?: Partial<NodeDescription>;
}

const screenOf = (types: TypeLookup): ReactNode => (
  <Provider store={store}>
    <MemoryRouter>
      <TooltipProvider>
        <EditorProvider types={types}>
          <OpenNodeProvider id="w" types={types}>
            <MainPane onGo={async () => true} />
          </OpenNodeProvider>
        </EditorProvider>
      </TooltipProvider>
    </MemoryRouter>
  </Provider>
);

let rendered: RenderResult | undefined;

async function show({ role = 'member', type = 'n8n-nodes-mill.wheel', settings, owner, other }: Shown): Promise<HTMLElement> {
  const responses = new Map<string, unknown>([
    ['/rest/login', person('me', role, {})],
    ['/rest/settings', { communityNodesEnabled: true, excludedNodes: [], ...settings }],
    ['/rest/users', [person('me', 'member', {}), person('ada', 'owner', { fullName: 'Ada Lovelace', ...owner })]],
  ]);
  vi.stubGlobal('fetch', async (address: string) => Response.json({ data: responses.get(new URL(address, 'http://x').pathname) ?? [] }));
  await store.dispatch(sessionApi.endpoints.currentUser.initiate());
  const node = { id: 'w', name: 'Wheel', type, typeVersion: 1, position: [0, 0], parameters: { teeth: 12 } } satisfies WorkflowNode;
  store.dispatch(editorActions.opened({ workflow: { name: 'Mill', nodes: [node], connections: {} }, id: 'w' }));
  const types = typeLookup(other === undefined ? [] : [{ name: 'n8n-nodes-mill.gate', version: 1, ...other } as NodeDescription]);
  rendered = render(screenOf(types));
  return screen.findByRole('note');
}

const install = (): HTMLElement | null => screen.queryByRole('button', { name: 'Install n8n-nodes-mill' });

it.each(['owner', 'default'])('the %s installs the package, by the keyboard too', async (role) => {
  const notice = await show({ role });
  expect(notice.textContent).toContain('The node type "n8n-nodes-mill.wheel" is not installed');
  (await screen.findByRole('button', { name: 'Install n8n-nodes-mill' })).focus();
  await userEvent.keyboard('{Enter}');
  expect(selectModals(store.getState())).toEqual([{ name: 'install-package', packageName: 'n8n-nodes-mill' }]);
  expect(notice.textContent).not.toContain('Ask');
});

it('the button of a package with a long name has it in its title, too', async () => {
  const name = `n8n-nodes-${'x'.repeat(200)}`;
  await show({ role: 'owner', type: `${name}.wheel` });
  expect((await screen.findByRole('button', { name: `Install ${name}` })).title).toBe(`Install ${name}`);
  expect(screen.getByRole('link', { name: 'Package' }).getAttribute('href')).toBe(`https://www.npmjs.com/package/${name}`);
});

it('the form takes the focus once the type is installed', async () => {
  await show({ role: 'owner' });
  (await screen.findByRole('button', { name: 'Install n8n-nodes-mill' })).focus();
  const wheel = { name: 'n8n-nodes-mill.wheel', displayName: 'Wheel', version: 1, properties: [], inputs: [], outputs: [], group: [] };
  rendered?.rerender(screenOf(typeLookup([wheel as unknown as NodeDescription])));
  expect(screen.queryByRole('button', { name: /^Install/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
});

it.each([
  ['by name', {}, 'Ask Ada Lovelace, the owner of this instance, to install it.'],
  ['by address if there is no name', { fullName: ' ' }, 'Ask ada@example.com, the owner of this instance, to install it.'],
  ['in general if nobody is known', { globalRole: { name: 'member' } }, 'Ask the owner of this instance to install it.'],
])('a member is told whom to ask, %s', async (_, owner, text) => {
  const notice = await show({ owner });
  await waitFor(() => expect(notice.textContent).toContain(text));
  expect(install()).toBeNull();
});

it.each([
  ['installing is turned off', { settings: { communityNodesEnabled: false } }, 'Installing packages is turned off on this instance'],
  ['the settings exclude the node', { settings: { excludedNodes: ['n8n-nodes-mill.wheel'] } }, "This instance's settings exclude it."],
  ['the installed version lacks it', { other: { iconVersion: '1' } }, 'The installed version of n8n-nodes-mill has no such node.'],
])('if %s, the owner is told so', async (_, installable, text) => {
  const notice = await show({ role: 'owner', ...installable });
  await waitFor(() => expect(notice.textContent).toContain(text));
  expect(install()).toBeNull();
});

it.each([
  ['wheel', 'owner'],
  ['wheel', 'member'],
  ['millrace.wheel', 'owner'],
  ['__proto__.x', 'owner'],
  ['../x.wheel', 'owner'],
  ['wheel.', 'owner'],
])('%s cannot come from a package: it is unknown (to the %s), and its parameters are shown', async (type, role) => {
  const notice = await show({ role, type, settings: { help: { documentation: 'https://docs.example.com/nodes' } } });
  const link = await screen.findByRole('link', { name: 'Docs' });
  expect(link.getAttribute('href')).toBe('https://docs.example.com/nodes');
  expect(notice.textContent).toContain(`The node type "${type}" is unknown`);
  expect(notice.textContent).not.toMatch(/install its package|must be installed|Ask/i);
  expect(screen.queryByRole('button', { name: /^Install/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Package' })).toBeNull();
  expect(screen.getByLabelText('Parameters in the file').textContent).toContain('"teeth": 12');
});
