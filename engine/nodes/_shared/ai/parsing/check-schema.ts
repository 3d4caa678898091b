// Checks data that a model wrote against a JSON Schema. No code is generated, and patterns match in limited time.
import type { TSchema } from 'typebox';
import { safePattern, type SafePattern } from '../../../../expression/index.ts';
import type { JsonObject } from '../../../../contract/json.ts';
import { NodeError, type JsonSchema } from '../../../../sdk/index.ts';

/** Returns why a value does not match the schema; undefined if it does. */
export type SchemaCheck = (value: unknown) => string | undefined;

/** Prepares a check. Throws NodeError if the schema is invalid. */
export async function schemaCheck(schema: JsonSchema): Promise<SchemaCheck> {
  const { Errors } = await import('typebox/value');
  const prepared = preparedSchema(schema, 0) as TSchema;
  return (value) => {
    try {
      const faults = Errors(prepared, value);
      return faults.length === 0 ? undefined : described(faults);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new NodeError('The schema refers to itself without an end, or the answer of the model is nested too deeply.', { cause: error });
    }
  };
}

/** A regular expression that cannot block the engine. */
class GuardedPattern extends RegExp {
  readonly #pattern: SafePattern;

  constructor(source: string) {
    super(source);
    this.#pattern = safePattern(source);
  }

  override test(text: string): boolean {
    return this.#pattern.test(text);
  }
}

const DEEPEST = 100;

/** Keywords whose value is a schema or a list of schemas. */
const schemaKeywords: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'oneOf',
  'prefixItems',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
/** Keywords whose value has schemas by name. */
const mapKeywords: ReadonlySet<string> = new Set(['$defs', 'definitions', 'dependentSchemas', 'properties']);

/** Returns the schema with patterns that are limited in time. Patterns of names are not checked. */
function preparedSchema(schema: unknown, depth: number): unknown {
  if (depth > DEEPEST) throw new NodeError('The JSON Schema is nested too deeply.');
  if (Array.isArray(schema)) return schema.map((each) => preparedSchema(each, depth + 1));
  if (typeof schema !== 'object' || schema === null) return schema;
  const hasNamePatterns = Object.hasOwn(schema, 'patternProperties');
  const entries = Object.entries(schema).flatMap(([keyword, value]: [string, unknown]): [string, unknown][] => {
    if (keyword === 'patternProperties' || (hasNamePatterns && keyword === 'additionalProperties')) return [];
    if (keyword === 'pattern') return typeof value === 'string' ? [[keyword, guardedPattern(value)]] : [];
    if (schemaKeywords.has(keyword)) return [[keyword, preparedSchema(value, depth + 1)]];
    return [[keyword, mapKeywords.has(keyword) ? preparedMap(value, depth) : value]];
  });
  return Object.fromEntries(entries);
}

const preparedMap = (schemas: unknown, depth: number): unknown =>
  typeof schemas === 'object' && schemas !== null && !Array.isArray(schemas)
    ? Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, preparedSchema(schema, depth + 1)]))
    : schemas;

function guardedPattern(source: string): RegExp {
  try {
    return new GuardedPattern(source);
  } catch (cause) {
    throw new NodeError(`The pattern "${source}" of the JSON Schema is not a regular expression.`, { code: 'PARAMETER_INVALID', cause });
  }
}

interface Fault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

const MOST_FAULTS = 5;

/** Returns the deepest faults, which are usually closest to the cause. */
function described(faults: readonly Fault[]): string {
  const depthOf = ({ instancePath }: Fault): number => instancePath.split('/').length;
  const deepest = Math.max(...faults.map((fault) => depthOf(fault)));
  const texts = faults.filter((fault) => depthOf(fault) === deepest).map((fault) => faultText(fault));
  return [...new Set(texts)].slice(0, MOST_FAULTS).join('; ');
}

function faultText({ keyword, instancePath, message, params }: Fault): string {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const { requiredProperties = [], allowedValues } = params as {
    readonly requiredProperties?: readonly string[];
    readonly allowedValues?: readonly unknown[];
  };
  if (keyword === 'required') return requiredProperties.map((name) => `"${[...path, name].join('.')}" is missing`).join('; ');
  const subject = path.length === 0 ? 'the value' : `"${path.join('.')}"`;
  if (keyword === 'boolean') return `${subject} is not a field of the format`;
  if (keyword === 'enum' && allowedValues !== undefined) return `${subject} must be one of ${JSON.stringify(allowedValues)}`;
  return `${subject} ${message}`;
}

/** Whether a value is a JSON object. */
export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
