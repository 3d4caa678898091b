// What package code receives of the nodes that are attached to its node.
import { NodeError, toolOf, type ConnectedNode } from '../../sdk/index.ts';
import type { CallContext } from './call-context.ts';
import type { AttachedData } from './protocol.ts';

/** `attach`: opens a call for the node's code, and returns its number. Throws NodeError for nodes of other packages. */
export function attachedData(used: ConnectedNode, { attached }: CallContext, attach: (context: CallContext) => number): AttachedData {
  const { ctx, supplier } = used;
  const { name } = ctx.node;
  const shared = { used, node: ctx, run: ctx, ...(attached === undefined ? {} : { attached }) };
  if (supplier === undefined) return { kind: 'tool', name, call: attach(shared), tool: toolOf(used) };
  if (attached === undefined) throw new NodeError('Only nodes of packages can be attached.');
  const { context, variable } = attached(used, supplier);
  const { inputs, sources, runIndex, continueOnFail, isStreaming } = ctx;
  return {
    kind: 'supplier',
    name,
    call: attach({ ...shared, variable }),
    place: supplier.place,
    context,
    run: { inputs, sources, runIndex, continueOnFail, isStreaming, isTool: false, webhookUrls: {} },
  };
}
