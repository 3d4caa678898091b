// Lint rules of the engine: what reads an event's data, or transforms a chunk, is wrapped in `guarded`, and a promise that nobody awaits ends in
// `catch`, because an exception or a rejection there ends the thread.
// Files that run in a process or thread of their own are exempt, since it ends only those.

interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

interface RuleContext {
  report(finding: { readonly node: Node; readonly message: string }): void;
}

const adders = new Set(['on', 'once', 'addListener', 'prependListener']);
/** Events that carry nothing from outside. */
const plainEvents = new Set(['error', 'exit', 'abort']);
/** Emitters of the engine itself, whose exceptions go to who emits, and the process, which is the last to hear of them. */
const plainEmitters = new Set(['events', 'scope', 'process']);
const wrappers = new Set(['guarded', 'guardedStep']);
/** Functions of promises, which never throw. */
const settlers = new Set(['resolve', 'reject']);
const steps = new Set(['transform', 'write']);
const streams = new Set(['Transform', 'Writable', 'Duplex']);

const nameOf = (node: unknown): string | undefined => {
  const { type, name, property } = (node ?? {}) as Node;
  if (type === 'MemberExpression') return nameOf(property);
  if (type === 'PrivateIdentifier') return `#${name as string}`;
  return type === 'Identifier' ? (name as string) : undefined;
};

/** The first object of a chain, such as `reply` of `reply.code(200).send()`. */
const rootOf = (node: unknown): string | undefined => {
  const { type, object, callee, name } = (node ?? {}) as Node;
  if (type === 'MemberExpression') return rootOf(object);
  return type === 'CallExpression' ? rootOf(callee) : (name as string | undefined);
};

/** Whether a value is, or starts as, a call of a wrapper, or a constant made by one. */
function isWrapped(value: Node, wrapped: ReadonlySet<string>): boolean {
  if (value.type === 'CallExpression') return wrappers.has(nameOf(value['callee']) ?? '');
  return value.type === 'Identifier' && wrapped.has(value['name'] as string);
}

function mayThrow(handler: Node, wrapped: ReadonlySet<string>): boolean {
  if (isWrapped(handler, wrapped)) return false;
  if (/Function/.test(handler.type)) return (handler['params'] as readonly unknown[]).length > 0;
  return !settlers.has(nameOf(handler) ?? '');
}

const guardedEvents = {
  meta: { type: 'problem' as const },
  create(context: RuleContext) {
    /** Names of constants that a wrapper made. */
    const wrapped = new Set<string>();
    return {
      VariableDeclarator({ id, init }: { readonly id: Node; readonly init?: Node | null }): void {
        if (id.type === 'Identifier' && init != null && isWrapped(init, wrapped)) wrapped.add(id['name'] as string);
      },
      CallExpression({ callee, arguments: args }: { readonly callee: Node; readonly arguments: readonly Node[] }): void {
        const [event, handler] = args;
        if (callee.type !== 'MemberExpression' || !adders.has(nameOf(callee) ?? '') || event?.type !== 'Literal' || handler === undefined)
          return;
        if (typeof event['value'] !== 'string' || plainEvents.has(event['value'])) return;
        if (plainEmitters.has(nameOf(callee['object']) ?? '') || !mayThrow(handler, wrapped)) return;
        context.report({ node: handler, message: `Wrap the listener of "${event['value']}" in guarded().` });
      },
      NewExpression({ callee, arguments: [options] }: { readonly callee: Node; readonly arguments: readonly Node[] }): void {
        if (!streams.has(nameOf(callee) ?? '') || options?.type !== 'ObjectExpression') return;
        for (const { key, value } of options['properties'] as readonly { readonly key: Node; readonly value: Node }[]) {
          const name = nameOf(key) ?? '';
          if (steps.has(name) && !isWrapped(value, wrapped)) context.report({ node: value, message: `Wrap "${name}" in guardedStep().` });
        }
      },
    };
  },
};

/** Functions that never reject, as their comments say, and methods of processes and threads of the engine's own. */
const neverRejecting = new Set(['#run', '#sendCreated', 'carry', 'end', 'handle', 'keep', 'keepStaticData', 'kill', 'passLater']); // oxfmt-ignore
/** Fastify's objects: what their methods return is only awaited by itself. */
const awaitedByItself = new Set(['app', 'reply', 'rest']);

/** A promise that is not awaited ends in `catch`, because the engine's thread ends at the first unhandled rejection. */
const watchedPromises = {
  meta: { type: 'problem' as const },
  create(context: RuleContext) {
    return {
      ExpressionStatement({ expression }: { readonly expression: Node }): void {
        const call = expression.type === 'UnaryExpression' ? (expression['argument'] as Node) : expression;
        if (expression['operator'] !== 'void' || call.type !== 'CallExpression') return;
        const name = nameOf(call['callee']) ?? '';
        if (name === 'catch' || neverRejecting.has(name) || awaitedByItself.has(rootOf(call) ?? '')) return;
        context.report({ node: call, message: 'End a promise that nobody awaits with catch().' });
      },
    };
  },
};

// oxlint-disable-next-line import/no-default-export
export default { meta: { name: 'millrace' }, rules: { 'guarded-events': guardedEvents, 'watched-promises': watchedPromises } };
