// One document for the component tests of a worker: making one, and loading anew the modules that hold on to it, takes longer than most tests.
import { afterAll } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';

const shared = globalThis as { document?: Document };
if (shared.document === undefined) await builtinEnvironments.jsdom.setup(globalThis, { jsdom: { url: 'http://localhost:3000' } });

/** The next file finds an empty document, nothing remembered, and a store that knows nothing of the server. */
afterAll(async () => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  // Only here: what these load needs the document.
  const [{ store }, { api }] = await Promise.all([import('../state/store.ts'), import('../api/base.ts')]);
  store.dispatch(api.util.resetApiState());
});
