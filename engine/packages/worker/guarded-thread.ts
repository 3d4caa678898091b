// Loaded first in threads that package code starts: refuses connections there, too.
import { getEnvironmentData } from 'node:worker_threads';
import { PACKAGE, refuseNetwork } from './network-guard.ts';

refuseNetwork(String(getEnvironmentData(PACKAGE)), new URL(import.meta.url));
