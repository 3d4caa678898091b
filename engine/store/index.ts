// The store's door.
export { Store } from './store.ts';
export type { ExecutionRecord } from './repositories/executions.ts';
export type { WorkflowSummary } from './repositories/workflows.ts';
export type { TagRecord, TagRepository } from './repositories/tags.ts';
