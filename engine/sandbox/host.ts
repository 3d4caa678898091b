// The entry of a code process: starts the worker thread that runs user code, and watches it while a job runs.
import { serveWorker } from './serve-worker.ts';
import type { WorkerSetup } from './protocol.ts';

const { allowedModules, bounds, memory } = JSON.parse(process.argv[2] ?? '') as WorkerSetup;
const extension = import.meta.url.endsWith('.ts') ? 'worker.ts' : 'sandbox-worker.js';
serveWorker({ file: new URL(`./${extension}`, import.meta.url), data: { allowedModules, bounds }, bounds, memory });
