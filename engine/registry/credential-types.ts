// Loads credential types on first use, and adds what they inherit and the fields that limit domains.
import { DOMAIN_FIELDS, isDomainField } from '../contract/rest/constants.ts';
import { choice, text, toggle, type CredentialDefinition, type CredentialTest } from '../sdk/index.ts';

type Load = () => Promise<CredentialDefinition>;

/** Limit the hosts that nodes send a credential to, and the way there; read by `execution/http/credential-limit.ts`. */
const domainFields = [
  choice(
    DOMAIN_FIELDS.rule,
    'Allowed HTTP Request Domains',
    { all: 'All', domains: 'Specific Domains', none: 'None' },
    { description: 'Domains that HTTP Request nodes may send this credential to. With None, they cannot use it.' },
  ),
  text(DOMAIN_FIELDS.list, 'Allowed Domains', {
    required: true,
    placeholder: 'example.com, *.example.org',
    description: 'Separated by commas. *.example.org stands for all subdomains of example.org, and example.org:8443 for one port.',
    when: { [DOMAIN_FIELDS.rule]: ['domains'] },
  }),
  toggle(DOMAIN_FIELDS.proxies, 'Allow Proxies of Nodes', {
    description: 'Whether nodes may send this credential through a proxy that they set. A proxy reads unencrypted requests.',
    when: { [DOMAIN_FIELDS.rule]: ['domains'] },
  }),
  toggle(DOMAIN_FIELDS.unverified, 'Allow Unverified Certificates', {
    description:
      'Whether nodes may send this credential to servers whose certificates they do not verify, or verify with an authority of their own.',
    when: { [DOMAIN_FIELDS.rule]: ['domains'] },
  }),
];

/** The credential types that a package declares, and the tests of types by its nodes, by name of the type. */
interface PackageTypes {
  readonly types: ReadonlyMap<string, Load>;
  readonly tests: ReadonlyMap<string, CredentialTest>;
}

export class CredentialTypes {
  readonly #builtIn: ReadonlyMap<string, Load>;
  /** By name of the package, in the order in which they were installed. */
  readonly #packages = new Map<string, PackageTypes>();
  readonly #completed = new Map<string, Promise<CredentialDefinition | undefined>>();

  constructor(types: Iterable<readonly [name: string, load: Load]>) {
    this.#builtIn = new Map(types);
  }

  /**
   * Adds or replaces the types of a package; a new one counts as installed last. Built-in types take precedence, then those of the package that was
   * installed first: otherwise a package could take over the credentials of another one. `tests`: tests of types that have none of their own.
   */
  setPackage(
    name: string,
    types: Iterable<readonly [name: string, load: Load]>,
    tests: ReadonlyMap<string, CredentialTest> = new Map(),
  ): void {
    this.#packages.set(name, { types: new Map(types), tests });
    // Types that were completed before may inherit from these.
    this.#completed.clear();
  }

  removePackage(name: string): void {
    this.#packages.delete(name);
    this.#completed.clear();
  }

  names(): readonly string[] {
    const declared = [...this.#packages.values()].flatMap(({ types }) => [...types.keys()]);
    return [...new Set([...this.#builtIn.keys(), ...declared])];
  }

  /** Returns a type including what it inherits; its own parts take precedence. Undefined if the type is unknown. */
  type(name: string): Promise<CredentialDefinition | undefined> {
    let completed = this.#completed.get(name);
    if (completed === undefined) {
      completed = this.#complete(name, []);
      this.#completed.set(name, completed);
    }
    return completed;
  }

  /** Returns the first installed package that declares the type, also if the built-in one takes precedence. No other package receives secrets to test. */
  #declaring(type: string): PackageTypes | undefined {
    return [...this.#packages.values()].find(({ types }) => types.has(type));
  }

  /** `heirs`: names of the types that inherit from this one; none of them can be its parent. */
  async #complete(name: string, heirs: readonly string[]): Promise<CredentialDefinition | undefined> {
    const declaring = this.#declaring(name);
    const own = await (this.#builtIn.get(name) ?? declaring?.types.get(name))?.();
    if (own === undefined) return undefined;
    const line = [...heirs, name];
    const ownParents = (own.extends ?? []).filter((parent) => !line.includes(parent));
    const parents = (await Promise.all(ownParents.map((parent) => this.#complete(parent, line)))).filter((parent) => parent !== undefined);
    const ownNames = new Set(own.fields.map((field) => field.name));
    const inherited = parents.flatMap(({ fields }) => fields.filter(({ name: field }) => !ownNames.has(field) && !isDomainField(field)));
    const sign = own.sign ?? parents.find((parent) => parent.sign !== undefined)?.sign;
    const test = own.test ?? declaring?.tests.get(name) ?? parents.find((parent) => parent.test !== undefined)?.test;
    const connection = own.connection ?? parents.find((parent) => parent.connection !== undefined)?.connection;
    const preAuthentication = own.preAuthentication ?? parents.find((parent) => parent.preAuthentication !== undefined)?.preAuthentication;
    const documentationUrl = own.documentationUrl ?? parents.find((parent) => parent.documentationUrl !== undefined)?.documentationUrl;
    return {
      ...own,
      fields: [...inherited, ...own.fields, ...(sign === undefined ? [] : domainFields)],
      ...(documentationUrl === undefined ? {} : { documentationUrl }),
      ...(sign === undefined ? {} : { sign }),
      ...(test === undefined ? {} : { test }),
      ...(connection === undefined ? {} : { connection }),
      ...(preAuthentication === undefined ? {} : { preAuthentication }),
    };
  }
}
