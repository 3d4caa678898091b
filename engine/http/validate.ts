// Checks what comes in against the contract's schemas, without generating code, and says which field is wrong.
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

/** Query and path are text: their values are turned into what the schema asks for. Bodies are taken as they are. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = 'body' }) => {
  return (input: unknown) => {
    const value = httpPart === 'body' ? (input ?? undefined) : Convert(schema, { ...(input as object) });
    if (Check(schema, value)) return { value };
    const [first] = Errors(schema, value);
    const where = first?.instancePath.slice(1).replaceAll('/', '.') ?? '';
    const what = parts[httpPart] ?? 'The request';
    return {
      error: new AppError(
        'BAD_REQUEST',
        where === ''
          ? `${what} is not what is expected: ${first?.message ?? ''}.`
          : `${what} has a wrong value at "${where}": ${first?.message ?? ''}.`,
        { params: { part: httpPart, field: where } },
      ),
    };
  };
};
