// Loads credential types on first use, and adds what they inherit and the fields that limit domains.
import { DOMAIN_FIELDS, isDomainField } from '../contract/rest/credentials.ts';
import { choice, text, type CredentialDefinition, type CredentialTest } from '../sdk/index.ts';

type Load = () => Promise<CredentialDefinition>;

/** Limit the hosts that HTTP Request nodes send a credential to; read by `workflow/values/allowed-domains.ts`. */
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
    description: 'Separated by commas. *.example.org stands for all subdomains of example.org.',
    when: { [DOMAIN_FIELDS.rule]: ['domains'] },
  }),
];

export class CredentialTypes {
  readonly #loaders: Map<string, Load>;
  /** Names of the types of installed packages, by package. */
  readonly #packages = new Map<string, readonly string[]>();
  /** Tests by nodes of installed packages, by package and name of the credential type. */
  readonly #tests = new Map<string, ReadonlyMap<string, CredentialTest>>();
  readonly #completed = new Map<string, Promise<CredentialDefinition | undefined>>();

  constructor(types: Iterable<readonly [name: string, load: Load]>) {
    this.#loaders = new Map(types);
  }

  /**
   * Adds or replaces the types of a package. Existing types from elsewhere take precedence. `tests`: tests of types that have none of their own, by the
   * type's name.
   */
  setPackage(
    name: string,
    types: Iterable<readonly [name: string, load: Load]>,
    tests: ReadonlyMap<string, CredentialTest> = new Map(),
  ): void {
    this.removePackage(name);
    const own = [...types].filter(([type]) => !this.#loaders.has(type));
    for (const [type, load] of own) this.#loaders.set(type, load);
    this.#packages.set(
      name,
      own.map(([type]) => type),
    );
    this.#tests.set(name, tests);
    // Types that were completed before may inherit from these.
    this.#completed.clear();
  }

  removePackage(name: string): void {
    for (const type of this.#packages.get(name) ?? []) this.#loaders.delete(type);
    this.#packages.delete(name);
    this.#tests.delete(name);
    this.#completed.clear();
  }

  names(): readonly string[] {
    return [...this.#loaders.keys()];
  }

  /** Returns a type including what it inherits; its own parts take precedence. Undefined if the type is unknown. */
  type(name: string): Promise<CredentialDefinition | undefined> {
    let completed = this.#completed.get(name);
    if (completed === undefined && this.#loaders.has(name)) {
      completed = this.#complete(name);
      this.#completed.set(name, completed);
    }
    return completed ?? Promise.resolve(undefined);
  }

  /** Returns the test of the package that has the type, or of another one. */
  #testByNode(type: string): CredentialTest | undefined {
    const owner = [...this.#packages].find(([, types]) => types.includes(type))?.[0];
    const own = owner === undefined ? undefined : this.#tests.get(owner)?.get(type);
    return own ?? [...this.#tests.values()].find((tests) => tests.has(type))?.get(type);
  }

  async #complete(name: string): Promise<CredentialDefinition | undefined> {
    const own = await this.#loaders.get(name)?.();
    if (own === undefined) return undefined;
    const parents = (await Promise.all((own.extends ?? []).map((parent) => this.type(parent)))).filter((parent) => parent !== undefined);
    const ownNames = new Set(own.fields.map((field) => field.name));
    const inherited = parents.flatMap(({ fields }) => fields.filter(({ name: field }) => !ownNames.has(field) && !isDomainField(field)));
    const sign = own.sign ?? parents.find((parent) => parent.sign !== undefined)?.sign;
    const test = own.test ?? this.#testByNode(name) ?? parents.find((parent) => parent.test !== undefined)?.test;
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
