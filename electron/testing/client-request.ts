// The class `ClientRequest` of the module `net`: a request of Node.
import http from 'node:http';
import https from 'node:https';
import { Guarded } from './record.ts';

export interface ClientRequestOptions {
  readonly protocol?: string;
  readonly hostname?: string;
  readonly port?: number | string;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** `manual`: redirects end the request unless a listener follows them. */
  readonly redirect?: 'follow' | 'error' | 'manual';
}

export class ClientRequest extends Guarded {
  readonly #request: http.ClientRequest;

  constructor({ protocol = 'https:', hostname, port, path, method, headers }: ClientRequestOptions) {
    super('ClientRequest');
    const { request } = protocol === 'https:' ? https : http;
    this.#request = request({ protocol, hostname, port, path, method, headers: { ...headers } });
    this.#request.on('response', (response) => this.#respond(response));
    this.#request.on('error', (error) => this.emit('error', error));
    this.#request.on('finish', () => this.emit('finish'));
    this.#request.on('close', () => this.emit('close'));
  }

  #respond(response: http.IncomingMessage): void {
    const { statusCode = 0, headers } = response;
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) return void this.emit('response', response);
    response.resume();
    this.emit('redirect', statusCode, this.#request.method, new URL(headers.location, this.#url).href, response.headersDistinct);
  }

  get #url(): string {
    const { protocol, host, path } = this.#request;
    return `${protocol}//${host}${path}`;
  }

  write(chunk: string | Buffer): void {
    this.#request.write(chunk);
  }

  end(chunk?: string | Buffer): this {
    this.#request.end(chunk);
    return this;
  }

  abort(): void {
    this.#request.destroy();
    this.emit('abort');
  }
}
