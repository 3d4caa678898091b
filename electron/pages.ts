// The `app://` protocol: the editor's pages from the build folder, and files of REST routes as streams.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { protocol } from 'electron';
import { desktopOrigin } from '../engine/contract/desktop.ts';
import { NONCE_SOURCE, withNonce } from '../engine/contract/page-nonce.ts';
import type { EngineGateway } from '../engine/index.ts';
import { restPath } from './trust.ts';

const scheme = 'app';

/** Strict: scripts of the build and connections of our own pages only. Styles of elements are set by the canvas. */
const pagePolicy = [
  "default-src 'none'",
  `script-src ${NONCE_SOURCE}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Workers have the policy of their own file, whose imports are files of the build. */
const filePolicy = pagePolicy.replace(NONCE_SOURCE, "'self'");

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/** Call it before the application is ready. */
export function declarePages(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
  ]);
}

/** `folder`: the editor's build. */
export function servePages(folder: string, engine: Pick<EngineGateway, 'openStream'>): void {
  protocol.handle(scheme, async (request) => {
    const { origin, pathname, search } = new URL(request.url);
    if (`${scheme}://${new URL(request.url).host}` !== desktopOrigin && origin !== desktopOrigin) return errorResponse(404);
    if (request.method !== 'GET' && request.method !== 'HEAD') return errorResponse(405);
    if (!pathname.startsWith('/rest/')) return pageOf(folder, pathname);
    const path = restPath(`${pathname}${search}`.slice('/rest/'.length));
    return path === undefined ? errorResponse(404) : fileOf(engine, request, path);
  });
}

async function fileOf(
  engine: Pick<EngineGateway, 'openStream'>,
  { method, headers: requestHeaders }: Request,
  path: string,
): Promise<Response> {
  const range = requestHeaders.get('range');
  const opened = await engine.openStream({ method, path, headers: range === null ? {} : { range } }, 'localOwner');
  const headers = new Headers();
  for (const [name, value] of Object.entries(opened.headers)) for (const line of value.split('\n')) headers.append(name, line);
  return new Response(opened.body, { status: opened.status, headers });
}

/** A file of the build; for every other address the page itself, whose router knows it. */
async function pageOf(folder: string, pathname: string): Promise<Response> {
  const file = fileIn(folder, pathname);
  if (file === undefined && pathname.startsWith('/assets/')) return errorResponse(404);
  const path = file ?? join(folder, 'index.html');
  const content = await readFile(path);
  const isPage = extname(path) === '.html';
  const nonce = randomBytes(18).toString('base64');
  return new Response(isPage ? withNonce(content.toString('utf8'), nonce) : new Uint8Array(content), {
    headers: {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': isPage ? withNonce(pagePolicy, nonce) : filePolicy,
      'x-content-type-options': 'nosniff',
      ...(isPage ? { 'cache-control': 'no-store' } : {}),
    },
  });
}

function fileIn(folder: string, pathname: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  const path = normalize(join(folder, name));
  const isFile = path.startsWith(folder + sep) && !name.includes('\0') && extname(path) in types;
  return isFile && existsSync(path) ? path : undefined;
}

const errorResponse = (status: number): Response => new Response(null, { status });
