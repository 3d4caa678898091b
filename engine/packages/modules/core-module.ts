// What packages receive as `n8n-core`. Few need it: what remains of it for node authors are errors of the engine.
import { supportedOnly } from './unsupported.ts';

export const coreModule: object = supportedOnly('n8n-core', {
  /** Pages of forms are always sandboxed. */
  isFormHtmlSandboxingDisabled: () => false,
  getHtmlSandboxCSP: () => 'sandbox allow-downloads allow-forms allow-modals allow-popups allow-scripts',
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
