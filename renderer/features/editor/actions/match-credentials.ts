// Matches the credentials of imported nodes: by id, otherwise by a unique name.
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';

interface KnownCredential {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

type Reference = NonNullable<WorkflowNode['credentials']>[string];

/** Returns the node with matched credentials. An unmatched reference stays, so that the issue shows which credential is missing. */
export function matchCredentials(node: WorkflowNode, known: readonly KnownCredential[]): WorkflowNode {
  if (!isRecord(node.credentials)) return node;
  const matched = Object.entries(node.credentials).map(([type, reference]) => [type, matchedReference(type, reference, known)] as const);
  const isSame = matched.every(([type, reference]) => node.credentials?.[type] === reference);
  return isSame ? node : { ...node, credentials: Object.fromEntries(matched) };
}

function matchedReference(type: string, reference: Reference, known: readonly KnownCredential[]): Reference {
  const ofType = known.filter((credential) => credential.type === type);
  // Files may contain any value.
  if (typeof reference !== 'string' && !isRecord(reference)) return reference;
  const { id, name } = typeof reference === 'string' ? { id: undefined, name: reference } : reference;
  if (ofType.some((credential) => credential.id === id)) return reference;
  const [first, ...others] = ofType.filter((credential) => credential.name === name);
  return first === undefined || others.length > 0 ? reference : { id: first.id, name: first.name };
}
