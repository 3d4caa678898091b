// Package names of node types.

const ownPackages = new Set(['n8n-nodes-base', '@n8n/n8n-nodes-base', '@n8n/n8n-nodes-langchain']);
/** Returns the package of a node type's full name: `@user/n8n-nodes-example.node` → `@user/n8n-nodes-example`. */
export function packageOf(type: string): string {
  const dot = type.indexOf('.', type.indexOf('/') + 1);
  return dot < 0 ? type : type.slice(0, dot);
}

/** Whether the type's package is shipped with the product. */
export function isOwnPackage(type: string): boolean {
  return ownPackages.has(packageOf(type));
}
