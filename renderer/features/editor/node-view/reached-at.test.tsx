// Where the node's URLs can be reached, and the check of each address.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../../api/base.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { ReachedAt } from './reached-at.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

const here = { kind: 'loopback', url: 'http://localhost:5678/' };
const lan = { kind: 'lan', url: 'http://192.168.1.7:5678/' };

it('shows the URL at each address, and the result of its check', async () => {
  const checked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    if (!url.endsWith('/check')) return Response.json({ data: [here, lan] });
    checked.push(body ?? '');
    const isHere = (body ?? '').includes('localhost');
    return Response.json({ data: isHere ? { result: 'reachable' } : { result: 'other', reason: 'HTTP 404' } });
  });
  render(
    <Provider store={store}>
      <TooltipProvider>
        <ReachedAt path="webhook/orders" />
      </TooltipProvider>
    </Provider>,
  );
  await userEvent.click(await screen.findByText('Where it can be reached'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'From this computer' }).value).toBe('http://localhost:5678/webhook/orders');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'From your network' }).value).toBe('http://192.168.1.7:5678/webhook/orders');
  expect(screen.getByText(/MILLRACE_WEBHOOK_URL/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Check http://localhost:5678/' }));
  expect(await screen.findByText('Reachable from this computer')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Check http://192.168.1.7:5678/' }));
  expect(await screen.findByText('Something else responds there: HTTP 404')).toBeDefined();
  expect(checked.map((body) => JSON.parse(body) as unknown)).toEqual([{ url: here.url }, { url: lan.url }]);
});
