// References as OpenAPI 3.1 documents, generated from the mounted routes.
import { errorTable } from '../contract/errors.ts';
import { editorRoutes } from '../contract/rest/editor.ts';
import type { RouteSpec } from '../contract/rest/route.ts';
import { responseSent, type Mount } from './mount.ts';

export interface OpenApiFacts {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** Path prefix of the routes. */
  readonly prefix: string;
  /** Ways to authenticate, by name; each alone is enough. */
  readonly securitySchemes: Schema;
  /** Returns the schema of a response's body. */
  readonly bodyOf: (response: Schema) => Schema;
}

type Schema = Readonly<Record<string, unknown>>;

const errorReference = { $ref: '#/components/responses/Error' };

/** Returns the OpenAPI document. `x-access` of an operation is `public` or the required permission, `x-scope` the scope that an API key needs. */
export function openApiOf(specs: readonly RouteSpec[], facts: OpenApiFacts): Schema {
  const { title, description, version, prefix, securitySchemes } = facts;
  const paths = new Map<string, Record<string, unknown>>();
  for (const spec of specs) {
    const path = templateOf(spec.path);
    const operations = paths.get(path) ?? {};
    operations[spec.method.toLowerCase()] = operationOf(spec, path, facts);
    paths.set(path, operations);
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url: prefix }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Error: errorSchema },
      responses: { Error: { description: 'The call was refused.', content: json({ $ref: '#/components/schemas/Error' }) } },
      securitySchemes,
    },
  };
}

/** Serves the document of all routes of the editor, including routes that are mounted later. */
export function mountOpenApi(
  mount: Mount,
  specs: readonly RouteSpec[],
  facts: () => Promise<{ readonly version: string; readonly prefix: string; /** Name of the session cookie. */ readonly cookie: string }>,
): void {
  mount(editorRoutes.openApi, async ({ reply }) => {
    const { cookie, ...rest } = await facts();
    const document = openApiOf(specs, {
      ...rest,
      title: 'Millrace',
      description: 'The REST calls of the editor. Responses contain their result in `data`.',
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
      bodyOf: (data) => ({ type: 'object', required: ['data'], properties: { data } }),
    });
    await reply.type('application/json; charset=utf-8').send(JSON.stringify(document));
    return responseSent;
  });
}

function operationOf(spec: RouteSpec, path: string, { securitySchemes, bodyOf }: OpenApiFacts): Schema {
  const { method, access, scope, status = 200, summary, params, query, body, response } = spec;
  const [group] = path.slice(1).split('/');
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^a-z\d]+(.)?/gi, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    summary,
    ...(scope === undefined ? {} : { tags: [group], 'x-scope': scope }),
    'x-access': access,
    ...(access === 'public' ? {} : { security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })) }),
    parameters: [...pathParameters(path, params as Schema | undefined), ...parametersOf('query', query as Schema | undefined)],
    ...(body === undefined ? {} : { requestBody: { required: !isOptional(body as Schema), content: json(body) } }),
    responses: {
      [status]: status === 204 ? { description: 'It is done.' } : responseOf(response as Schema, bodyOf),
      default: errorReference,
    },
  };
}

/** Converts `:name` and `*` to OpenAPI path templates. */
const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{name}');

function pathParameters(path: string, schema: Schema | undefined): Schema[] {
  const described = propertiesOf(schema);
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: described[name] ?? { type: 'string' },
  }));
}

function parametersOf(location: 'query', schema: Schema | undefined): Schema[] {
  const required = (schema?.['required'] ?? []) as readonly string[];
  return Object.entries(propertiesOf(schema)).map(([name, value]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: value,
  }));
}

const propertiesOf = (schema: Schema | undefined): Readonly<Record<string, unknown>> =>
  (schema?.['properties'] ?? {}) as Readonly<Record<string, unknown>>;

/** A nullable body is optional. */
const isOptional = (schema: Schema): boolean => ((schema['anyOf'] ?? []) as readonly Schema[]).some(({ type }) => type === 'null');

/** Returns the response object of a schema. A schema with a media type of its own describes a raw body. */
function responseOf(response: Schema, bodyOf: OpenApiFacts['bodyOf']): Schema {
  const media = response['contentMediaType'];
  if (typeof media === 'string') return { description: 'The answer as it is', content: { [media]: {} } };
  return { description: 'The answer', content: json(bodyOf(response)) };
}

const json = (schema: unknown): Schema => ({ 'application/json': { schema } });

const errorSchema: Schema = {
  type: 'object',
  required: ['code', 'message', 'status'],
  properties: {
    code: { type: 'string', enum: Object.keys(errorTable) },
    message: { type: 'string', description: 'What went wrong, where, and how to fix it.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    params: {
      type: 'object',
      description: 'Values of the message, for its text in another language.',
      additionalProperties: { type: ['string', 'number'] },
    },
    hint: { type: 'string' },
    httpCode: { type: 'string', description: "HTTP status of the service that a node called, or the system's code if it did not respond." },
    stack: { type: 'string', description: 'While developing only.' },
  },
};
