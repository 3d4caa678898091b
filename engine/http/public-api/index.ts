// Mounts version 1 of the public API: its routes, their reference and the playground.
import { errorCodes, type FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { auditApi, type AuditReports } from '../../contract/public-api/audit.ts';
import { route, type RouteSpec } from '../../contract/rest/route.ts';
import type { AccountServices } from '../../services/accounts/index.ts';
import type { AuditOptions, AuditPorts } from '../../services/audit.ts';
import type { CredentialService } from '../../services/credentials/credentials.ts';
import type { DataTableService } from '../../services/data-tables/data-tables.ts';
import type { ExecutionListService } from '../../services/executions/execution-list.ts';
import type { FolderService } from '../../services/folders.ts';
import type { TagService } from '../../services/tags.ts';
import type { VariableService } from '../../services/variables.ts';
import type { WorkflowService } from '../../services/workflows/workflows.ts';
import { responseSent, type Mount } from '../mount.ts';
import { openApiOf } from '../openapi.ts';
import { featureOff, switchable } from '../switchable.ts';
import { mountCredentials } from './credentials.ts';
import { mountDataTables } from './data-tables.ts';
import { mountExecutions } from './executions.ts';
import { mountPlayground } from './playground.ts';
import { mountFolders } from './folders.ts';
import { mountTags } from './tags.ts';
import { mountUsers } from './users.ts';
import { mountVariables } from './variables.ts';
import { mountWorkflows } from './workflows.ts';

export interface PublicApiParts {
  readonly accounts: AccountServices;
  readonly audit: (options: AuditOptions, settings: AuditPorts['settings']) => Promise<AuditReports>;
  /** Settings that an audit reports, by name. */
  readonly auditedSettings: AuditPorts['settings'];
  readonly credentials: CredentialService;
  readonly dataTables: DataTableService;
  readonly executions: ExecutionListService;
  readonly folders: FolderService;
  readonly tags: TagService;
  readonly variables: VariableService;
  readonly workflows: WorkflowService;
  readonly usesTags: boolean;
  /** Whether the public API is enabled; otherwise every call responds with FEATURE_OFF. */
  readonly isEnabled: boolean;
  /** Version of the product. */
  readonly version: string;
  /** Folder of the editor's build; undefined if the editor is not served. */
  readonly pagesFolder: string | undefined;
  /** Base path of the editor, with a trailing slash. */
  readonly basePath: string;
}

/** Anyone may read it. */
const reference = route({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  summary: 'Returns the reference of the public API',
  response: Type.Unknown(),
});

export function mountPublicApi(mount: Mount, app: FastifyInstance, parts: PublicApiParts): void {
  acceptEmptyBodies(app);
  if (!parts.isEnabled) rejectAll(app);
  const specs: RouteSpec[] = [];
  const listedMount: Mount = (spec, handle) => {
    specs.push(spec);
    mount(spec, handle);
  };
  mountWorkflows(listedMount, parts);
  mountExecutions(listedMount, parts.executions);
  mountCredentials(listedMount, parts.credentials);
  mountTags(switchable(listedMount, parts.usesTags, 'Tags are'), parts.tags);
  mountFolders(listedMount, parts.folders);
  mountUsers(listedMount, parts.accounts);
  mountVariables(listedMount, parts.variables);
  mountDataTables(listedMount, parts.dataTables);
  listedMount(auditApi.generate, ({ body }) => parts.audit(body?.additionalOptions ?? {}, parts.auditedSettings));
  mount(reference, async ({ reply }) => {
    const document = openApiOf(specs, {
      title: 'Millrace public API',
      description: 'Calls need an API key, which is created under Settings › API, in the header X-N8N-API-KEY or as bearer token.',
      version: parts.version,
      prefix: app.prefix,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-N8N-API-KEY' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      bodyOf: (response) => response,
    });
    await reply.type('application/json; charset=utf-8').send(JSON.stringify(document));
    return responseSent;
  });
  if (parts.isEnabled) mountPlayground(app, parts.pagesFolder, parts.basePath);
}

/** Before the key is checked: a caller without one would be told to create it. */
function rejectAll(app: FastifyInstance): void {
  app.addHook('onRequest', async () => {
    throw featureOff('The public API is');
  });
}

/** Clients may declare any content type for a body that is empty, such as axios, which declares a form. Other bodies must be JSON. */
function acceptEmptyBodies(app: FastifyInstance): void {
  app.addContentTypeParser('*', (request, _payload, done) => {
    const { 'content-type': type = '', 'content-length': length } = request.headers;
    done(length === '0' ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type));
  });
}
