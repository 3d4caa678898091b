// Nodes around a vector store in tests: an embedding model on a server, a loader of the item's fields, and a store.
import type { JsonObject } from '../../contract/json.ts';
import type { AttachedNode } from './run-root-node.ts';

/** Vectors of the test's server: texts with the same words are close. */
export const embeddings = (to = 'Root'): AttachedNode => ({
  name: `Embeddings of ${to}`,
  type: 'embeddingsOpenAi',
  version: 1.2,
  by: 'ai_embedding',
  to,
});

export const loader = (parameters: JsonObject = {}, version = 1.1): AttachedNode => ({
  name: 'Loader',
  type: 'documentDefaultDataLoader',
  version,
  by: 'ai_document',
  parameters,
});

/** A store that is attached to another node, with its embedding model. */
export const store = (type: string, parameters: JsonObject, by: string, to = 'Root', version?: number): readonly AttachedNode[] => [
  { name: 'Store', type, by, to, parameters, ...(version === undefined ? {} : { version }) },
  embeddings('Store'),
];
