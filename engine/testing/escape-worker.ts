// Attempts escapes as code that has left its compartment: with the modules of Node, or without, as in a worker that is ready.
import { createRequire } from 'node:module';
import { constants, runInThisContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { frameKinds, messageFrame } from '../sandbox/frames.ts';
import { blockOutsideAccess } from '../sandbox/worker-realm.ts';
import { hideDatabase } from '../sandbox/worker-sql.ts';
import { tryEscapes, type EscapeTargets } from './escapes.ts';

const {
  hasModules,
  escapes,
  places: targets,
} = workerData as {
  readonly hasModules: boolean;
  readonly escapes: Readonly<Record<string, string>>;
  readonly places: EscapeTargets;
};
type Try = (escapes: unknown, places: EscapeTargets, require: unknown) => Promise<unknown>;
const attempt = runInThisContext(tryEscapes, { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }) as Try;
const require = createRequire(import.meta.url);
const port = parentPort;
// Some escapes fail later.
process.on('uncaughtException', () => undefined);
if (!hasModules) {
  hideDatabase();
  blockOutsideAccess([]);
}
const opened = await attempt(escapes, targets, require);
port?.postMessage(messageFrame(frameKinds.message, { cwd: hasModules ? process.cwd() : undefined, opened }));
