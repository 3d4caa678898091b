// Names of node packages: which are community packages, and the package of a node type.

const ownPackages = new Set(['n8n-nodes-base', '@n8n/n8n-nodes-base', '@n8n/n8n-nodes-langchain']);
const communityPackage = /^(?:@[\w.-]+\/)?n8n-nodes-(?!base(?:\.|$))[\w-]+/;

/** Whether a package, or the type name of a node in it, is a community package: `n8n-nodes-…` or `@scope/n8n-nodes-…`. */
export function isCommunityPackage(name: string): boolean {
  return !name.startsWith('@n8n/') && communityPackage.test(name);
}

/** The package of a node type's full name: `@user/n8n-nodes-example.node` → `@user/n8n-nodes-example`. */
export function packageOf(type: string): string {
  const dot = type.indexOf('.', type.indexOf('/') + 1);
  return dot < 0 ? type : type.slice(0, dot);
}

/** Whether the type's package is one that the product ships itself. */
export function isOwnPackage(type: string): boolean {
  return ownPackages.has(packageOf(type));
}
