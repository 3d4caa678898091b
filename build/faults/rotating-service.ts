// A service whose refresh tokens work once: using an earlier one ends the whole grant, as with Google, Microsoft and others. The new access token may
// get lost on the way, so until it is used the previous refresh token still works.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export class RotatingService {
  readonly #server: Server;
  #number = 0;
  #isUsed = true;
  #isAccessValid = false;
  /** Whether an earlier refresh token was used. */
  isRevoked = false;
  /** Number of answered calls of the API. */
  served = 0;
  /** Called once, before the next new token is sent. */
  onRefresh: (() => void) | undefined;
  /** Called once, when the API has received a valid token. */
  onServed: (() => void) | undefined;

  private constructor() {
    this.#server = createServer((request, response) => void this.#response(request, response));
  }

  static async start(): Promise<RotatingService> {
    const service = new RotatingService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Data of a credential whose access token has expired. */
  get credential(): object {
    return {
      grantType: 'authorizationCode',
      authUrl: this.url,
      accessTokenUrl: `${this.url}token`,
      clientId: 'client',
      clientSecret: 'secret of the client',
      authentication: 'body',
      oauthTokenData: { access_token: 'expired', refresh_token: `refresh-${this.#number}` },
    };
  }

  /** Ends the access token, so that the next call of the API needs a new one. */
  expire(): void {
    this.#isAccessValid = false;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #response(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const part of request) body += String(part);
    const send = (status: number, value: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(value));
    if (request.url === '/token') return this.#refresh(new URLSearchParams(body).get('refresh_token') ?? '', send);
    const isValid = this.#isAccessValid && request.headers.authorization === `Bearer access-${this.#number}`;
    if (!isValid) return send(401, { error: 'invalid_token' });
    this.#isUsed = true;
    this.served++;
    const { onServed } = this;
    this.onServed = undefined;
    onServed?.();
    return send(200, { done: true });
  }

  #refresh(token: string, send: (status: number, value: object) => void): void {
    const isCurrent = token === `refresh-${this.#number}`;
    const isPrevious = !this.#isUsed && token === `refresh-${this.#number - 1}`;
    if (!isCurrent && !isPrevious) this.isRevoked = true;
    if (this.isRevoked) return send(400, { error: 'invalid_grant' });
    if (isCurrent) this.#number++;
    this.#isUsed = false;
    this.#isAccessValid = true;
    const { onRefresh } = this;
    this.onRefresh = undefined;
    onRefresh?.();
    return send(200, { access_token: `access-${this.#number}`, refresh_token: `refresh-${this.#number}`, token_type: 'Bearer' });
  }
}
