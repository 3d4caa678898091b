// References from nodes to credentials: by id and name, in old files only by name.
import type { WorkflowFile, WorkflowNode } from '../../../../../engine/contract/workflow.ts';
import { isRecord, ownValue } from '../../../../../engine/workflow/values/own-properties.ts';

interface CredentialReference {
  readonly id?: string;
  readonly name?: string;
}

export interface NamedCredential {
  readonly id: string;
  readonly name: string;
}

export function referenceOf(value: unknown): CredentialReference | undefined {
  if (typeof value === 'string') return value === '' ? undefined : { name: value };
  if (!isRecord(value)) return undefined;
  const { id, name } = value;
  const reference = { ...(typeof id === 'string' && id !== '' ? { id } : {}), ...(typeof name === 'string' ? { name } : {}) };
  return Object.keys(reference).length === 0 ? undefined : reference;
}

/**
 * Returns the file with a credential set for a node. If the previous reference was broken, other nodes with the same reference are
 * changed too; `others` is their number.
 */
export function withReplacedCredential(
  file: WorkflowFile,
  chosen: WorkflowNode,
  type: string,
  credential: NamedCredential,
  knownIds: ReadonlySet<string>,
): { readonly file: WorkflowFile; readonly otherCount: number } {
  const before = referenceOf(ownValue(chosen.credentials, type));
  const isLost = before !== undefined && (before.id === undefined || !knownIds.has(before.id));
  const isSame = (node: WorkflowNode): boolean => {
    const other = referenceOf(ownValue(node.credentials, type));
    return isLost && other !== undefined && other.id === before.id && other.name === before.name;
  };
  let otherCount = 0;
  const nodes = file.nodes.map((node) => {
    const isChosen = node.id === chosen.id;
    if (!isChosen && !isSame(node)) return node;
    if (!isChosen) otherCount++;
    return { ...node, credentials: { ...node.credentials, [type]: { id: credential.id, name: credential.name } } };
  });
  return { file: { ...file, nodes }, otherCount };
}

/** Returns the file without the node's credential of a type. */
export function withoutCredential(file: WorkflowFile, chosen: WorkflowNode, type: string): WorkflowFile {
  const nodes = file.nodes.map((node) => {
    if (node.id !== chosen.id) return node;
    const { credentials, ...rest } = node;
    const remaining = Object.entries(credentials ?? {}).filter(([name]) => name !== type);
    return remaining.length === 0 ? rest : { ...rest, credentials: Object.fromEntries(remaining) };
  });
  return { ...file, nodes };
}

/** Returns the only known credential with the name of a reference whose id is unknown. */
export function sameNamed(reference: CredentialReference | undefined, usable: readonly NamedCredential[]): NamedCredential | undefined {
  if (reference?.id === undefined || usable.some(({ id }) => id === reference.id)) return undefined;
  const [credential, ...otherCredentials] = usable.filter(({ name }) => name === reference.name);
  return otherCredentials.length === 0 ? credential : undefined;
}
