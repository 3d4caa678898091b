// Which node types may use a credential: `nodesAccess`, a list of entries {nodeType}; an empty list allows all.
import { AppError } from '../../contract/errors.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';

/** Returns the allowed node types; undefined if all are allowed. The stored list may come from any file: an invalid entry matches no node type. */
export function allowedNodeTypes(nodesAccess: readonly unknown[]): ReadonlySet<string> | undefined {
  if (nodesAccess.length === 0) return undefined;
  return new Set(nodesAccess.map((entry) => String(isRecord(entry) ? entry['nodeType'] : entry)));
}

/** Throws CREDENTIAL_NODE_REFUSED. */
export function assertNodeAllowed(
  { name, nodesAccess }: { readonly name: string; readonly nodesAccess: readonly unknown[] },
  { node, nodeType }: { readonly node: string; readonly nodeType: string },
): void {
  if (allowedNodeTypes(nodesAccess)?.has(nodeType) ?? true) return;
  throw new AppError(
    'CREDENTIAL_NODE_REFUSED',
    `The node "${node}" cannot use the credential "${name}": its owner has not allowed nodes of the type "${nodeType}".`,
    {
      params: { node, nodeType, credential: name },
      hint: `Allow this type under "Details" of the credential "${name}", or choose another credential in the node.`,
    },
  );
}
