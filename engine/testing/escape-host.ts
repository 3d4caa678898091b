// Entry of a process whose worker thread attempts escapes. The thread is started like the threads that run code.
import { serveWorker } from '../sandbox/serve-worker.ts';

const { bounds, ...data } = JSON.parse(process.argv[2] ?? '') as Pick<Parameters<typeof serveWorker>[0], 'bounds'>;
serveWorker({ file: new URL('./escape-worker.ts', import.meta.url), data, bounds, memory: 128 });
