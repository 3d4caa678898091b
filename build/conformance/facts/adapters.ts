// All adapters: maps the corpus's functions to those of this product.
import type { Adapters } from './adapter.ts';
import { languageAdapters } from './language-adapters.ts';
import { nodeAdapters } from './node-adapters.ts';
import { roomAdapters } from './room-adapters.ts';

export const adapters: Adapters = { ...languageAdapters, ...roomAdapters, ...nodeAdapters };
