// One document for all component tests of a worker, since creating a document and reloading the modules that hold it is slow.
import { afterAll } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';

const shared = globalThis as { document?: Document };
if (shared.document === undefined) await builtinEnvironments.jsdom.setup(globalThis, { jsdom: { url: 'http://localhost:3000' } });

/** Resets the document, storage and store for the next test file. */
afterAll(async () => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  // Imported here because these modules need the document.
  const [{ store }, { api }] = await Promise.all([import('../state/store.ts'), import('../api/base.ts')]);
  store.dispatch(api.util.resetApiState());
});
