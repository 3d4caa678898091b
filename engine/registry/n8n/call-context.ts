// What package code knows of its node in advance, and the package that it belongs to.
import type { JsonObject, JsonValue } from '../../contract/json.ts';
import type { Packages } from '../../packages/index.ts';
import type { ContextData, NodeData } from '../../packages/process/protocol.ts';
import type { CredentialDefinition, StandingContext } from '../../sdk/index.ts';

export interface PackageOfNode {
  readonly packages: Packages;
  /** Name of the package. */
  readonly name: string;
  /** Identifies this installation to package code. */
  readonly instanceId: string;
  /** Returns the public URL of this instance, without a trailing slash. */
  readonly instanceUrl: () => string;
  /** Returns a credential type including what it inherits; undefined if it is unknown. */
  readonly credentialType: (name: string) => Promise<CredentialDefinition | undefined>;
}

/** Returns what package code may know of its node in advance, without the execution, and the names of parameters that depend on the item. */
export function contextOf(
  { instanceId, instanceUrl }: PackageOfNode,
  ctx: StandingContext,
  names: readonly string[],
): { readonly context: ContextData; readonly variable: readonly string[] } {
  const variable = names.filter((name) => !ctx.isParamConstant(name));
  const constants: JsonObject = {};
  for (const name of names) {
    if (variable.includes(name)) continue;
    const value = ctx.param<JsonValue | undefined>(name, 0, undefined, { extractValue: false });
    if (value !== undefined) Object.defineProperty(constants, name, { value, enumerable: true, writable: true, configurable: true });
  }
  const { id, name, active, settings } = ctx.workflow;
  const workflow = { id, name, active, settings: settings as unknown as JsonObject };
  const { timezone, mode } = ctx;
  return {
    context: {
      node: nodeData(ctx),
      workflow,
      timezone,
      mode,
      executionId: '',
      instanceId,
      instanceUrl: instanceUrl(),
      constants,
      variable,
    },
    variable,
  };
}

function nodeData({ node, version }: StandingContext): NodeData {
  const { id = '', name, type, position, parameters, disabled, webhookId, onError, credentials } = node;
  const [x, y] = position;
  return {
    id,
    name,
    type,
    typeVersion: version,
    position: [x, y],
    parameters,
    ...(disabled === undefined ? {} : { disabled }),
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(onError === undefined ? {} : { onError }),
    ...(credentials === undefined ? {} : { credentials: credentials as unknown as JsonObject }),
  };
}
