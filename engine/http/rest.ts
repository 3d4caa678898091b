// Mounts all REST routes.
import type { FastifyInstance } from 'fastify';
import type { RouteSpec } from '../contract/rest/route.ts';
import type { PushHub } from '../push/hub.ts';
import type { AccountServices } from '../services/accounts/index.ts';
import type { CredentialTransfer } from '../services/credentials/transfer.ts';
import type { PackageService } from '../services/packages.ts';
import type { ConsentService } from '../services/consents.ts';
import type { CurlService } from '../services/curl/index.ts';
import type { ExecutionListService } from '../services/executions/execution-list.ts';
import type { ExecutionWaits } from '../services/workflows/execution-waits.ts';
import type { OAuthConnections } from '../services/credentials/oauth-connections.ts';
import type { OutsideServices } from '../services/outside/create.ts';
import type { FolderService } from '../services/folders.ts';
import type { TagService } from '../services/tags.ts';
import type { TemplateLibrary } from '../services/template-library.ts';
import type { VariableService } from '../services/variables.ts';
import type { VersionService } from '../services/versions.ts';
import type { Vault } from '../vault/vault.ts';
import type { GeneralSettings } from '../settings/general-settings.ts';
import { watchCallers } from './caller-watch.ts';
import { sessionCookieOf, type SessionCookies } from './cookies.ts';
import type { Mount } from './mount.ts';
import { mountOpenApi } from './openapi.ts';
import { switchable } from './switchable.ts';
import { mountPush } from './push-stream.ts';
import { mountAddresses, type AddressParts } from './routes/addresses.ts';
import { mountAccounts } from './routes/accounts.ts';
import { mountBinary, type BinaryParts } from './routes/binary.ts';
import { mountConsents } from './routes/consents.ts';
import { mountCredentialTransfer } from './routes/credential-transfer.ts';
import { mountCredentials } from './routes/credentials.ts';
import { mountCurl } from './routes/curl.ts';
import { mountEditor, type EditorParts } from './routes/editor.ts';
import { mountImports, type ImportHome } from './routes/imports.ts';
import { mountPackages } from './routes/packages.ts';
import { mountGeneral } from './routes/general.ts';
import { mountExecutions } from './routes/executions.ts';
import { mountApiKeys, mountMe } from './routes/me.ts';
import { mountOAuth } from './routes/oauth.ts';
import { mountPrompts } from './routes/prompts.ts';
import { mountFolders } from './routes/folders.ts';
import { mountTags } from './routes/tags.ts';
import { mountTelemetry, withUsageEvents } from './routes/telemetry.ts';
import { mountTemplates } from './routes/templates.ts';
import { mountUsers } from './routes/users.ts';
import { mountVariables } from './routes/variables.ts';
import { mountVault } from './routes/vault.ts';
import { mountVersions } from './routes/versions.ts';
import { mountWorkflows, type WorkflowParts } from './routes/workflows.ts';

export interface RestParts {
  /** Features that can be disabled. */
  readonly features: {
    readonly tags: boolean;
    readonly sharing: boolean;
    readonly templates: boolean;
    readonly publicApi: boolean;
    readonly communityPackages: boolean;
    readonly consents: boolean;
  };
  readonly accounts: AccountServices;
  readonly cookies: SessionCookies;
  readonly oauth: OAuthConnections;
  readonly outside: OutsideServices;
  readonly tags: TagService;
  readonly folders: FolderService;
  readonly variables: VariableService;
  readonly executions: ExecutionListService;
  readonly waits: ExecutionWaits;
  readonly credentialTransfer: CredentialTransfer;
  readonly importN8nHome: ImportHome;
  readonly workflowParts: WorkflowParts;
  readonly editor: EditorParts;
  readonly general: GeneralSettings;
  readonly addresses: AddressParts;
  readonly consents: ConsentService;
  readonly packages: PackageService;
  readonly curl: CurlService;
  readonly templates: TemplateLibrary;
  readonly versions: VersionService;
  readonly binary: BinaryParts;
  readonly vault: Vault;
  readonly push: PushHub;
  /** Base path of the editor, with a trailing slash. */
  readonly basePath: string;
}

export function mountRest(mount: Mount, app: FastifyInstance, parts: RestParts): void {
  parts.cookies.install(app);
  const { features } = parts;
  const specs: RouteSpec[] = [];
  const reporting = withUsageEvents(mount, parts.outside.telemetry);
  const saved: Mount = (spec, handle) => {
    specs.push(spec);
    reporting(spec, handle);
  };
  mountAccounts(saved, parts.accounts, parts.cookies, parts.basePath);
  mountMe(saved, parts.accounts, parts.cookies);
  mountUsers(saved, parts.accounts, parts.cookies);
  mountTags(switchable(saved, features.tags, 'Tags are'), parts.tags);
  mountFolders(saved, parts.folders);
  mountVariables(saved, parts.variables);
  mountTemplates(switchable(saved, features.templates, 'Templates are'), parts.templates);
  mountApiKeys(switchable(saved, features.publicApi, 'The public API is'), parts.accounts);
  mountPackages(switchable(saved, features.communityPackages, 'Community packages are'), parts.packages);
  mountWorkflows(saved, parts.workflowParts);
  mountExecutions(saved, parts.executions, parts.waits);
  mountEditor(saved, parts.editor);
  mountGeneral(saved, parts.general);
  mountAddresses(saved, parts.addresses);
  mountCredentials(saved, parts.editor.credentials, features.sharing);
  mountCredentialTransfer(saved, parts.credentialTransfer);
  mountImports(saved, parts.importN8nHome);
  mountConsents(switchable(saved, features.consents, 'Consents are'), parts.consents);
  mountVault(saved, parts.vault, parts.accounts);
  mountOAuth(saved, parts.oauth);
  mountCurl(saved, parts.curl);
  mountVersions(saved, parts.versions);
  mountPrompts(saved, parts.outside);
  mountTelemetry(saved, parts.outside.telemetry);
  mountBinary(saved, parts.binary);
  mountPush(saved, parts.push, watchCallers(parts.accounts));
  mountOpenApi(saved, specs, async () => {
    const { versionCli: version, instanceId } = await parts.editor.settings();
    return { version, prefix: app.prefix, cookie: sessionCookieOf(instanceId) };
  });
}
