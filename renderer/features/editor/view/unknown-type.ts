// A display name and initials for a node type that is not installed, from its package and type names.
import { isOwnPackage, packageOf } from '../../../../engine/workflow/node-type.ts';

interface UnknownType {
  /** Name of the package, such as `Evolution Api`; for core packages, name of the node. */
  readonly name: string;
  /** One or two letters, shown instead of the icon. */
  readonly initials: string;
}

export function unknownType(type: string): UnknownType {
  const pack = packageOf(type);
  const node = type.slice(pack.length + 1);
  const said = isOwnPackage(type) && node !== '' ? node : pack.replace(/^@[^/]*\//, '').replace(/^n8n-nodes-/, '');
  // Splits at dashes, dots and capitals: `lmChatOpenAi` has four words.
  const words = said.split(/[\W_]+|(?<=[\p{Ll}\d])(?=\p{Lu})/u).filter((word) => word !== '');
  const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
  const [first = '?', second] = words;
  const letters = second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1).toUpperCase();
  return {
    name: words.map(capital).join(' ') || type,
    initials: capital(letters),
  };
}
