// What packages receive as `n8n-core`. Few need it: what remains of it for node authors are errors of the engine.
import { notSupported, supportedOnly } from './unsupported.ts';

let instanceId = '';

/** Tells package code which installation this is. */
export const setInstanceId = (id: string): void => void (instanceId = id);

/** What packages may know of the program: one process, which is the leader of its own. Its folders and keys are not theirs. */
class InstanceSettings {
  readonly instanceType = 'main';
  readonly instanceRole = 'leader';
  readonly isLeader = true;
  readonly isFollower = false;
  readonly isMultiMain = false;
  readonly isWorker = false;
  readonly isSingleMain = true;

  get instanceId(): string {
    return instanceId;
  }

  get hostId(): string {
    return `main-${instanceId}`;
  }
}

const ofProgram = [
  'encryptionKey', 'hmacSignatureSecret', 'signatureSecret', 'tunnelSubdomain', 'userHome', 'n8nFolder', 'staticCacheDir',
  'generatedStaticDir', 'customExtensionDir', 'nodesDownloadDir',
]; // oxfmt-ignore
for (const name of ofProgram) {
  Object.defineProperty(InstanceSettings.prototype, name, {
    get: () => {
      throw notSupported(`n8n-core: InstanceSettings.${name}`);
    },
  });
}

/** Several tools that one attached node supplies. */
class StructuredToolkit {
  readonly tools: readonly unknown[];

  constructor(tools: readonly unknown[] = []) {
    this.tools = tools;
  }

  getTools(): readonly unknown[] {
    return this.tools;
  }
}

/** Reports errors to the developers of n8n; this program reports nothing. */
class ErrorReporter {
  error(): void {
    // Errors stay on this computer.
  }
  warn(): void {
    // Errors stay on this computer.
  }
  info(): void {
    // Errors stay on this computer.
  }
}

/** Classes whose single instance package code requests from the container of its own `@n8n/di`. */
export const services: readonly (new () => object)[] = [InstanceSettings, ErrorReporter];

export const coreModule: object = supportedOnly('n8n-core', {
  /** Pages of forms are always sandboxed. */
  isFormHtmlSandboxingDisabled: () => false,
  getHtmlSandboxCSP: () => 'sandbox allow-downloads allow-forms allow-modals allow-popups allow-scripts',
  /** Whether a request is a click on a button in a message, which Slack signs. Visiting a link is not. */
  isSlackInteractionRequest: (request: unknown) => hasHeader(request, 'x-slack-signature'),
  /** The same for Telegram, which sends the token that the webhook was registered with. */
  isTelegramInteractionRequest: (request: unknown) => hasHeader(request, 'x-telegram-bot-api-secret-token'),
  /** Whether a node asks the engine to run tools, and to call it again with their results. */
  isEngineRequest: (value: unknown) => typeof value === 'object' && value !== null && 'actions' in value && Array.isArray(value.actions),
  /** Packages import these two names. Buttons in messages are not supported, and n8n does not document the values, so they are our own. */
  HITL_CALLBACK_PREFIX: 'hitl:',
  TELEGRAM_HITL_WEBHOOK_SUFFIX: 'telegram-hitl',
  ErrorReporter,
  InstanceSettings,
  StructuredToolkit,
});

/** Whether the request has a body and this header. */
function hasHeader(request: unknown, header: string): boolean {
  const { method, headers } = (request ?? {}) as { readonly method?: unknown; readonly headers?: object };
  return method === 'POST' && Object.hasOwn(headers ?? {}, header);
}
