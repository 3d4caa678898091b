// Requests that have no response yet, so that a crash can be traced to what was requested.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { guarded } from '../workflow/values/guarded.ts';

/** Maximum length of a path in reports. */
const MAX_PATH = 200;

export class OpenRequests {
  readonly #open = new Set<IncomingMessage>();

  /** Registers the requests that a server receives. */
  watch(server: Server): void {
    const note = (request: IncomingMessage, response: ServerResponse): void => {
      this.#open.add(request);
      response.once('close', () => this.#open.delete(request));
    };
    server.on(
      'request',
      guarded((_error, [request]) => request.destroy(), note),
    );
  }

  /** Method and path of each request, the latest last. Without queries, since they may contain secrets. */
  paths(): readonly string[] {
    return [...this.#open].map(({ method = '', url = '' }) => `${method} ${url.split('?', 1)[0]?.slice(0, MAX_PATH) ?? ''}`);
  }
}
