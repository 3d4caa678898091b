// Credentials of nodes that come from elsewhere: those of this installation with the same id, else the only one of that name.
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { isRecord } from '../../../../engine/workflow/own-properties.ts';

export interface KnownCredential {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

type Reference = NonNullable<WorkflowNode['credentials']>[string];

/** The node with what is known here in place of what it names; what is not known stays, so that its issue tells which one is missing. */
export function matchCredentials(node: WorkflowNode, known: readonly KnownCredential[]): WorkflowNode {
  if (!isRecord(node.credentials)) return node;
  const matched = Object.entries(node.credentials).map(([type, reference]) => [type, matchedReference(type, reference, known)] as const);
  const isSame = matched.every(([type, reference]) => node.credentials?.[type] === reference);
  return isSame ? node : { ...node, credentials: Object.fromEntries(matched) };
}

function matchedReference(type: string, reference: Reference, known: readonly KnownCredential[]): Reference {
  const ofType = known.filter((credential) => credential.type === type);
  // Files may hold anything.
  if (typeof reference !== 'string' && !isRecord(reference)) return reference;
  const { id, name } = typeof reference === 'string' ? { id: undefined, name: reference } : reference;
  if (ofType.some((credential) => credential.id === id)) return reference;
  const [first, ...others] = ofType.filter((credential) => credential.name === name);
  return first === undefined || others.length > 0 ? reference : { id: first.id, name: first.name };
}
