// `this` of functions that the editor calls: they fill lists, or test a credential.
import type { ContextData } from '../../process/protocol.ts';
import type { PackageCall } from '../call.ts';
import type { JsonObject } from '../../../contract/json.ts';
import { getPath } from '../../../workflow/values/object-path.ts';
import { type BaseParts, baseMembers, baseParts, completeContext, loggerOf, parametersOfNode } from './base-context.ts';
import { documentedMembers } from './documented-members.ts';
import { createHelpers } from './helpers.ts';

/** Returns the context of functions that fill lists, and of actions. */
export function editorContext(call: PackageCall, data: ContextData): object {
  const parts = baseParts(call, data);
  return completeContext(
    {
      ...baseMembers(parts),
      ...parametersOfNode(parts),
      getCredentials: (name: string) => call.request('credentials', { name, itemIndex: 0 }),
      evaluateExpression: (expression: string) => call.evaluate(expression, 0),
      helpers: createHelpers({ call, items: [], itemIndex: () => 0 }),
      getWorkflowNodeContext: (type: string) => calledTrigger(call, parts, type),
    },
    documentedMembers.loadOptions,
  );
}

/** Returns the context of functions that test a credential, which have no node. */
export const credentialTestContext = (call: PackageCall): object =>
  completeContext(
    { logger: loggerOf(call), helpers: createHelpers({ call, items: [], itemIndex: () => 0 }) },
    documentedMembers.credentialTest,
  );

/** Returns what a node may know of the trigger of the workflow that is chosen in it; null if there is none. */
async function calledTrigger(call: PackageCall, parts: BaseParts, nodeType: string): Promise<object | null> {
  const match = (await call.request('calledTrigger', { nodeType })) as { readonly parameters: JsonObject } | undefined;
  if (match === undefined) return null;
  const { parameters } = match;
  return {
    ...baseMembers(parts),
    getNode: () => structuredClone(match),
    getNodeParameter: (name: string, fallback?: unknown) => getPath(parameters, name) ?? fallback,
  };
}
