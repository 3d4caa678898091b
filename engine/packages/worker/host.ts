// Entry of a package's process: starts the worker thread that runs the package's code, and watches it.
import { serialize } from 'node:v8';
import { serveWorker } from '../../sandbox/serve-worker.ts';
import { packList } from '../process/packed-list.ts';
import type { PackageInput, PackageSetup, ToPackage } from '../process/protocol.ts';

const setup = JSON.parse(process.argv[2] ?? '') as PackageSetup;
const extension = import.meta.url.endsWith('.ts') ? 'worker.ts' : 'package-worker.js';
const { bounds, memory, stuckAfter } = setup;
const items = packList([{ json: { text: 'a', list: [1, 2.5, null], object: { isNested: true } } }, { json: {} }], 'An item');
const input: PackageInput = { content: { kind: 'echo', run: { inputs: [[]] } }, items: [items] };
const echo: ToPackage = { call: 1, type: 'call', id: 1, method: 'run', input };
serveWorker({
  file: new URL(`./${extension}`, import.meta.url),
  data: { setup },
  bounds,
  memory,
  pings: { content: serialize(echo), stuckAfter },
});
