// One document for all component tests of a worker, since creating a document and reloading the modules that hold it is slow.
import { afterAll, vi } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';

const shared = globalThis as { document?: Document };
if (shared.document === undefined) await builtinEnvironments.jsdom.setup(globalThis, { jsdom: { url: 'http://localhost:3000' } });

/** Resets the document, storage and store for the next test file: nobody is signed in, and no dialog or toast is open. */
afterAll(async () => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  // Imported here because these modules need the document.
  const [{ store }, { api }, { sessionApi }, { selectToasts, toastClosed }, { modalsClosed }] = await Promise.all([
    import('../state/store.ts'),
    import('../api/base.ts'),
    import('../api/session.ts'),
    import('../state/toasts.ts'),
    import('../state/ui-slice.ts'),
  ]);
  if (store.getState().session.user !== null) {
    vi.stubGlobal('fetch', async () => Response.json({ data: true }));
    await store.dispatch(sessionApi.endpoints.signOut.initiate());
  }
  vi.unstubAllGlobals();
  store.dispatch(modalsClosed());
  for (const { id } of selectToasts(store.getState())) store.dispatch(toastClosed(id));
  store.dispatch(api.util.resetApiState());
});
