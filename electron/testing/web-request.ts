// `session.webRequest`: the hooks that see each request of a page.
import { guard } from './record.ts';

/** What a hook may change. */
export interface HookResult {
  readonly cancel?: boolean;
  readonly redirectURL?: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly responseHeaders?: Readonly<Record<string, string | string[]>>;
}

export interface RequestDetails {
  readonly url: string;
  readonly method: string;
  readonly resourceType: string;
  readonly webContentsId: number | undefined;
  readonly requestHeaders: Readonly<Record<string, string>>;
}

type Listener = (details: RequestDetails, callback: (result?: HookResult) => void) => void;
type Filter = { readonly urls?: readonly string[] } | null;
const names = ['onBeforeRequest', 'onBeforeSendHeaders', 'onHeadersReceived'] as const;
type HookName = (typeof names)[number];

const hooks = new Map<HookName, { readonly filter: Filter; readonly listener: Listener }>();

export const hasHook = (name: HookName): boolean => hooks.has(name);

export const webRequest: object = guard(
  'webRequest',
  Object.fromEntries(names.map((name) => [name, (first: Filter | Listener, second?: Listener | null) => setHook(name, first, second)])),
);

function setHook(name: HookName, first: Filter | Listener, second?: Listener | null): void {
  const [filter, listener] = typeof first === 'function' ? [null, first] : [first, second];
  if (listener == null) hooks.delete(name);
  else hooks.set(name, { filter, listener });
}

/** Resolves with what the hook changes; with nothing if there is none for the address. */
export function callHook(name: HookName, details: RequestDetails): Promise<HookResult> {
  const hook = hooks.get(name);
  if (hook === undefined || !matches(hook.filter, details.url)) return Promise.resolve({});
  return new Promise((resolve) => hook.listener(details, (result) => resolve(result ?? {})));
}

const matches = (filter: Filter, url: string): boolean =>
  filter?.urls === undefined ||
  filter.urls.length === 0 ||
  filter.urls.some((pattern) => pattern === '<all_urls>' || patternOf(pattern).test(url));

const patternOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`);
