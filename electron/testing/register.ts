// `node --import electron/testing/register.ts out/engine/electron-main.js`: every import of `electron`, also in dependencies, gets the stand-in.
import { registerHooks } from 'node:module';

const url = new URL('main-process.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(?:\/(?:main|common))?$/.test(specifier) ? { url, shortCircuit: true } : next(specifier, context),
});
