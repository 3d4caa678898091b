// What can be told of a node type that is not installed: by the names of its package and of itself.
import { isOwnPackage, packageOf } from '../../../../engine/workflow/package-names.ts';

export interface UnknownType {
  /** Such as `Evolution Api`: of the package; of the node for packages of the core. */
  readonly name: string;
  /** One or two letters, shown in place of an icon. */
  readonly initials: string;
}

export function unknownType(type: string): UnknownType {
  const pack = packageOf(type);
  const node = type.slice(pack.length + 1);
  const said = isOwnPackage(type) && node !== '' ? node : pack.replace(/^@[^/]*\//, '').replace(/^n8n-nodes-/, '');
  // Split at dashes, dots and capitals: `lmChatOpenAi` are four words.
  const words = said.split(/[\W_]+|(?<=[\p{Ll}\d])(?=\p{Lu})/u).filter((word) => word !== '');
  const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
  const [first = '?', second] = words;
  const letters = second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1).toUpperCase();
  return {
    name: words.map(capital).join(' ') || type,
    initials: capital(letters),
  };
}
