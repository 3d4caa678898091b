// Icons of node types and credential types: our own drawings, and the files of packages. Types without an icon have a tile with their initials.
import { iconVersionOf, readCredential, readNode, readSummaries, type Catalog } from '../packages/catalog.ts';
import { packageIcon, type IconTheme, type TypeIcon } from '../packages/icons.ts';
import type { Packages } from '../packages/index.ts';
import type { CredentialTypes } from '../registry/credential-types.ts';
import type { NodeRegistry } from '../registry/node-registry.ts';
import { isRecord } from '../workflow/values/own-properties.ts';
import { typeIcon } from './credentials/type-icon.ts';

export interface TypeIconPorts {
  readonly packages: Packages;
  readonly registry: NodeRegistry;
  readonly credentialTypes: CredentialTypes;
}

/** Where the icon of a credential type comes from: a file beside its class, or a node type. */
type IconSource = { readonly file: string; readonly icon: unknown } | { readonly node: string };

export class TypeIcons {
  readonly #ports: TypeIconPorts;
  /** By catalog, so that a changed package is read again. */
  readonly #sources = new WeakMap<Catalog, Promise<ReadonlyMap<string, IconSource>>>();

  constructor(ports: TypeIconPorts) {
    this.#ports = ports;
  }

  /** Returns the icon of a node type, with its initials if it has none; undefined if the type is unknown. */
  async node(type: string, theme: IconTheme): Promise<TypeIcon | undefined> {
    const { packages, registry } = this.#ports;
    const name = registry.packageOf(type);
    const base = registry.baseOf(type);
    const { coreIcons } = await import('../registry/core-icons.generated.ts');
    const own = coreIcons.get(base);
    const drawn: TypeIcon | undefined = own === undefined ? undefined : { mimeType: 'image/svg+xml', content: own };
    if (name === undefined) return drawn;
    const node = this.#catalog(name)?.nodes.find((each) => each.type === base);
    if (node === undefined) return undefined;
    const { place, versions } = await readNode(packages.folderOf(name), node);
    const icon = versions.at(-1)?.description['icon'];
    const image = await this.#drawn(icon, { folder: packages.packageFolder(name), file: place.file, theme });
    return image ?? drawn ?? initials(type, node.displayName);
  }

  /** Returns the icon of a credential type, with its initials if it has none; undefined if the type is unknown. */
  async credential(name: string, theme: IconTheme): Promise<TypeIcon | undefined> {
    const type = await this.#ports.credentialTypes.type(name);
    if (type === undefined) return undefined;
    const icon = await this.#icon(name, theme);
    return icon ?? initials(name, type.displayName);
  }

  /** Returns the credential types whose icon is more than their initials, with the version of the icon. */
  async credentialTypes(): Promise<ReadonlyMap<string, string>> {
    const all = await Promise.all(
      this.#ports.packages.installed().map(async (catalog) => {
        const version = iconVersionOf(catalog);
        return [...(await this.#sourcesOf(catalog)).keys()].map((name) => [name, version] as const);
      }),
    );
    // The first package that has a type is the one whose icon is used.
    return new Map(all.flat().reverse());
  }

  async #icon(name: string, theme: IconTheme): Promise<TypeIcon | undefined> {
    const { packages } = this.#ports;
    for (const catalog of packages.installed()) {
      const source = (await this.#sourcesOf(catalog)).get(name);
      if (source === undefined) continue;
      if ('node' in source) return this.node(source.node, theme);
      return this.#drawn(source.icon, { folder: packages.packageFolder(catalog.name), file: source.file, theme });
    }
    return undefined;
  }

  /** Returns the drawing of a name, or a file of the package. */
  async #drawn(icon: unknown, { folder, file, theme }: { folder: string; file: string; theme: IconTheme }): Promise<TypeIcon | undefined> {
    const { namedIcon } = await import('../registry/named-icons.ts');
    const chosen = isRecord(icon) ? (icon[theme] ?? icon['light']) : icon;
    const content = namedIcon(chosen);
    return content === undefined ? packageIcon(folder, file, chosen, theme) : { mimeType: 'image/svg+xml', content };
  }

  #catalog(name: string): Catalog | undefined {
    return this.#ports.packages.installed().find((catalog) => catalog.name === name);
  }

  #sourcesOf(catalog: Catalog): Promise<ReadonlyMap<string, IconSource>> {
    let sources = this.#sources.get(catalog);
    if (sources === undefined) {
      // A damaged package has no icons.
      sources = readSources(this.#ports.packages.folderOf(catalog.name), catalog).catch(() => new Map<string, IconSource>());
      this.#sources.set(catalog, sources);
    }
    return sources;
  }
}

/**
 * Returns where the icons of a package's credential types come from. A type without an icon has that of the first node that uses it, or that of a
 * type that it extends.
 */
async function readSources(root: string, catalog: Catalog): Promise<ReadonlyMap<string, IconSource>> {
  const users = new Map<string, string>();
  for (const [index, { descriptions }] of (await readSummaries(root)).entries()) {
    const node = catalog.nodes[index]?.type;
    for (const name of descriptions.flatMap(usedCredentials)) if (node !== undefined && !users.has(name)) users.set(name, node);
  }
  const parents = new Map<string, readonly unknown[]>();
  const sources = new Map<string, IconSource>();
  for (const credential of catalog.credentials) {
    const { place, type } = await readCredential(root, credential);
    const { icon, extends: inherited } = type;
    const user = users.get(credential.name);
    parents.set(credential.name, Array.isArray(inherited) ? inherited : []);
    // `node:package.type` is the icon of a node type, `node:name` the name of an icon.
    if (typeof icon === 'string' && /^node:[^.]+\../.test(icon)) sources.set(credential.name, { node: icon.slice('node:'.length) });
    else if (isRecord(icon) || (typeof icon === 'string' && /^(?:file|fa|icon|node):/.test(icon)))
      sources.set(credential.name, { file: place.file, icon });
    else if (user !== undefined) sources.set(credential.name, { node: user });
  }
  for (const [name, inherited] of parents) {
    const parent = inherited.map((each) => sources.get(String(each))).find((source) => source !== undefined);
    if (parent !== undefined && !sources.has(name)) sources.set(name, parent);
  }
  return sources;
}

const usedCredentials = ({ credentials }: Readonly<Record<string, unknown>>): readonly string[] =>
  (Array.isArray(credentials) ? credentials : []).flatMap((each: unknown) =>
    isRecord(each) && typeof each['name'] === 'string' ? [each['name']] : [],
  );

const initials = (type: string, displayName: string): TypeIcon => ({
  mimeType: 'image/svg+xml',
  content: typeIcon(type, displayName),
});
