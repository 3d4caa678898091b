// Validates requests against the contract's schemas without generating code. Errors contain the name of the invalid field.
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Check, Convert, Errors } from 'typebox/value';
import { AppError } from '../contract/errors.ts';

const parts: Readonly<Record<string, string>> = {
  body: 'The body of the request',
  querystring: 'The query of the address',
  params: 'The address',
  headers: 'The headers of the request',
};

type Fault = ReturnType<typeof Errors>[number];

/** Values in queries and paths are converted from text to the schema's type; bodies are not converted. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = 'body' }) => {
  return (input: unknown) => {
    const value = httpPart === 'body' ? (input ?? null) : Convert(schema, withWholeNumbers(schema, input as object));
    if (Check(schema, value)) return { value };
    const { field, message } = described(Errors(schema, value));
    const what = parts[httpPart] ?? 'The request';
    return {
      error: new AppError(
        'BAD_REQUEST',
        field === '' ? `${what} is invalid: ${message}.` : `${what} has an invalid value at "${field}": ${message}.`,
        { params: { part: httpPart, field } },
      ),
    };
  };
};

/** Returns a copy in which a text that is not an integer is NaN where an integer is expected: a conversion would cut `1.5` to `1`. */
function withWholeNumbers(schema: TSchema, input: object): object {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> };
  const entries = Object.entries(input).map(([name, value]: [string, unknown]) => {
    const isInteger = Object.hasOwn(properties, name) && properties[name]?.type === 'integer';
    return [name, isInteger && typeof value === 'string' && !/^[+-]?\d+$/.test(value) ? Number.NaN : value];
  });
  return Object.fromEntries(entries) as object;
}

/** Returns the validation error to report: the deepest one, which is usually closest to the cause. */
function described(faults: readonly Fault[]): { readonly field: string; readonly message: string } {
  const depth = ({ instancePath }: Fault): number => instancePath.split('/').length;
  const deepest = faults.reduce<Fault | undefined>(
    (best, fault) => (best === undefined || depth(fault) > depth(best) ? fault : best),
    undefined,
  );
  if (deepest === undefined) return { field: '', message: 'it has a wrong form' };
  const path = deepest.instancePath.split('/').slice(1).map(unescaped);
  const alternatives = faults.filter(({ keyword, instancePath }) => keyword !== 'anyOf' && instancePath === deepest.instancePath);
  const missing =
    deepest.keyword === 'required' ? (deepest.params as { requiredProperties?: readonly string[] }).requiredProperties?.[0] : undefined;
  if (missing !== undefined) return { field: [...path, missing].join('.'), message: 'it is missing' };
  return { field: path.join('.'), message: [...new Set(alternatives.map(reasonOf))].join(', or ') };
}

/** The schema of a field that must not exist is `false`. */
const reasonOf = ({ keyword, message }: Fault): string => (keyword === 'boolean' ? 'there is no such field' : message);

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
