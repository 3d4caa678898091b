// The reference of a node as Markdown, from its description: credentials, and each parameter with its type, default, options and when it is shown.
import { isVisible } from '../../../engine/workflow/parameters/visibility.ts';
import type { DisplayOptions, NodeDescription, NodeProperty, PropertyGroup, PropertyOption } from '../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../engine/workflow/values/own-properties.ts';

/** `key`: a text of the help. */
type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string;

type Description = Pick<NodeDescription, 'name' | 'properties' | 'credentials' | 'features'>;

/** Types that show something but have no value. */
const withoutValue: ReadonlySet<string> = new Set(['notice', 'callout', 'button', 'curlImport', 'hidden', 'credentials']);

/** `version`: the version of the node that is described. Parameters of other versions are left out. */
export function nodeReference(description: Description, version: number, t: Translate): string {
  return new Reference(description, version, t).text();
}

class Reference {
  readonly #description: Description;
  readonly #version: number;
  readonly #t: Translate;

  constructor(description: Description, version: number, t: Translate) {
    this.#description = description;
    this.#version = version;
    this.#t = t;
  }

  text(): string {
    const { properties, credentials = [] } = this.#description;
    const visible = properties.filter((property) => this.#isOfVersion(property.displayOptions));
    const slots = credentials.filter((slot) => this.#isOfVersion(slot.displayOptions));
    const own = visible.filter(({ isNodeSetting }) => isNodeSetting !== true);
    const settings = visible.filter(({ isNodeSetting }) => isNodeSetting === true);
    const parameters = this.#list(own, 0);
    return [
      ...(slots.length === 0
        ? []
        : [
            `## ${this.#t('reference.credentials')}`,
            '',
            ...slots.map((slot) => `- \`${slot.name}\`${this.#required(slot.required)}${this.#condition(slot.displayOptions)}`),
            '',
            this.#t('reference.aboutCredentials'),
            '',
          ]),
      `## ${this.#t('reference.parameters')}`,
      '',
      ...(parameters.length === 0 ? [this.#t('reference.none')] : parameters),
      '',
      ...(settings.length === 0 ? [] : [`## ${this.#t('reference.settings')}`, '', ...this.#list(settings, 0), '']),
    ].join('\n');
  }

  /** Rules about parameters are met by expressions, so only those about the version, features and the tool variant decide. */
  #isOfVersion(rules: DisplayOptions | undefined): boolean {
    const unknown = (): string => '={{ }}';
    return isVisible(rules, { sibling: unknown, root: unknown, version: this.#version, description: this.#description });
  }

  #list(properties: readonly NodeProperty[], depth: number): readonly string[] {
    return properties
      .filter(({ type, displayOptions }) => !withoutValue.has(type) && this.#isOfVersion(displayOptions))
      .flatMap((property) => this.#property(property, depth));
  }

  #property(property: NodeProperty, depth: number): readonly string[] {
    const { displayName, name, type, required, description, hint, displayOptions, options = [] } = property;
    const facts = [`\`${name}\``, this.#t(`reference.types.${type}`), ...this.#default(property)].join(', ');
    const texts = [description, hint].flatMap((text) => (text === undefined || text === displayName ? [] : [sentence(plain(text))]));
    const indent = '  '.repeat(depth);
    const head = `${indent}- **${plain(displayName)}** (${facts})${this.#required(required)}${texts.map((text) => ` ${text}`).join('')}`;
    return [`${head}${this.#condition(displayOptions)}`, ...options.flatMap((option) => this.#option(option, depth + 1))];
  }

  #option(option: PropertyOption | PropertyGroup | NodeProperty, depth: number): readonly string[] {
    const indent = '  '.repeat(depth);
    if ('values' in option && Array.isArray(option.values)) {
      const { displayName, values } = option as PropertyGroup;
      if (!this.#isOfVersion(option.displayOptions)) return [];
      return [`${indent}- *${plain(displayName)}*`, ...this.#list(values, depth + 1)];
    }
    if ('type' in option && 'displayName' in option) return this.#list([option as NodeProperty], depth);
    const { name, description, displayOptions } = option as PropertyOption;
    if (!this.#isOfVersion(displayOptions)) return [];
    const text = description === undefined || description === name ? '' : `: ${sentence(plain(description))}`;
    return [`${indent}- ${plain(name)}${text}${this.#condition(displayOptions)}`];
  }

  #required(isRequired: boolean | undefined): string {
    return isRequired === true ? `, ${this.#t('reference.required')}.` : '.';
  }

  #default({ default: value, options = [], type }: NodeProperty): readonly string[] {
    if (value === '' || value === undefined || value === null || (typeof value === 'object' && type !== 'multiOptions')) return [];
    const chosen = options.find((option) => 'value' in option && option.value === value);
    const text = chosen === undefined ? code(typeof value === 'string' ? value : JSON.stringify(value)) : plain(chosen.name as string);
    return text === '`[]`' ? [] : [this.#t('reference.default', { value: text })];
  }

  /** Says for which values of other parameters something is shown; empty if always. */
  #condition({ show = {}, hide = {} }: DisplayOptions = {}): string {
    const [shown, hidden] = [show, hide].map((rules) =>
      Object.entries(rules)
        .filter(([path]) => !path.startsWith('@'))
        .map(([path, values]) => `*${this.#label(path)}* ${this.#t('reference.is')} ${this.#values(path, values)}`)
        .join(` ${this.#t('reference.and')} `),
    ) as [string, string];
    const parts = [
      ...(shown === '' ? [] : [this.#t('reference.shownIf', { rules: shown })]),
      ...(hidden === '' ? [] : [this.#t('reference.hiddenIf', { rules: hidden })]),
    ];
    return parts.map((part) => ` ${part}`).join('');
  }

  #propertyAt(path: string): NodeProperty | undefined {
    const name = path.replace(/^\//, '').split('.').at(-1);
    return this.#description.properties.find((property) => property.name === name);
  }

  #label(path: string): string {
    return plain(this.#propertyAt(path)?.displayName ?? path.replace(/^\//, ''));
  }

  #values(path: string, values: readonly unknown[]): string {
    const { options = [] } = this.#propertyAt(path) ?? {};
    const texts = values.map((value) => {
      const option = options.find((each) => 'value' in each && each.value === value);
      if (option !== undefined) return plain(option.name as string);
      return isRecord(value) && isRecord(value['_cnd']) ? this.#comparison(value['_cnd']) : code(JSON.stringify(value));
    });
    return texts.join(` ${this.#t('reference.or')} `);
  }

  #comparison(rules: Readonly<Record<string, unknown>>): string {
    return Object.entries(rules)
      .map(([operator, value]) => this.#t(`reference.operators.${operator}`, { value: code(JSON.stringify(value)) }))
      .join(` ${this.#t('reference.and')} `);
  }
}

const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text.replaceAll('\n', ' ')}\``);

/** Descriptions may contain HTML, and characters that Markdown would take for its own. */
function plain(text: string): string {
  return text
    .replaceAll(/<a [^>]*>|<\/a>|<br\s*\/?>/g, '')
    .replaceAll(/<\/?(?:code|b|i|strong|em|p|small)>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\*_`<>[\]#|~]/g, String.raw`\$&`)
    .trim();
}

const sentence = (text: string): string => (/[.!?:)]$/.test(text) || text === '' ? text : `${text}.`);
