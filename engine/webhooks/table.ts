// Finds the webhook for a method and a path. Static paths take one lookup; paths with `:name` segments are tried afterwards.
import { AppError } from '../contract/errors.ts';
import { setOwn } from '../workflow/values/own-properties.ts';
import { canonicalPath, isDynamicPath, partText } from './path.ts';

export interface WebhookEntry<Payload> {
  readonly workflowId: string;
  readonly workflowName: string;
  readonly nodeName: string;
  readonly webhookName: string;
  /** Upper case. */
  readonly method: string;
  /** Path that starts with the kind of webhook: `webhook/…` or `form/…`. */
  readonly path: string;
  readonly payload: Payload;
}

export type Lookup<Payload> =
  | { readonly entry: WebhookEntry<Payload>; readonly params: Readonly<Record<string, string>> }
  /** The path is known, but not with this method. */
  | { readonly methods: readonly string[] };

type Methods<Payload> = Map<string, WebhookEntry<Payload>>;

interface Route<Payload> {
  /** Segments to match; undefined matches any segment. */
  readonly parts: readonly (string | undefined)[];
  readonly names: readonly string[];
  readonly methods: Methods<Payload>;
}

const noParams: Readonly<Record<string, string>> = Object.freeze({});

export class WebhookTable<Payload> {
  readonly #static = new Map<string, Methods<Payload>>();
  /** By number of segments, most specific first. */
  readonly #dynamic = new Map<number, Route<Payload>[]>();
  readonly #ofWorkflow = new Map<string, readonly WebhookEntry<Payload>[]>();

  /** Replaces a workflow's webhooks, all or none. Throws WebhookConflict with the path. */
  add(workflowId: string, entries: readonly WebhookEntry<Payload>[]): void {
    const entriesByKey = new Map<string, WebhookEntry<Payload>>();
    for (const entry of entries) {
      const key = `${entry.method} ${shapeOf(entry.path)}`;
      const taken = entriesByKey.get(key) ?? this.#takenByOther(entry, workflowId);
      if (taken !== undefined) throw new WebhookConflict(entry, taken);
      entriesByKey.set(key, entry);
    }
    this.remove(workflowId);
    for (const entry of entries) this.#methodsFor(entry).set(entry.method, entry);
    if (entries.length > 0) this.#ofWorkflow.set(workflowId, entries);
  }

  remove(workflowId: string): void {
    for (const entry of this.#ofWorkflow.get(workflowId) ?? []) {
      const methods = this.#find(entry.path);
      methods?.delete(entry.method);
      if (methods?.size === 0) this.#forget(entry.path);
    }
    this.#ofWorkflow.delete(workflowId);
  }

  /** Returns the webhooks of a workflow; an empty list if it has none. */
  of(workflowId: string): readonly WebhookEntry<Payload>[] {
    return this.#ofWorkflow.get(workflowId) ?? [];
  }

  /** Returns the matching webhook, the allowed methods if only the method differs, or undefined. `path`: the requested path. */
  lookup(method: string, path: string): Lookup<Payload> | undefined {
    const requested = canonicalPath(path);
    const staticMethods = this.#static.get(requested);
    const entry = staticMethods?.get(method);
    if (entry !== undefined) return { entry, params: noParams };
    const otherMethods = new Set(staticMethods?.keys());
    if (this.#dynamic.size > 0) {
      const parts = requested.split('/');
      for (const route of this.#dynamic.get(parts.length) ?? []) {
        if (!matches(route, parts)) continue;
        const dynamicEntry = route.methods.get(method);
        if (dynamicEntry !== undefined) return { entry: dynamicEntry, params: paramsOf(route, parts) };
        for (const other of route.methods.keys()) otherMethods.add(other);
      }
    }
    return otherMethods.size === 0 ? undefined : { methods: [...otherMethods] };
  }

  #takenByOther(entry: WebhookEntry<Payload>, workflowId: string): WebhookEntry<Payload> | undefined {
    const taken = this.#find(entry.path)?.get(entry.method);
    return taken?.workflowId === workflowId ? undefined : taken;
  }

  #find(path: string): Methods<Payload> | undefined {
    if (!isDynamicPath(path)) return this.#static.get(canonicalPath(path));
    const shape = shapeOf(path);
    return this.#dynamic.get(shape.split('/').length)?.find((route) => shapeOfParts(route.parts) === shape)?.methods;
  }

  #methodsFor({ path }: WebhookEntry<Payload>): Methods<Payload> {
    const existing = this.#find(path);
    if (existing !== undefined) return existing;
    const methods: Methods<Payload> = new Map();
    if (!isDynamicPath(path)) {
      this.#static.set(canonicalPath(path), methods);
      return methods;
    }
    const parts = canonicalPath(path).split('/');
    const route = {
      parts: parts.map((part) => (part.startsWith(':') ? undefined : part)),
      names: parts.filter((part) => part.startsWith(':')).map((part) => part.slice(1)),
      methods,
    };
    const routes = [...(this.#dynamic.get(parts.length) ?? []), route];
    this.#dynamic.set(parts.length, routes.sort(moreExactFirst));
    return methods;
  }

  #forget(path: string): void {
    if (!isDynamicPath(path)) {
      this.#static.delete(canonicalPath(path));
      return;
    }
    const shape = shapeOf(path);
    const count = shape.split('/').length;
    const remaining = (this.#dynamic.get(count) ?? []).filter((route) => shapeOfParts(route.parts) !== shape);
    if (remaining.length === 0) this.#dynamic.delete(count);
    else this.#dynamic.set(count, remaining);
  }
}

/** Returns the path with unnamed `:` segments: two paths of the same shape match the same requests. */
function shapeOf(path: string): string {
  const canonical = canonicalPath(path);
  return isDynamicPath(path)
    ? canonical
        .split('/')
        .map((part) => (part.startsWith(':') ? ':' : part))
        .join('/')
    : canonical;
}

const shapeOfParts = (parts: readonly (string | undefined)[]): string => parts.map((part) => part ?? ':').join('/');

/**
 * Compares two routes. A route with more static segments comes first; if both have equally many, the route whose static segments come
 * earlier.
 */
function moreExactFirst<Payload>(a: Route<Payload>, b: Route<Payload>): number {
  const byCount = a.names.length - b.names.length;
  if (byCount !== 0) return byCount;
  const at = a.parts.findIndex((part, index) => (part === undefined) !== (b.parts[index] === undefined));
  return at < 0 ? 0 : a.parts[at] === undefined ? 1 : -1;
}

function matches<Payload>(route: Route<Payload>, parts: readonly string[]): boolean {
  return route.parts.every((part, index) => (part === undefined ? parts[index] !== '' : part === parts[index]));
}

function paramsOf<Payload>(route: Route<Payload>, parts: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  let next = 0;
  route.parts.forEach((part, index) => {
    if (part === undefined) setOwn(params, route.names[next++] ?? '', partText(parts[index] ?? ''));
  });
  return params;
}

/** A webhook that has the path already, without its payload. */
type EntryAddress = Omit<WebhookEntry<unknown>, 'payload'>;

/** WEBHOOK_CONFLICT. The other workflow is not named, since it may belong to another user; `named` returns the error that names it. */
export class WebhookConflict extends AppError {
  readonly #entry: EntryAddress;
  readonly #taken: EntryAddress;

  constructor(entry: EntryAddress, taken: EntryAddress) {
    const isSame = taken.workflowId === entry.workflowId;
    super(
      'WEBHOOK_CONFLICT',
      sentence(entry, isSame ? `the node "${taken.nodeName}" of the same workflow` : 'another workflow'),
      conflictDetails(entry, isSame ? 'Give one of the two nodes another path.' : 'Choose another path.', isSame ? taken : undefined),
    );
    this.#entry = entry;
    this.#taken = taken;
  }

  get otherWorkflowId(): string {
    return this.#taken.workflowId;
  }

  named(): AppError {
    const { nodeName, workflowName } = this.#taken;
    return new AppError(
      'WEBHOOK_CONFLICT',
      sentence(this.#entry, `the node "${nodeName}" of the workflow "${workflowName}"`),
      conflictDetails(this.#entry, `Choose another path, or deactivate the workflow "${workflowName}".`, this.#taken),
    );
  }
}

const sentence = ({ nodeName, method, path }: EntryAddress, owner: string): string =>
  `The webhook of the node "${nodeName}" cannot be opened: ${method} ${path} is taken by ${owner}.`;

const conflictDetails = ({ path, method, nodeName }: EntryAddress, hint: string, taken: EntryAddress | undefined) => ({
  params: {
    path,
    method,
    node: nodeName,
    ...(taken === undefined ? {} : { workflow: taken.workflowName, workflowId: taken.workflowId }),
  },
  hint,
});
