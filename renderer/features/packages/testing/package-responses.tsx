// A server that answers requests about packages, for tests.
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, vi } from 'vitest';
import { api } from '../../../api/base.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { modalsClosed } from '../../../state/ui-slice.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';

export const name = 'n8n-nodes-example';
export const installed = {
  packageName: name,
  installedVersion: '1.0.0',
  installedAt: '2026-01-01T00:00:00.000Z',
  installedNodes: [{ name: 'Example', type: `${name}.example`, latestVersion: 1 }],
  license: 'MIT',
  allowsNetwork: false,
  failures: [],
};
export const details = { name, version: '1.0.0', license: 'MIT', nodes: 1, credentials: 2, dependencies: 3 };

export type PackageResponse = { readonly data: unknown } | { readonly failure: object; readonly status: number };
type Reply = (url: URL, body: unknown) => PackageResponse | Promise<PackageResponse>;

/** The requests that changed something. */
export const requests: (readonly [request: string, body: unknown])[] = [];
const replies = new Map<string, Reply>();
/** Sets the response to a request such as `GET /nodes`. */
export const reply = (request: string, reply: Reply): void => void replies.set(request, reply);

/** Replaces `fetch` during each test, and cleans up afterwards. Must be called by each test file, since test files share this module. */
export const serveRequests = (): void => {
  beforeEach(() => {
    requests.length = 0;
    replies.clear();
    // A search begins by itself when typing pauses.
    reply('GET /nodes/search', () => ({ data: { isSearchable: true, total: 0, packages: [] } }));
    vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
      const url = new URL(address, 'http://x');
      const content: unknown = body === undefined ? undefined : JSON.parse(body);
      if (method !== 'GET') requests.push([`${method} ${url.pathname}${url.search}`, content]);
      const packageResponse = (await replies.get(`${method} ${url.pathname.replace('/rest', '')}`)?.(url, content)) ?? { data: [] };
      return 'data' in packageResponse
        ? Response.json(packageResponse)
        : Response.json(packageResponse.failure, { status: packageResponse.status });
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    store.dispatch(api.util.resetApiState());
    store.dispatch(modalsClosed());
  });
};

export const show = (what: ReactNode): void =>
  void render(
    <Provider store={store}>
      <TooltipProvider>{what}</TooltipProvider>
    </Provider>,
  );
