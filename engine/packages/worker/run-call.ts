// Runs one call: finds the class and the version of the node, and calls its function with the context that belongs to it.
import { isRecord } from '../../workflow/values/own-properties.ts';
import type { CallContent } from '../process/protocol.ts';
import type { PackageCall } from './call.ts';
import { credentialTestContext, editorContext } from './context/editor-context.ts';
import { setInstanceId } from '../modules/core-module.ts';
import { Node } from '../modules/node-classes.ts';
import { AttachedNodes, isToolRequest } from './context/attached-nodes.ts';
import { executeContext, supplyContext } from './context/execute-context.ts';
import { createHelpers } from './context/helpers.ts';
import { respondToWebhook } from './context/webhook-context.ts';
import { listen, detachedContext, detachedParameters } from './context/detached-context.ts';
import { runRouting } from './context/routing-context.ts';
import { describeClasses } from './describe.ts';
import { packagePart } from './parts/package-part.ts';
import { formed } from './returned-forms.ts';
import { withMessagesSent } from './sent-messages.ts';
import { methodOf, nodeVersion, type PackageLoader, type PackageObject } from './loader.ts';

/** Returns the result; rejects with the error of package code. */
export async function runCall(loader: PackageLoader, call: PackageCall, content: CallContent): Promise<unknown> {
  if ('context' in content) setInstanceId(content.context.instanceId);
  switch (content.kind) {
    case 'credential': {
      const type = loader.instance(content.place);
      const helpers = createHelpers({ call, items: [], itemIndex: () => 0 });
      // Functions are written for the type itself or for a context with helpers.
      return {
        result: await methodOf(type, content.step).call(Object.assign(Object.create(type) as object, { helpers }), ...content.args),
      };
    }
    case 'credentialTest': {
      const { methods } = nodeVersion(loader, content.place, content.version) as { methods?: { [group: string]: PackageObject } };
      const test = methodOf(methods?.['credentialTest'] ?? {}, content.method);
      return { result: testResult(call, call.json(await test.call(credentialTestContext(call), content.credential))) };
    }
    case 'echo':
      return content.run.inputs;
    case 'describe':
      return describeClasses(loader, content);
    case 'execute': {
      const node = nodeVersion(loader, content.place, content.context.node.typeVersion);
      const attached = new AttachedNodes(loader);
      const context = executeContext(call, content.context, content.run, attached);
      try {
        const execute = executeOf(node, content.operation);
        // A subclass of Node receives the context as an argument instead of as `this`.
        const once = (response?: object): unknown =>
          node instanceof Node ? execute.call(node, context, response) : execute.call(context, response);
        let result = await once();
        while (isToolRequest(result)) result = await once(await attached.response(call, result, supplyContext));
        const outputs = (formed(result, 'outputs', `The node "${content.context.node.name}"`) ?? null) as unknown[] | null;
        return withMessagesSent(call, content, outputs);
      } finally {
        await attached.close();
      }
    }
    case 'supply': {
      const attached = new AttachedNodes(loader);
      try {
        const part = await attached.supply(call, content, supplyContext);
        const { description, methods } = await packagePart(loader, content.connection, part, content.context.node.name);
        await call.serve(description, methods);
        return null;
      } finally {
        await attached.close();
      }
    }
    case 'method': {
      const { place, context, group, method, args } = content;
      const { methods } = nodeVersion(loader, place, context.node.typeVersion) as { methods?: { [group: string]: PackageObject } };
      const result = await methodOf(methods?.[group] ?? {}, method).call(editorContext(call, context), ...args);
      return call.json(formed(result, group, `The function "${method}" of the node`));
    }
    case 'routing':
      return runRouting(
        nodeVersion(loader, content.place, content.context.node.typeVersion),
        loader.instance(content.place),
        call,
        content,
      );
    default:
      return runDetached(loader, call, content);
  }
}

/** Tests return their errors. */
function testResult(call: PackageCall, result: unknown): unknown {
  if (!isRecord(result) || result['status'] !== 'Error') return result;
  const { message, description } = call.errorData({ message: result['message'] });
  return description === undefined ? result : { ...result, message: `${message} (${description})` };
}

/** Returns the function that runs a node, or one of its operations. */
function executeOf(node: PackageObject, operation: Extract<CallContent, { kind: 'execute' }>['operation']): ReturnType<typeof methodOf> {
  if (operation === undefined) return methodOf(node, 'execute');
  const { customOperations = {} } = node as { customOperations?: { readonly [resource: string]: PackageObject } };
  return methodOf(customOperations[operation.resource] ?? {}, operation.operation);
}

/** Calls a function of a node whose workflow is active or being tested. */
async function runDetached(
  loader: PackageLoader,
  call: PackageCall,
  content: Extract<CallContent, { kind: 'poll' | 'trigger' | 'webhook' | 'registration' }>,
): Promise<unknown> {
  const node = nodeVersion(loader, content.place, content.context.node.typeVersion);
  switch (content.kind) {
    case 'poll':
      return withAttached(loader, call, async (members) => {
        const context = detachedContext(call, content, { members });
        return formed(await methodOf(node, 'poll').call(context, context), 'outputs', `The node "${content.context.node.name}"`);
      });
    case 'trigger':
      return withAttached(loader, call, (members) =>
        listen(call, content, members, (context) => methodOf(node, 'trigger').call(context, context)),
      );
    case 'webhook':
      return withAttached(loader, call, async (members) => {
        const webhook = methodOf(node, 'webhook');
        const response = await respondToWebhook(call, content, members, (context) =>
          node instanceof Node ? webhook.call(node, context) : webhook.call(context, context),
        );
        const settings = computedSettings(describedWebhook(node, content.request.name), () => detachedParameters(call, content));
        return settings === undefined ? response : { ...response, settings };
      });
    case 'registration': {
      const { webhookMethods } = node as { webhookMethods?: { readonly [webhook: string]: PackageObject } };
      const steps: PackageObject = webhookMethods?.[content.webhook] ?? {};
      // A package need not have all steps: without a check, the webhook is always created.
      if (steps[content.step] === undefined) return content.step !== 'checkExists';
      const members = {
        getWebhookName: () => content.webhook,
        getWebhookDescription: (name: string) => describedWebhook(node, name),
      };
      return methodOf(steps, content.step).call(detachedContext(call, content, { members }));
    }
  }
}

/** Calls package code with the member that returns what attached nodes supply; they end with it. */
async function withAttached(loader: PackageLoader, call: PackageCall, run: (members: object) => unknown): Promise<unknown> {
  const attached = new AttachedNodes(loader);
  const getInputConnectionData = (type: string, itemIndex = 0): Promise<unknown> => attached.supplied(call, type, itemIndex, supplyContext);
  try {
    return await run({ getInputConnectionData });
  } finally {
    await attached.close();
  }
}

type WebhookDescription = Readonly<Record<string, unknown>>;

function describedWebhook({ description }: PackageObject, name: string): WebhookDescription | undefined {
  const { webhooks } = (description ?? {}) as { readonly webhooks?: readonly WebhookDescription[] };
  return webhooks?.find((each) => each['name'] === name);
}

/** Calls the functions in a webhook's description with the parameters of the node. Undefined if it has none. */
function computedSettings(description: WebhookDescription = {}, parameters: () => object): object | undefined {
  const functions = Object.entries(description).flatMap(([key, value]) =>
    typeof value === 'function' ? [[key, value as (parameters: object) => unknown] as const] : [],
  );
  if (functions.length === 0) return undefined;
  const parameterValues = parameters();
  return Object.fromEntries(functions.map(([key, read]) => [key, read(parameterValues)]));
}
