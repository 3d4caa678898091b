// Entry of a package's process: starts the worker thread that runs the package's code, and watches it.
import { serveWorker } from '../../sandbox/serve-worker.ts';
import type { PackageSetup } from '../process/protocol.ts';

const setup = JSON.parse(process.argv[2] ?? '') as PackageSetup;
const extension = import.meta.url.endsWith('.ts') ? 'worker.ts' : 'package-worker.js';
const { memory, stuckAfter } = setup;
serveWorker({ file: new URL(`./${extension}`, import.meta.url), data: { setup }, memory, watch: 'always', stuckAfter });
