// A service that delays its responses, and records the order of its callers.
import type { ServerResponse } from 'node:http';
import { stubServer } from './stub-server.ts';

export interface SlowService {
  readonly address: string;
  /** Paths and queries of the requests so far, without the first slash. */
  readonly requests: readonly string[];
  /** Responds to the first caller that waits. */
  readonly respondNext: () => void;
  /** Responds to all callers, now and from now on. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
}

export async function slowService(): Promise<SlowService> {
  const requests: string[] = [];
  const blocked: ServerResponse[] = [];
  let isReleased = false;
  const answer = (response: ServerResponse): void => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"made":1}');
  const stub = await stubServer(({ url }, response) => {
    requests.push(url.slice(1));
    if (isReleased) answer(response);
    else blocked.push(response);
  });
  return {
    address: stub.address,
    requests,
    respondNext: () => {
      const [response] = blocked.splice(0, 1);
      if (response !== undefined) answer(response);
    },
    release: () => {
      isReleased = true;
      for (const response of blocked.splice(0)) answer(response);
    },
    close: () => stub.close(),
  };
}
