// Parameters that tools of agents share, and the tool's name.
import { toolName, type ExecuteContext } from '../../../../sdk/index.ts';
import type { NodeProperty } from '../../../../workflow/node-type.ts';

type Visibility = Pick<NodeProperty, 'displayOptions'>;

export const notice = (displayName: string, more: Visibility & { readonly name?: string } = {}): NodeProperty => ({
  displayName,
  name: 'notice',
  type: 'notice',
  default: '',
  ...more,
});

/** Where the node is connected. */
export const connectionNotice = notice('Connect this node to the tools of an agent.');

export const nameProperty = (more: Visibility): NodeProperty => ({
  displayName: 'Name',
  name: 'name',
  type: 'string',
  default: '',
  placeholder: 'e.g. My_Tool',
  description: 'Name by which the model calls the tool: letters, digits, underscores and hyphens',
  ...more,
});

export const descriptionProperty: NodeProperty = {
  displayName: 'Description',
  name: 'description',
  type: 'string',
  default: '',
  placeholder: 'e.g. Call this tool to look up a customer. The input is the name of the customer.',
  description: 'Tells the model what the tool does, when to use it, and what it expects',
  typeOptions: { rows: 3 },
};

/** Returns the name of a tool whose first versions, below `since`, have a parameter for it. */
export function toolNameOf(ctx: ExecuteContext, itemIndex: number, since: number, parameter = 'name'): string {
  const written = ctx.version < since ? ctx.param(parameter, itemIndex, '').trim() : '';
  return toolName(written === '' ? ctx.node.name : written);
}
