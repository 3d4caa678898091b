// Every request of every page: navigation is announced, and addresses of our own schemes are handled by the application.
import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Request as PageRequest, Route } from 'playwright-core';
import { addressOf, beginningOf } from './long-responses.ts';
import { hostedBy, type Hosted } from './hosted.ts';
import { preventable } from './record.ts';
import { fromChromium, handlerOf } from './schemes.ts';

export async function carryRequest(route: Route): Promise<void> {
  const request = route.request();
  try {
    await carry(route, request);
  } catch (error) {
    const isOver = /closed|disposed|already handled/.test(String(error));
    if (!isOver) process.stderr.write(`Electron stand-in: ${request.url()} failed: ${String(error)}\n`);
    await route.abort('failed').catch(() => undefined);
  }
}

async function carry(route: Route, request: PageRequest): Promise<void> {
  const page = pageOf(request);
  const host = page === undefined ? undefined : await hostOf(page);
  // A window that the page opened and the application denied.
  if (page !== undefined && host === undefined) return route.abort('aborted');
  if (host?.isPopup === true) await host.opening;
  const url = fromChromium(request.url());
  if (host !== undefined && !mayNavigate(host, request, url)) return route.abort('aborted');
  return url === request.url() ? route.continue() : handled(route, url);
}

function pageOf(request: PageRequest): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}

/** Waits for a page that was just opened: it gets a window, or is closed. */
async function hostOf(page: Page): Promise<Hosted | undefined> {
  for (let tries = 0; tries < 50 && !page.isClosed(); tries++) {
    const host = hostedBy(page);
    if (host !== undefined) return host;
    await delay(20);
  }
  return undefined;
}

function mayNavigate({ contents, page, loading, isPopup, url: current }: Hosted, request: PageRequest, url: string): boolean {
  const isOwn = loading === request.url() || request.redirectedFrom() !== null || (isPopup && current === '');
  if (!request.isNavigationRequest() || isOwn) return true;
  const isMainFrame = request.frame() === page?.mainFrame();
  const event = preventable({ url, isMainFrame, isSameDocument: false });
  contents.emit('will-frame-navigate', event);
  if (isMainFrame && !event.defaultPrevented) contents.emit('will-navigate', event, url);
  return !event.defaultPrevented;
}

/** Lets the application handle a request. A page that goes away aborts it. */
async function handled(route: Route, url: string): Promise<void> {
  const request = route.request();
  const handler = handlerOf(new URL(url).protocol.slice(0, -1));
  if (handler === undefined) return route.abort('failed');
  const method = request.method();
  const body = method === 'GET' || method === 'HEAD' ? null : request.postDataBuffer();
  const gone = new AbortController();
  const page = pageOf(request);
  const leave = (failed: unknown): void => {
    if (failed === request || failed === page) gone.abort();
  };
  page?.on('requestfailed', leave).on('close', leave);
  try {
    const response = await handler(
      new Request(url, {
        method,
        headers: request.headers(),
        signal: gone.signal,
        ...(body === null ? {} : { body: new Uint8Array(body) }),
      }),
    );
    if (response.type === 'error') return await route.abort('failed');
    const head = { status: response.status, headers: Object.fromEntries(response.headers) };
    const content = await beginningOf(bodyOf(response, gone.signal));
    gone.signal.throwIfAborted();
    if ('whole' in content) await route.fulfill({ ...head, body: content.whole });
    else await route.continue({ url: await addressOf({ ...head, body: content.rest, onEnd: () => gone.abort() }) });
  } finally {
    page?.off('requestfailed', leave).off('close', leave);
  }
}

/** The body, which ends when the page goes away. */
function bodyOf({ body }: Response, signal: AbortSignal): AsyncIterable<Uint8Array> | null {
  const cancel = (): void => void reader?.cancel().catch(() => undefined);
  const reader = body?.getReader();
  if (reader === undefined) return null;
  signal.addEventListener('abort', cancel);
  return (async function* read() {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value as Uint8Array;
  })();
}
