// Data that outlives a run: data tables and conversations in the database, and vector stores. Without a database, or
// if the workflow is not saved, conversations stay in the memory of the process.
import { NodeError, storedMessages, type ChatMessage, type ConversationPort, type DataTablePort, type VectorPort } from '../sdk/index.ts';
import type { ExecutionPorts } from './ports.ts';
import type { Principal } from './principal.ts';
import { ProcessVectors } from './process-vectors.ts';
import type { RunHost } from './run-host.ts';

/** Throws NodeError if there is no database. */
export async function dataTablesOf({ ports, principal, signal }: RunHost): Promise<DataTablePort> {
  if (ports.dataTables !== undefined) return ports.dataTables(principal, signal);
  throw new NodeError('Data tables are stored in the database, and this run has none.', { hint: 'Run the workflow with a data folder.' });
}

export function conversationOf({ ports, principal, workflow }: RunHost, session: string): ConversationPort {
  const { workflowId } = principal;
  if (ports.conversations !== undefined && workflowId !== undefined) return ports.conversations(workflowId, session);
  return processConversation(ports, principal, workflow.graph.id, session);
}

/** Maximum number of conversations. Beyond it, the least recently used ones are removed. */
const MOST = 1000;

const ofPorts = new WeakMap<ExecutionPorts, Map<string, readonly ChatMessage[]>>();

/** Returns a conversation that only runs of the same executor, user and workflow file can read. */
export function processConversation(ports: ExecutionPorts, principal: Principal, workflowId: string, session: string): ConversationPort {
  const conversations = ofPorts.get(ports) ?? new Map<string, readonly ChatMessage[]>();
  ofPorts.set(ports, conversations);
  const key = JSON.stringify([principal.userId ?? null, principal.workflowId ?? null, workflowId, session]);
  return {
    load: async () => conversations.get(key) ?? [],
    change: async (change) => {
      const messages = storedMessages(change(conversations.get(key) ?? []));
      conversations.delete(key);
      conversations.set(key, messages);
      for (const oldest of conversations.keys()) {
        if (conversations.size <= MOST) break;
        conversations.delete(oldest);
      }
    },
  };
}

const vectorsOfPorts = new WeakMap<ExecutionPorts, ProcessVectors>();

export function vectorsOf({ ports, principal, workflow }: RunHost): VectorPort {
  if (ports.vectors !== undefined) return ports.vectors(principal, workflow.graph.id);
  const vectors = vectorsOfPorts.get(ports) ?? new ProcessVectors();
  vectorsOfPorts.set(ports, vectors);
  return vectors.of(principal, workflow.graph.id);
}
