// Issues of a node's parameter values: missing required values, values that are not an option, too few or too many fields.
import { isExpression, type JsonObject } from '../../contract/json.ts';
import { safePattern } from '../../expression/regex/safe-pattern.ts';
import { filterProblems, type FilterValue } from '../parameters/filter.ts';
import { type NodeDescription, type NodeProperty, type PropertyGroup, type PropertyOption, effectiveVersion } from '../node-type.ts';
import { isRecord, ownValue } from '../values/own-properties.ts';
import { completeParameters } from '../parameters/parameters.ts';
import { mapperNeeds, mapperValueOf, missingInMapper } from '../parameters/resource-mapper.ts';
import { validateFieldType } from '../values/type-validation.ts';
import { isVisible, scopeOf, type VisibilityScope } from '../parameters/visibility.ts';
import { displayText } from '../values/display-text.ts';

/** Messages by the path of the parameter (`url`, `values.fields[0].name`). A null-prototype object. */
export type ParameterIssues = { [path: string]: string[] };

type VersionedNode = { readonly typeVersion?: number };

/** Issue for a required parameter without a value. */
export const requiredMessage = ({ displayName }: Pick<NodeProperty, 'displayName'>): string => `Parameter "${displayName}" is required.`;

/** Issue for a required field of a resource mapper without a value. */
const requiredFieldText = 'This field is required';
/** Value of an operation that the node delegates to the HTTP Request node. */
export const customApiCall = '__CUSTOM_API_CALL__';

/** Returns the issues of all parameters of a node. */
export function nodeParameterIssues(values: JsonObject, node: VersionedNode, description: NodeDescription): ParameterIssues {
  const complete = completeParameters(values, node, description);
  const issues = Object.create(null) as ParameterIssues;
  const context = { root: complete, version: effectiveVersion(node, description), description };
  for (const property of description.properties) collectIssues(property, complete, '', context, issues);
  return issues;
}

interface Context {
  /** Parameters of the node. */
  readonly root: JsonObject;
  readonly version: number;
  readonly description: VisibilityScope['description'];
}

/**
 * Adds the issues of one parameter; a hidden parameter has none. `values`: its siblings (at the top level, the node's parameters); `parentPath`:
 * path of their container.
 */
export function collectIssues(
  property: NodeProperty,
  values: JsonObject,
  parentPath: string,
  context: Context,
  issues: ParameterIssues,
): void {
  if (!isVisible(property.displayOptions, scopeOf(values, context.root, context.version, context.description))) return;
  const path = parentPath === '' ? property.name : `${parentPath}.${property.name}`;
  const value = ownValue(values, property.name);
  if (property.type === 'fixedCollection') {
    fieldCountIssues(property, value, path, issues);
    groupIssues(property, value, path, context, issues);
  } else if (property.type === 'collection') collectionIssues(property, value, path, context, issues);
  else if (property.type === 'resourceMapper' && isRecord(value)) mapperIssues(property, value, path, issues);
  else if (property.type === 'filter' && isRecord(value)) filterIssues(value, path, issues);
  else for (const message of valueIssues(property, value)) add(issues, path, message);
}

function add(issues: ParameterIssues, path: string, message: string): void {
  (issues[path] ??= []).push(message);
}

function valueIssues(property: NodeProperty, value: unknown): readonly string[] {
  if (isExpression(value)) return [];
  if (isLocator(property)) return locatorIssues(property, value);
  if (isMissing(property, value))
    return property.required === true ? [requiredMessage(property)] : property.type === 'credentialsSelect' ? [credentialTypeText] : [];
  if (property.type === 'options' || property.type === 'multiOptions') return optionIssues(property, value);
  if (property.validateType === undefined) return [];
  const result = validateFieldType(property.displayName, value, property.validateType, {
    valueOptions: property.options as readonly PropertyOption[],
  });
  return result.valid ? [] : [result.errorMessage];
}

const credentialTypeText = 'Select a credential type from the dropdown';

/** Whether a parameter, or the value inside a resource locator, is empty. An expression is a value. */
export function isUnset(property: NodeProperty, value: unknown): boolean {
  const plain = isLocator(property) && isRecord(value) ? value['value'] : value;
  return !isExpression(plain) && isMissing(property, plain);
}

const isLocator = ({ type }: NodeProperty): boolean => type === 'resourceLocator' || type === 'workflowSelector';

function isMissing(property: NodeProperty, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (property.type === 'number') return typeof value !== 'number' || Number.isNaN(value);
  return property.type === 'multiOptions' && Array.isArray(value) && value.length === 0;
}

function optionIssues(property: NodeProperty, value: unknown): readonly string[] {
  const { typeOptions } = property;
  const options = property.options as readonly PropertyOption[] | undefined;
  if (options === undefined || typeOptions?.loadOptionsMethod !== undefined || typeOptions?.['loadOptions'] !== undefined) return [];
  const accepted = new Set<unknown>(options.map((option) => option.value));
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
  return chosen
    .filter((entry) => !accepted.has(entry) && !displayText(entry).includes(customApiCall))
    .map((entry) => `The value "${displayText(entry)}" is not supported!`);
}

function locatorIssues(property: NodeProperty, value: unknown): readonly string[] {
  const plain = isRecord(value) ? value['value'] : value;
  if (isExpression(plain)) return [];
  if (isUnset(property, value)) return property.required === true ? [requiredMessage(property)] : [];
  const mode = isRecord(value) ? property.modes?.find((candidate) => candidate['name'] === value['mode']) : undefined;
  const rules = mode?.['validation'];
  if (!Array.isArray(rules)) return [];
  return (rules as readonly unknown[]).flatMap((rule) => {
    const properties = isRecord(rule) && rule['type'] === 'regex' ? rule['properties'] : undefined;
    if (!isRecord(properties) || safePattern(`^${displayText(properties['regex'])}$`).test(displayText(plain))) return [];
    return [displayText(properties['errorMessage'])];
  });
}

function mapperIssues({ typeOptions }: NodeProperty, value: unknown, path: string, issues: ParameterIssues): void {
  const rules = typeOptions?.['resourceMapper'];
  const needs = mapperNeeds(isRecord(rules) ? rules['mode'] : undefined);
  for (const missing of missingInMapper(mapperValueOf(value), needs)) add(issues, `${path}.${missing}`, requiredFieldText);
}

function filterIssues(value: object, path: string, issues: ParameterIssues): void {
  if (!Array.isArray((value as FilterValue).conditions)) return;
  for (const { condition, side, message } of filterProblems(value as FilterValue))
    add(issues, `${path}.conditions[${condition}].${side}`, message);
}

/** `minRequiredFields` and `maxAllowedFields` of the type options limit the total number of fields of all groups. */
function fieldCountIssues(property: NodeProperty, value: unknown, path: string, issues: ParameterIssues): void {
  const least = property.typeOptions?.['minRequiredFields'];
  const most = property.typeOptions?.['maxAllowedFields'];
  if (typeof least !== 'number' && typeof most !== 'number') return;
  const groups = isRecord(value) ? Object.values(value) : [];
  const count = groups.reduce<number>((sum, group) => sum + (Array.isArray(group) ? group.length : isRecord(group) ? 1 : 0), 0);
  if (typeof least === 'number' && count < least) add(issues, path, `At least ${fields(least)} required.`);
  if (typeof most === 'number' && count > most) add(issues, path, `At most ${fields(most)} allowed.`);
}

const fields = (count: number): string => (count === 1 ? '1 field is' : `${count} fields are`);

function groupIssues(property: NodeProperty, value: unknown, path: string, context: Context, issues: ParameterIssues): void {
  if (!isRecord(value)) return;
  for (const group of (property.options ?? []) as readonly PropertyGroup[]) {
    const input = ownValue(value, group.name);
    const entries: readonly unknown[] = Array.isArray(input) ? input : [input];
    entries.forEach((entry, index) => {
      if (!isRecord(entry)) return;
      const entryPath = Array.isArray(input) ? `${path}.${group.name}[${index}]` : `${path}.${group.name}`;
      for (const field of group.values) collectIssues(field, entry, entryPath, context, issues);
    });
  }
}

/** Only options that were added to a collection can have issues. */
function collectionIssues(property: NodeProperty, value: unknown, path: string, context: Context, issues: ParameterIssues): void {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  entries.forEach((entry, index) => {
    if (!isRecord(entry)) return;
    const entryPath = Array.isArray(value) ? `${path}[${index}]` : path;
    for (const option of (property.options ?? []) as readonly NodeProperty[]) {
      if (Object.hasOwn(entry, option.name)) collectIssues(option, entry, entryPath, context, issues);
    }
  });
}
