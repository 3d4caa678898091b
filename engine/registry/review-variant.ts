// Nodes that ask a person before an agent's tool is called: of each type that sends a message and waits for the answer, a variant with `HitlTool`
// after its name, which is between the agent and the tools.
import type { ExecuteContext, NodeDefinition, NodeVersion, Supply } from '../sdk/index.ts';
import { QUESTION, TOOL_INPUT } from '../nodes/_shared/ai/approval/properties.ts';
import { reviewTypeOf, type NodeDescription, type NodeProperty } from '../workflow/node-type.ts';

/** Operation of the types that have a variant. */
const OPERATION = 'sendAndWait';

/** Returns the variant of a type; undefined if it cannot wait for the answer to a message. */
export function reviewVariant({ type, versions, ...rest }: NodeDefinition): NodeDefinition | undefined {
  const able = versions.filter((version) => version.execute !== undefined && version.webhook !== undefined && canAsk(version.description));
  return able.length === 0 ? undefined : { ...rest, type: reviewTypeOf(type), versions: able.map(asReview) };
}

/** Returns what lists show of the variant of a package's type; nothing if it has none. */
export function reviewSummaries(description: NodeDescription): readonly NodeDescription[] {
  const waits = description.webhooks?.some(({ restartWebhook }) => restartWebhook === true) === true;
  if (!waits || !description.usableAsTool) return [];
  return [{ ...description, ...reviewDescription(description), name: reviewTypeOf(description.name), properties: [] }];
}

const canAsk = ({ properties }: Pick<NodeDescription, 'properties'>): boolean => operationOf(properties) !== undefined;

const operationOf = (properties: readonly NodeProperty[]): NodeProperty | undefined =>
  properties.find(
    ({ name, options = [] }) => name === 'operation' && options.some((option) => 'value' in option && option.value === OPERATION),
  );

function asReview({ description, execute, webhook, methods }: NodeVersion): NodeVersion {
  return {
    description: reviewDescription(description),
    supply: (ctx, itemIndex) => supply(ctx, itemIndex, execute),
    ...(webhook === undefined ? {} : { webhook }),
    ...(methods === undefined ? {} : { methods }),
  };
}

async function supply(ctx: ExecuteContext, itemIndex: number, execute: NodeVersion['execute']): Promise<Supply> {
  const { reviewedTools } = await import('../nodes/_shared/ai/approval/reviewed-tools.ts');
  return reviewedTools(ctx, itemIndex, {
    messageOf: (asking) => asking.param('message', 0, ''),
    ask: (asking) => execute?.(asking),
  });
}

function reviewDescription({
  usableAsTool: _usable,
  requiredInputs: _required,
  ...inherited
}: NodeVersion['description']): NodeVersion['description'] {
  const { codex, defaults, displayName, properties } = inherited;
  return {
    ...inherited,
    displayName: `Approval by ${displayName}`,
    description: 'A person approves or denies each call of the connected tools, in reply to a message',
    defaults: { ...defaults, name: `Approval by ${displayName}` },
    codex: {
      categories: ['AI'],
      subcategories: { AI: ['Tools'], Tools: ['Human Review'] },
      alias: ['human in the loop', 'hitl', 'review', 'approve'],
      ...(codex?.resources === undefined ? {} : { resources: codex.resources }),
    },
    inputs: [TOOL_INPUT],
    outputs: ['ai_tool'],
    properties: reviewProperties(properties),
  };
}

/** Resource and operation are those that wait; questions are answered by buttons unless the user has chosen otherwise. */
function reviewProperties(properties: readonly NodeProperty[]): readonly NodeProperty[] {
  const resources = operationOf(properties)?.displayOptions?.show?.['resource'];
  const resource = Array.isArray(resources) ? (resources[0] as string | undefined) : undefined;
  return properties.flatMap((property): readonly NodeProperty[] => {
    const { name, displayOptions, options: _options, ...rest } = property;
    const shown = displayOptions === undefined ? {} : { displayOptions };
    if (name === 'operation') {
      return property === operationOf(properties) ? [{ ...rest, ...shown, name, type: 'hidden', default: OPERATION }] : [];
    }
    if (name === 'resource' && resource !== undefined) return [{ ...rest, ...shown, name, type: 'hidden', default: resource }];
    if (name === 'responseType') return [{ ...property, default: 'approval' }];
    if (name === 'approvalOptions') return [{ ...property, default: { values: { approvalType: 'double' } } }];
    if (name === 'message') return [{ ...property, default: QUESTION }];
    return [property];
  });
}
