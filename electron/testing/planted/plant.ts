// `node --import electron/testing/planted/plant.ts electron/main.ts`: runs the application from its sources, with the fault that MILLRACE_PLANTED names.
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { faults } from './faults.ts';

const root = join(import.meta.dirname, '../../..');
const urlOf = (file: string): string => pathToFileURL(join(root, file)).href;
const fault = faults.find(({ name }) => name === process.env['MILLRACE_PLANTED']);

/** Pages and preload script are those of the build. */
const builtPlaces = { url: urlOf('electron/places.ts'), find: 'import.meta.dirname', replace: JSON.stringify(join(root, 'out/engine')) };
const changes = [builtPlaces, ...(fault === undefined ? [] : [{ ...fault, url: urlOf(fault.file) }])];

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    const [change] = changes.filter((each) => each.url === url);
    if (change === undefined) return loaded;
    return { ...loaded, source: String(loaded.source).replace(change.find, () => change.replace) };
  },
});
