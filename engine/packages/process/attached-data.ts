// What package code receives of the nodes that are attached to its node.
import type { AiConnectionType } from '../../contract/connection-types.ts';
import { NodeError, toolOf, type ConnectedNode } from '../../sdk/index.ts';
import { isCrossing, notCrossing } from '../../workflow/attached-parts.ts';
import type { CallContext } from './call-context.ts';
import type { AttachedData } from './protocol.ts';

export interface AttachRequest {
  readonly connection: AiConnectionType;
  readonly itemIndex: number;
  /** Name of the root node's package. */
  readonly package: string;
  /** Opens a call for an attached node, and returns its number. */
  readonly attach: (context: CallContext) => number;
}

/** Rejects with NodeError for nodes whose parts cannot be used outside of their own package, and with the error of a node that supplies one. */
export async function attachedData(used: ConnectedNode, context: CallContext, request: AttachRequest): Promise<AttachedData> {
  const { attached, parts } = context;
  const { ctx, supplier, supply } = used;
  const { name } = ctx.node;
  const shared = { used, node: ctx, run: ctx, ...(attached === undefined ? {} : { attached }), ...(parts === undefined ? {} : { parts }) };
  if (supplier !== undefined && attached !== undefined && supplier.package === request.package) {
    const { context: data, variable } = attached(used, supplier);
    const { inputs, sources, runIndex, continueOnFail, isStreaming } = ctx;
    return {
      kind: 'supplier',
      name,
      call: request.attach({ ...shared, variable }),
      place: supplier.place,
      context: data,
      run: { inputs, sources, runIndex, continueOnFail, isStreaming, isTool: false, webhookUrls: {} },
    };
  }
  if (supply === undefined) return { kind: 'tool', name, call: request.attach(shared), tool: toolOf(used) };
  const { connection, itemIndex } = request;
  if (parts === undefined || !isCrossing(connection)) {
    const { message, hint } = notCrossing(name);
    throw new NodeError(message, { hint });
  }
  return { kind: 'part', name, connection, ...(await parts.open(used, connection, itemIndex)) };
}
