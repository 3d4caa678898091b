// An S3 server for tests on this computer, with the requests for unfinished uploads that its package lacks.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Location } from '../binary/storage.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface S3rver {
  configureBuckets(): Promise<void>;
  listen(port: number, host: string): Promise<Server>;
}

export interface S3Server {
  /** A bucket, which exists. */
  readonly location: S3Location;
  /** Method and URL of the requests so far. */
  readonly requests: readonly string[];
  /** Returns the keys of the objects in the bucket. */
  keys(): readonly string[];
  /** Returns the keys of the unfinished uploads. */
  uploads(): readonly string[];
  close(): Promise<void>;
}

const bucket = 'files';

/** `before`: called with each request. If it returns true, it responds. */
export async function startS3(before: (request: IncomingMessage, response: ServerResponse) => boolean = () => false): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'millrace-s3-'));
  const Server3 = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver;
  const app = new Server3({ directory, silent: true, configureBuckets: [{ name: bucket }], vhostBuckets: false });
  await app.configureBuckets();
  const server = await app.listen(0, '127.0.0.1');
  const [serve] = server.listeners('request') as Listener[];
  const requests: string[] = [];
  const uploadsFolder = join(directory, bucket, '._S3rver_uploads');
  const uploads = (): readonly { readonly id: string; readonly key: string }[] =>
    (existsSync(uploadsFolder) ? readdirSync(uploadsFolder) : []).map((id) => ({
      id,
      key: readFileSync(join(uploadsFolder, id, 'key'), 'utf8'),
    }));
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { method, url = '' } = request;
    requests.push(`${method} ${url}`);
    if (before(request, response)) return;
    const query = new URL(url, 'http://s3').searchParams;
    const upload = query.get('uploadId');
    if (method === 'DELETE' && upload !== null) {
      rmSync(join(uploadsFolder, upload), { recursive: true, force: true });
      response.writeHead(204).end();
    } else if (method === 'GET' && query.has('uploads')) {
      const list = uploads().map(({ id, key }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
      response.end(`<?xml version="1.0"?><ListMultipartUploadsResult>${list.join('')}</ListMultipartUploadsResult>`);
    } else serve?.(request, response);
  });
  const { port } = server.address() as AddressInfo;
  return {
    location: {
      bucket,
      prefix: 'items/',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
      usesPathStyle: true,
    },
    requests,
    keys: () =>
      readdirSync(join(directory, bucket), { recursive: true })
        .map(String)
        .flatMap((path) => /^(.*)\._S3rver_object$/.exec(path)?.[1] ?? []),
    uploads: () => uploads().map(({ key }) => key),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
