// The notice of packages that a workflow needs: who may install them, and whom the others ask.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { api } from '../../../api/base.ts';
import { sessionApi } from '../../../api/session.ts';
import '../../../i18n/index.ts';
import { pushReceived } from '../../../state/actions.ts';
import { store } from '../../../state/store.ts';
import { modalsClosed, selectModals } from '../../../state/ui-slice.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { editorActions } from '../document/editor-slice.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { typeLookup } from '../view/type-lookup.ts';
import { MissingPackages } from './missing-packages.tsx';
import { eventually } from '../../../testing/setup.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
  store.dispatch(modalsClosed());
});

const node = (id: string, type: string): WorkflowNode => ({ id, name: id, type, typeVersion: 1, position: [0, 0], parameters: {} });

async function show(role: string, communityNodesEnabled = true, installed: readonly NodeDescription[] = []): Promise<void> {
  const person = { id: 'p', email: 'p@example.com', firstName: null, lastName: null, fullName: '', isPending: false, isDefaultUser: false };
  const responses = new Map<string, object>([
    ['/rest/login', { ...person, globalRole: { name: role } }],
    ['/rest/settings', { communityNodesEnabled, excludedNodes: ['n8n-nodes-base.executeCommand'] }],
  ]);
  vi.stubGlobal('fetch', async (address: string) => Response.json({ data: responses.get(new URL(address, 'http://x').pathname) ?? [] }));
  await store.dispatch(sessionApi.endpoints.currentUser.initiate());
  const nodes = [
    node('a', 'n8n-nodes-mill.wheel'),
    node('b', 'n8n-nodes-mill.gate'),
    node('c', '@scope/n8n-nodes-other.thing'),
    node('d', 'n8n-nodes-base.executeCommand'),
  ];
  store.dispatch(editorActions.opened({ workflow: { name: 'Mill', nodes, connections: {} }, id: 'w' }));
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <EditorProvider types={typeLookup(installed)}>
            <MissingPackages types={typeLookup(installed)} />
          </EditorProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
}

const noticeText = async (): Promise<string | null | undefined> =>
  (await screen.findByText(/This workflow needs packages/)).closest('.notice-text')?.textContent;

describe('the notice of missing packages', () => {
  it('names each package once, lets owners install any of them, and can be closed', async () => {
    await show('owner');
    await userEvent.click(await screen.findByRole('button', { name: 'Install @scope/n8n-nodes-other' }));
    expect(selectModals(store.getState())).toEqual([{ name: 'install-package', packageName: '@scope/n8n-nodes-other' }]);
    expect(await noticeText()).toContain('This workflow needs packages that are not installed: n8n-nodes-mill, @scope/n8n-nodes-other');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/This workflow needs packages/)).toBeNull();
  });

  it('keeps the focus on its button when one of several packages is installed', async () => {
    await show('owner');
    const button = await screen.findByRole('button', { name: 'Install n8n-nodes-mill' });
    button.focus();
    const nodes = [node('c', '@scope/n8n-nodes-other.thing')];
    act(() => void store.dispatch(editorActions.opened({ workflow: { name: 'Mill', nodes, connections: {} }, id: 'w' })));
    await screen.findByRole('button', { name: 'Install @scope/n8n-nodes-other' });
    expect(document.activeElement).toBe(button);
  });

  it('says which package is being installed', async () => {
    await show('owner');
    await screen.findByRole('button', { name: 'Install n8n-nodes-mill' });
    const progress = { type: 'packageProgress', packageName: 'n8n-nodes-mill', stage: 'fetching', fetched: 1, total: 2 } as const;
    act(() => void store.dispatch(pushReceived(progress)));
    await userEvent.click(screen.getByRole('button', { name: 'Installing n8n-nodes-mill…' }));
    expect(selectModals(store.getState())).toEqual([]);
    act(() => void store.dispatch(pushReceived({ type: 'packageInstallationEnded', packageName: 'n8n-nodes-mill', failure: 'No.' })));
    await screen.findByRole('button', { name: 'Install n8n-nodes-mill' });
  });

  it('does not name packages that are installed, but lack the node', async () => {
    await show('owner', true, [{ name: 'n8n-nodes-mill.other', version: 1, iconVersion: '1' } as NodeDescription]);
    await screen.findByText('This workflow needs a package that is not installed: @scope/n8n-nodes-other');
  });

  it.each([
    ['a member whom to ask', 'member', true, 'Ask the owner of this instance to install it.'],
    ['that installing is turned off', 'owner', false, 'Installing packages is turned off on this instance'],
  ])('tells %s', async (_, role, isEnabled, expected) => {
    await show(role, isEnabled);
    await eventually(async () => expect(await noticeText()).toContain(expected));
    expect(screen.queryByRole('button', { name: /^Install/ })).toBeNull();
  });
});
