// Entry of a process that tries ways out in its worker thread, which starts as those of code do.
import { serveWorker } from '../sandbox/serve-worker.ts';

const { bounds, ...data } = JSON.parse(process.argv[2] ?? '') as Pick<Parameters<typeof serveWorker>[0], 'bounds'>;
serveWorker({ file: new URL('./escape-worker.ts', import.meta.url), data, bounds, memory: 128 });
