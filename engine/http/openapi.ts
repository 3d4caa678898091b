// The REST reference as an OpenAPI 3.1 document, generated from the mounted routes.
import { errorTable } from '../contract/errors.ts';
import { editorRoutes } from '../contract/rest/editor.ts';
import type { RouteSpec } from '../contract/rest/route.ts';
import { answered, type Mount } from './mount.ts';

interface OpenApiFacts {
  readonly version: string;
  /** Path prefix of the routes. */
  readonly prefix: string;
  /** Name of the session cookie. */
  readonly cookie: string;
}

type Schema = Readonly<Record<string, unknown>>;

const errorReference = { $ref: '#/components/responses/Error' };

/** Returns the OpenAPI document. `x-access` of an operation is `public` or the required permission. */
function openApiOf(specs: readonly RouteSpec[], { version, prefix, cookie }: OpenApiFacts): Schema {
  const paths = new Map<string, Record<string, unknown>>();
  for (const spec of specs) {
    const path = templateOf(spec.path);
    const operations = paths.get(path) ?? {};
    operations[spec.method.toLowerCase()] = operationOf(spec, path);
    paths.set(path, operations);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Millrace', version, description: 'The REST API that the editor uses. Responses contain their result in `data`.' },
    servers: [{ url: prefix }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Error: errorSchema },
      responses: { Error: { description: 'The call was refused.', content: json({ $ref: '#/components/schemas/Error' }) } },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
    },
  };
}

/** Serves the document of all routes, including routes that are mounted later. */
export function mountOpenApi(mount: Mount, specs: readonly RouteSpec[], facts: () => Promise<OpenApiFacts>): void {
  mount(editorRoutes.openApi, async ({ reply }) => {
    await reply.type('application/json; charset=utf-8').send(JSON.stringify(openApiOf(specs, await facts())));
    return answered;
  });
}

function operationOf(spec: RouteSpec, path: string): Schema {
  const { method, access, summary, params, query, body, response } = spec;
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^a-z\d]+(.)?/gi, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    summary,
    'x-access': access,
    ...(access === 'public' ? {} : { security: [{ session: [] }] }),
    parameters: [...pathParameters(path, params as Schema | undefined), ...parametersOf('query', query as Schema | undefined)],
    ...(body === undefined ? {} : { requestBody: { required: !isOptional(body as Schema), content: json(body) } }),
    responses: { '200': responseOf(response as Schema), default: errorReference },
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

function parametersOf(place: 'query', schema: Schema | undefined): Schema[] {
  const required = (schema?.['required'] ?? []) as readonly string[];
  return Object.entries(propertiesOf(schema)).map(([name, value]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: value,
  }));
}

const propertiesOf = (schema: Schema | undefined): Readonly<Record<string, unknown>> =>
  (schema?.['properties'] ?? {}) as Readonly<Record<string, unknown>>;

/** A nullable body is optional. */
const isOptional = (schema: Schema): boolean => ((schema['anyOf'] ?? []) as readonly Schema[]).some(({ type }) => type === 'null');

/** Returns the response object of a schema. A schema with a media type of its own describes a raw body. */
function responseOf(response: Schema): Schema {
  const media = response['contentMediaType'];
  if (typeof media === 'string') return { description: 'The answer as it is', content: { [media]: {} } };
  return { description: 'The answer', content: json({ type: 'object', required: ['data'], properties: { data: response } }) };
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
