// Entry point of the webhooks.
export { Webhooks, type WorkflowWebhooks } from './webhooks.ts';
export { startUrls, type WebhookAddress } from './declared.ts';
export { resumeUrls } from './resume-url.ts';
export { defaultWebhookSettings, type WebhookSettings } from './settings.ts';
export type { ResumableExecution, TestCall, WebhookPorts, WebhookRun } from './ports.ts';
