// Node types: their descriptions as the editor, REST and parameter logic use them, with the field names of the file format; their versions
// and packages.

export type PropertyType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'dateTime'
  | 'color'
  | 'options'
  | 'multiOptions'
  | 'json'
  | 'code'
  | 'credentialsSelect'
  | 'credentials'
  | 'resourceLocator'
  | 'resourceMapper'
  | 'collection'
  | 'fixedCollection'
  | 'filter'
  | 'assignmentCollection'
  | 'hidden'
  | 'notice'
  | 'button'
  | 'callout'
  | 'curlImport'
  | 'workflowSelector'
  | 'icon';

/** Parameter path (relative, `/absolute` from the root, or `@version`, `@tool`, `@feature`) → accepted values or conditions (`{ _cnd: { gte: 2 } }`). */
export type DisplayRules = { readonly [path: string]: readonly unknown[] };

export interface DisplayOptions {
  readonly show?: DisplayRules;
  readonly hide?: DisplayRules;
}

export interface PropertyOption {
  readonly name: string;
  readonly value: string | number | boolean;
  readonly description?: string;
  readonly action?: string;
  readonly displayOptions?: DisplayOptions;
  readonly [extra: string]: unknown;
}

/** A named group of fields within a fixedCollection. */
export interface PropertyGroup {
  readonly name: string;
  readonly displayName: string;
  readonly values: readonly NodeProperty[];
  readonly displayOptions?: DisplayOptions;
}

export interface TypeOptions {
  readonly multipleValues?: boolean;
  readonly multipleValueButtonText?: string;
  readonly rows?: number;
  readonly password?: boolean;
  readonly editor?: string;
  readonly editorLanguage?: string;
  readonly minValue?: number;
  readonly maxValue?: number;
  readonly numberPrecision?: number;
  readonly loadOptionsMethod?: string;
  readonly loadOptionsDependsOn?: readonly string[];
  readonly [extra: string]: unknown;
}

export interface NodeProperty {
  readonly displayName: string;
  readonly name: string;
  readonly type: PropertyType;
  readonly default: unknown;
  readonly required?: boolean;
  readonly description?: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly options?: readonly (PropertyOption | PropertyGroup | NodeProperty)[];
  readonly modes?: readonly { readonly [key: string]: unknown }[];
  readonly typeOptions?: TypeOptions;
  readonly displayOptions?: DisplayOptions;
  readonly disabledOptions?: DisplayOptions;
  readonly noDataExpression?: boolean;
  readonly isNodeSetting?: boolean;
  readonly extractValue?: { readonly type: 'regex'; readonly regex: string };
  readonly requiresDataPath?: 'single' | 'multiple';
  readonly validateType?: string;
  readonly ignoreValidationDuringExecution?: boolean;
  readonly [extra: string]: unknown;
}

export interface CredentialSlot {
  readonly name: string;
  /** Label shown in messages. Default: the credential type's own name. */
  readonly displayName?: string;
  readonly required?: boolean;
  readonly displayOptions?: DisplayOptions;
  readonly testedBy?: string;
}

export interface WebhookDescription {
  readonly name: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly responseMode?: string;
  readonly isFullPath?: boolean | string;
  readonly restartWebhook?: boolean;
  readonly [extra: string]: unknown;
}

/** Place of a node in the node creator. */
export interface Codex {
  readonly categories?: readonly string[];
  readonly subcategories?: { readonly [category: string]: readonly string[] };
  readonly alias?: readonly string[];
  readonly resources?: { readonly primaryDocumentation?: readonly { readonly url: string }[] };
}

/** One version (or several) of a node type. `version` lists every typeVersion it serves. */
export interface NodeDescription {
  /** Full type name, such as `n8n-nodes-base.set`. */
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly version: number | readonly number[];
  readonly defaultVersion?: number;
  readonly group: readonly string[];
  readonly icon?: string;
  readonly iconColor?: string;
  readonly subtitle?: string;
  readonly defaults: { readonly name: string; readonly color?: string };
  /** Connection types of the inputs, or an expression (`={{ … }}`) that computes them from the parameters. */
  readonly inputs: readonly NodePort[] | string;
  readonly outputs: readonly NodePort[] | string;
  readonly inputNames?: readonly string[];
  readonly outputNames?: readonly string[];
  /** Inputs that must have data before the node runs: their indexes, their number, or an expression. Default: any one. */
  readonly requiredInputs?: number | readonly number[] | string;
  readonly properties: readonly NodeProperty[];
  readonly credentials?: readonly CredentialSlot[];
  readonly webhooks?: readonly WebhookDescription[];
  readonly polling?: boolean;
  /** Whether the properties are left out, as in lists of node types from packages. */
  readonly isPartial?: boolean;
  /** Name of the package whose code runs the node. Absent for core nodes. */
  readonly package?: string;
  /** In lists, for types of packages: changes whenever the icon may have changed. */
  readonly iconVersion?: string;
  readonly maxNodes?: number;
  /** Whether the type has a variant that agents use as a tool. */
  readonly usableAsTool?: unknown;
  readonly hidden?: boolean;
  readonly codex?: Codex;
  readonly eventTriggerDescription?: string;
  readonly triggerPanel?: unknown;
  readonly mockManualExecution?: boolean;
  readonly parameterPane?: string;
  readonly documentationUrl?: string;
  /** Whether new nodes keep the default name instead of one derived from resource and operation. */
  readonly skipNameGeneration?: boolean;
  readonly hints?: readonly unknown[];
  /** Named features for `@feature` display rules: on, off, or on for some typeVersions. */
  readonly features?: { readonly [name: string]: boolean | { readonly '@version'?: readonly unknown[] } };
}

/** An input or output: its connection type, or an object with details. */
export type NodePort =
  | string
  | {
      readonly type: string;
      readonly displayName?: string;
      readonly required?: boolean;
      readonly maxConnections?: number;
      readonly category?: string;
      /** Types of nodes that may be attached, or may not. */
      readonly filter?: { readonly nodes?: readonly string[]; readonly excludedNodes?: readonly string[] };
    };

/** Returns descriptions of node types without loading their code. */
export interface NodeTypeLookup {
  /** Returns the description for this version (default: the type's default version); undefined for an unknown type or version. */
  description(type: string, version?: number): NodeDescription | undefined;
}

type Versions = number | readonly number[];

/**
 * Returns the version that serves `requested`: the same one, otherwise the newest one before it, otherwise the oldest. Versions are compared as
 * decimal numbers, so 3.15 is between 3.1 and 3.2.
 */
export function servedVersion(shipped: Versions, requested: number): number {
  if (typeof shipped === 'number') return shipped;
  let best: number | undefined;
  for (const version of shipped) {
    if (version === requested) return version;
    if (version < requested && (best === undefined || version > best)) best = version;
  }
  return best ?? Math.min(...shipped);
}

/** Returns the description that serves a typeVersion, out of several of one type; undefined only if there are none. */
export function shapeServing<Shape>(shapes: readonly Shape[], versionOf: (shape: Shape) => Versions, requested: number): Shape | undefined {
  if (shapes.length < 2) return shapes[0];
  const version = servedVersion(
    shapes.flatMap((shape) => versionOf(shape)),
    requested,
  );
  return shapes.find((shape) => [versionOf(shape)].flat().includes(version));
}

/** Returns the available version that serves a node and determines its parameters; 0 if the node has no version. */
export function effectiveVersion(node: { readonly typeVersion?: number } | null, { version }: Pick<NodeDescription, 'version'>): number {
  return node?.typeVersion === undefined ? 0 : servedVersion(version, node.typeVersion);
}

/** Suffix of types that are tool variants of other types. */
const TOOL = 'Tool';

/** Suffix of variants that ask a person before a tool is called (human in the loop). */
const REVIEW = `Hitl${TOOL}`;

/** Whether a type is a variant that asks a person: `n8n-nodes-base.gmailHitlTool`. */
export const isReviewType = (type: string): boolean => type.endsWith(REVIEW);

/** Returns the possible base type of a tool variant: `n8n-nodes-base.gmailTool` and `n8n-nodes-base.gmailHitlTool` → `n8n-nodes-base.gmail`. */
export const baseOfTool = (type: string): string | undefined => {
  const suffix = isReviewType(type) ? REVIEW : TOOL;
  return type.endsWith(suffix) ? type.slice(0, -suffix.length) : undefined;
};

export const reviewTypeOf = (type: string): string => `${type}${REVIEW}`;

export const toolTypeOf = (type: string): string => `${type}${TOOL}`;

const ownPackages = new Set(['n8n-nodes-base', '@n8n/n8n-nodes-base', '@n8n/n8n-nodes-langchain', 'millrace']);

/** Returns the package of a node type's full name: `@user/n8n-nodes-example.node` → `@user/n8n-nodes-example`. */
export function packageOf(type: string): string {
  const dot = type.indexOf('.', type.indexOf('/') + 1);
  return dot < 0 ? type : type.slice(0, dot);
}

/** Length of the longest name that the registry of npm accepts. */
const LONGEST_NAME = 214;

/** Whether a text can be the name of a package in the registry of npm, by its rules for new packages; `@scope/name` too. */
export const isPackageName = (text: string): boolean =>
  text.length <= LONGEST_NAME && /^(?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/.test(text);

/** Whether a text can be the name of a package that others depend on. Names of old packages have capitals. */
export const isDependencyName = (text: string): boolean => isPackageName(text.toLowerCase());

/** Names that no package can have: `millrace` is that of this program, and npm rejects `node_modules`. */
const reservedNames: ReadonlySet<string> = new Set(['millrace', 'node_modules']);

/** Returns the package of the registry that a node type can come from; undefined if its name does not begin with the name of one and a dot. */
export function registryPackageOf(type: string): string | undefined {
  const name = packageOf(type);
  return type.length > name.length + 1 && isPackageName(name) && !reservedNames.has(name) ? name : undefined;
}

/** Whether the type's package is shipped with the product. */
export function isOwnPackage(type: string): boolean {
  return ownPackages.has(packageOf(type));
}
