// Routes for data that the editor loads on opening and while nodes are edited: settings, types, icons, lists.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../contract/errors.ts';
import type { JsonValue } from '../../contract/json.ts';
import type { TypeIcon } from '../../packages/icons.ts';
import { editorRoutes, type Settings } from '../../contract/rest/editor.ts';
import type { CredentialService } from '../../services/credentials/credentials.ts';
import type { EditedNode, NodeTypeService } from '../../services/node-types.ts';
import type { TypeIcons } from '../../services/type-icons.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { responseSent, type Mount } from '../mount.ts';
import { matchesEtag } from '../page.ts';

export interface EditorParts {
  readonly settings: () => Promise<Settings>;
  readonly nodeTypes: NodeTypeService;
  readonly credentials: CredentialService;
  readonly icons: TypeIcons;
}

interface NodeQuery {
  readonly nodeTypeAndVersion: string;
  readonly currentNodeParameters?: string;
  readonly credentials?: string;
  readonly workflowId?: string;
}

/** Sends an icon, which may be kept for good if its address has a version, otherwise for a day. */
async function sendIcon(request: FastifyRequest, reply: FastifyReply, { mimeType, content }: TypeIcon): Promise<typeof responseSent> {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  const hasVersion = (request.query as { v?: string }).v !== undefined;
  void reply.headers({
    etag,
    'cache-control': `private, ${hasVersion ? 'max-age=31536000, immutable' : 'max-age=86400'}`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  });
  if (matchesEtag(request.headers['if-none-match'], etag)) await reply.code(304).send();
  else await reply.type(mimeType).send(content);
  return responseSent;
}

export function mountEditor(mount: Mount, { settings, nodeTypes, credentials, icons }: EditorParts): void {
  mount(editorRoutes.settings, () => settings());
  mount(editorRoutes.nodeTypes, async ({ query }) => [...(await nodeTypes.all(query.onlyLatest))] as { name: string }[]);
  mount(editorRoutes.nodeActions, async () => (await nodeTypes.actions()).map(({ type, actions }) => ({ type, actions: [...actions] })));
  mount(editorRoutes.someNodeTypes, async ({ body }) => [...(await nodeTypes.some(body.nodeInfos))] as { name: string }[]);
  mount(editorRoutes.nodeIcon, async ({ request, reply, query }) => {
    const type = (request.params as { '*': string })['*'];
    const icon = await icons.node(type, query.theme ?? 'light');
    if (icon === undefined) throw new AppError('NOT_FOUND', `There is no icon for the node type "${type}".`, { params: { type } });
    return sendIcon(request, reply, icon);
  });
  mount(editorRoutes.credentialIcon, async ({ request, reply, query }) => {
    const type = (request.params as { '*': string })['*'];
    const icon = await icons.credential(type, query.theme ?? 'light');
    if (icon === undefined) throw new AppError('NOT_FOUND', `There is no credential type "${type}".`, { params: { type } });
    return sendIcon(request, reply, icon);
  });
  mount(editorRoutes.nodeTranslationHeaders, () => null);
  mount(editorRoutes.credentialTranslation, () => null);
  mount(editorRoutes.parameterOptions, async ({ caller, query }) => [
    ...(await nodeTypes.options(editedNode(query), methodOf(query.methodName), caller.userId)),
  ]);
  mount(editorRoutes.listSearch, async ({ caller, query }) => {
    const { userId } = caller;
    const { filter, paginationToken } = query;
    const page = await nodeTypes.search(editedNode(query), methodOf(query.methodName), { userId, filter, paginationToken });
    return { ...page, results: [...page.results] };
  });
  mount(editorRoutes.mappingFields, async ({ caller, body }) => {
    const { fields, ...more } = await nodeTypes.mappingFields(nodeIn(body), body.methodName, caller.userId);
    return {
      ...more,
      fields: fields.map(({ options, ...field }) => ({ ...field, ...(options === undefined ? {} : { options: [...options] }) })),
    };
  });
  mount(
    editorRoutes.actionResult,
    async ({ caller, body }) =>
      (await nodeTypes.act(nodeIn(body), body.handler, body.payload as JsonValue | undefined, caller.userId)) ?? null,
  );
  mount(editorRoutes.credentialTypes, async () => {
    const [types, versions] = await Promise.all([credentials.types(), icons.credentialTypes()]);
    return types.map((type) => {
      const iconVersion = versions.get(type.name);
      return iconVersion === undefined ? type : { ...type, iconVersion };
    });
  });
  mount(editorRoutes.timezones, () => timezones());
}

interface NodeBody {
  readonly nodeTypeAndVersion: { readonly name: string; readonly version?: number };
  readonly currentNodeParameters?: object;
  readonly credentials?: object;
  readonly workflowId?: string;
}

function nodeIn({ nodeTypeAndVersion: { name, version }, currentNodeParameters = {}, credentials, workflowId }: NodeBody): EditedNode {
  return {
    type: name,
    ...(version === undefined ? {} : { version }),
    parameters: currentNodeParameters as EditedNode['parameters'],
    ...(credentials === undefined ? {} : { credentials: credentials as EditedNode['credentials'] }),
    ...(workflowId === undefined ? {} : { workflowId }),
  };
}

function methodOf(name: string | undefined): string {
  if (name !== undefined && name !== '') return name;
  throw new AppError('BAD_REQUEST', 'Specify the list with `methodName`.', { params: { field: 'methodName' } });
}

function editedNode({ nodeTypeAndVersion, currentNodeParameters, credentials, workflowId }: NodeQuery): EditedNode {
  const { name, version } = objectOf('nodeTypeAndVersion', nodeTypeAndVersion);
  if (typeof name !== 'string')
    throw new AppError('BAD_REQUEST', 'nodeTypeAndVersion does not contain a type.', { params: { field: 'nodeTypeAndVersion' } });
  return {
    type: name,
    ...(typeof version === 'number' ? { version } : {}),
    parameters: currentNodeParameters === undefined ? {} : objectOf('currentNodeParameters', currentNodeParameters),
    ...(credentials === undefined ? {} : { credentials: objectOf('credentials', credentials) as EditedNode['credentials'] }),
    ...(workflowId === undefined ? {} : { workflowId }),
  };
}

function objectOf(field: string, text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    if (isRecord(value)) return value;
  } catch {
    // Invalid JSON is reported below.
  }
  throw new AppError('BAD_REQUEST', `"${field}" is not the JSON of an object.`, { params: { field } });
}

let zones: Record<string, string> | undefined;

function timezones(): Record<string, string> {
  zones ??= Object.fromEntries(['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => [zone, zone.replaceAll('_', ' ')]));
  return zones;
}
