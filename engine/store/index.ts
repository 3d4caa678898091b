// The public interface of the store.
export { isKeyInUse, KEY_IN_USE } from './database.ts';
export { Store } from './store.ts';
export { syncFolder, type Durability } from './durability.ts';
export { openServerFolder, type ServerFolder } from './server-folder.ts';
export { isServerRunning, openInstance, type Instance } from './instances.ts';
export type { StoreHealth } from './health.ts';
export type { ExecutionFilter, Page } from './repositories/execution-list.ts';
export type { Delivery, EndLinks } from './repositories/execution-calls.ts';
export type { ExecutionBegin, ExecutionEnd, ExecutionRecord, Snapshot } from './repositories/execution-record.ts';
export type { TagRecord, TagRepository } from './repositories/tags.ts';
export type { ApiKeyRepository } from './repositories/api-keys.ts';
export type { SessionRecord, SessionRepository } from './repositories/sessions.ts';
export type { SettingRepository } from './repositories/settings.ts';
export type { TokenPurpose, UserTokenRepository } from './repositories/user-tokens.ts';
export type { UserRecord, UserRepository } from './repositories/users.ts';
export type { WebhookRepository } from './repositories/webhooks.ts';
export type { WorkflowFilter, WorkflowRecord, WorkflowRepository, WorkflowSummary } from './repositories/workflows.ts';
export type { CredentialRecord, CredentialRepository, SealedCredential } from './repositories/credentials.ts';
