// A server on this machine that counts how often it received each token, which shows the effects of workflows.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export class Effects {
  readonly #server: Server;
  readonly #counts = new Map<string, number>();
  #newest = '';

  private constructor() {
    this.#server = createServer((request, response) => {
      const token = new URL(request.url ?? '/', 'http://localhost').searchParams.get('token') ?? '';
      this.#counts.set(token, this.of(token) + 1);
      this.#newest = token;
      request.resume();
      response.setHeader('content-type', 'application/json').end('{"done":true}');
    });
  }

  static async start(): Promise<Effects> {
    const effects = new Effects();
    await new Promise<void>((resolve) => effects.#server.listen(0, '127.0.0.1', resolve));
    return effects;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  of(token: string): number {
    return this.#counts.get(token) ?? 0;
  }

  /** The last token received. */
  get newest(): string {
    return this.#newest;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
