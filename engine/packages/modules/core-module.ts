// What packages receive as `n8n-core`. Few need it: what remains of it for node authors are errors of the engine.
import { supportedOnly } from './unsupported.ts';

export const coreModule: object = supportedOnly('n8n-core', {
  /** Tools that belong together, such as those of a server. */
  StructuredToolkit: class StructuredToolkit {
    readonly tools: readonly unknown[];

    constructor(tools: readonly unknown[]) {
      this.tools = tools;
    }

    getTools(): readonly unknown[] {
      return this.tools;
    }
  },
  /** Whether an agent returns actions for the engine, instead of items. */
  isEngineRequest: (result: unknown) =>
    typeof result === 'object' && result !== null && 'actions' in result && Array.isArray(result.actions),
  /** Pages of forms are always sandboxed. */
  isFormHtmlSandboxingDisabled: () => false,
  getHtmlSandboxCSP: () => 'sandbox allow-downloads allow-forms allow-modals allow-popups allow-scripts',
  /** Whether a request is a click on a button in a message, which Slack signs; visited links are none. */
  isSlackInteractionRequest: (request: unknown) => hasHeader(request, 'x-slack-signature'),
  /** The same for Telegram, which sends the token that the webhook was registered with. */
  isTelegramInteractionRequest: (request: unknown) => hasHeader(request, 'x-telegram-bot-api-secret-token'),
  /** Reports an error to the developers of the program; this one reports nothing to anybody. */
  ErrorReporter: class ErrorReporter {
    error(): void {
      // Errors stay on this computer.
    }
    warn(): void {
      // Errors stay on this computer.
    }
  },
});

/** Whether the request has a body and this header. */
function hasHeader(request: unknown, header: string): boolean {
  const { method, headers } = (request ?? {}) as { readonly method?: unknown; readonly headers?: object };
  return method === 'POST' && Object.hasOwn(headers ?? {}, header);
}
