// Serves the editor's pages: the renderer's build with history fallback, or a plain page without it.
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../contract/errors.ts';
import { escapeHtml } from '../sdk/html.ts';
import { pageHeaders, securityHeaders } from './guard.ts';
import { noncePageSender, pageSender } from './page.ts';

export interface PagesOptions {
  readonly basePath: string;
  /** First segment of REST paths, which is inserted into the pages. */
  readonly restPrefix: string;
  /** Folder of the renderer's build; absent if the editor is not served. */
  readonly folder: string | undefined;
  /** Addresses of other services that the pages connect to. */
  readonly reachable: readonly string[];
  /** Whether a path belongs to REST or webhooks, where unknown paths are errors. */
  readonly isOwn: (path: string) => boolean;
  /** Called when a page of the editor is first sent, to load what it will request next. */
  readonly onFirstPage?: () => void;
}

const plainPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Millrace</title>
<style>
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem}
h1{font-size:1.5rem;margin:0 0 .5rem}
p{margin:0 0 1rem}
</style>
<h1>Millrace is running</h1>
<p>This installation has no editor. Its REST calls, webhooks and schedules work.</p>
</html>
`;

/** Paths of optional features, which must not fall back to the editor's page. */
const notPages: ReadonlySet<string> = new Set(['metrics', 'healthz', 'healthz/readiness']);

/** Matches paths whose last segment has a file extension or is a dotfile, percent-encoded or not. */
const isFileName = /(?:\.|%2e)[\w%]+\/?$|\/(?:\.|%2e)/i;

export function mountPages(app: FastifyInstance, { basePath, restPrefix, folder, reachable, isOwn, onFirstPage }: PagesOptions): void {
  const editor = folder !== undefined && existsSync(join(folder, 'index.html')) ? folder : undefined;
  const page = editor === undefined ? plainPage : pageAt(readFileSync(join(editor, 'index.html'), 'utf8'), basePath, restPrefix);
  const send = editor === undefined ? pageSender(page, securityHeaders) : noncePageSender(page, pageHeaders(reachable));
  // Anyone may request pages, so only the first request causes work.
  let isFirst = true;
  const sendPage: typeof send = (request, reply) => {
    send(request, reply);
    if (editor !== undefined && isFirst) onFirstPage?.();
    isFirst = false;
  };
  if (editor !== undefined) {
    void app.register(fastifyStatic, {
      root: editor,
      prefix: basePath,
      wildcard: true,
      index: false,
      // However its URL is written, `index.html` is sent with a nonce and never as a static file.
      allowedPath: (path) => !/\.html?$/i.test(path),
      // The build contains compressed copies, `.br` and `.gz`.
      preCompressed: true,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        for (const [name, value] of Object.entries(securityHeaders)) void reply.header(name, value);
        // Names of built files change with their content, so only the page itself is revalidated.
        void reply.header('cache-control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  for (const path of editor === undefined ? [basePath] : [basePath, `${basePath}index.html`]) app.get(path, sendPage);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isCall = isOwn(path) || isOwn(`${path}/`) || notPages.has(path.slice(basePath.length).replace(/\/$/, ''));
    // Missing files are 404, but addresses that are opened in the browser may contain a dot.
    const isFile = isFileName.test(path) && (path.startsWith(`${basePath}assets/`) || !isOpened(request.headers));
    if (!isRead || isCall || !path.startsWith(basePath) || isFile)
      throw new AppError('NOT_FOUND', `There is nothing at ${path}.`, { params: { path } });
    sendPage(request, reply);
  });
}

/**
 * Returns the address to route. An address with invalid percent-encoding that is opened in a browser is replaced by an unknown address, so that the
 * editor shows its own error page.
 */
export function readableAddress({ basePath, restPrefix }: Pick<PagesOptions, 'basePath' | 'restPrefix'>, request: IncomingMessage): string {
  const { url = basePath, headers } = request;
  const [path = ''] = url.split('?');
  const isPage = path.startsWith(basePath) && !path.startsWith(`${basePath}${restPrefix}/`) && isOpened(headers);
  return isPage && !isReadable(path) ? `${basePath}404` : url;
}

function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}

/** Whether the browser navigates to the address, as opposed to loading it from a page. */
const isOpened = ({ accept = '' }: { readonly accept?: string }): boolean => accept.includes('text/html');

/** Returns the page with the base path of this instance. All its links are relative to this path. */
function pageAt(page: string, basePath: string, restPrefix: string): string {
  return page.replace(/<base\b[^>]*>/, `<base href="${escapeHtml(basePath)}" data-rest="${escapeHtml(restPrefix)}">`);
}
