// Which of our functions answers for which function of the corpus.
import type { Adapters } from './adapter.ts';
import { languageAdapters } from './language-adapters.ts';
import { nodeAdapters } from './node-adapters.ts';
import { roomAdapters } from './room-adapters.ts';

export const adapters: Adapters = { ...languageAdapters, ...roomAdapters, ...nodeAdapters };
