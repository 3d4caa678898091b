// The warning of an active workflow that does not run: it comes and goes with the node types, and says why.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import type { PushEvent } from '../../../engine/contract/push.ts';
import { api } from '../../api/base.ts';
import '../../i18n/index.ts';
import { startPushListener } from '../../state/push-listener.ts';
import { store } from '../../state/store.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { ActivationWarning } from './activation-warning.tsx';
import { eventually } from '../../testing/setup.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

it('is there from the uninstallation of a package on until it is installed again', async () => {
  const failure = { time: 1, error: { node: 'Greet', message: 'The node "Greet" needs the package n8n-nodes-x, which is not installed.' } };
  let response: typeof failure | null = null;
  let requestCount = 0;
  vi.stubGlobal('fetch', async () => {
    requestCount += 1;
    return Response.json({ data: response });
  });
  let notify: (event: PushEvent) => void = () => undefined;
  const end = startPushListener({ subscribe: ({ onEvent }) => ((notify = onEvent), () => undefined) }, store.dispatch);
  const changed = async (to: typeof response): Promise<void> => {
    response = to;
    await act(async () => notify({ type: 'nodeTypesChanged' }));
  };
  render(
    <Provider store={store}>
      <TooltipProvider>
        <ActivationWarning id="w" />
      </TooltipProvider>
    </Provider>,
  );
  await eventually(() => expect(requestCount).toBe(1));
  await changed(failure);
  await userEvent.hover(await screen.findByRole('button', { name: 'Active, but not running as it should' }));
  expect((await screen.findAllByText(/^The node "Greet" needs the package n8n-nodes-x/)).length).toBeGreaterThan(0);
  await changed(null);
  await eventually(() => expect(screen.queryByRole('button')).toBeNull());
  end();
});
