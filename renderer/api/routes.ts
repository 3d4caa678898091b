// Types of all REST calls by method and path. Only types: the schemas and their library stay on the server.
import type { accountRoutes } from '../../engine/contract/rest/accounts.ts';
import type { addressRoutes } from '../../engine/contract/rest/addresses.ts';
import type { assistantRoutes } from '../../engine/contract/rest/assistant.ts';
import type { consentRoutes } from '../../engine/contract/rest/consents.ts';
import type { credentialRoutes } from '../../engine/contract/rest/credentials.ts';
import type { curlRoutes } from '../../engine/contract/rest/curl.ts';
import type { editorRoutes } from '../../engine/contract/rest/editor.ts';
import type { executionRoutes } from '../../engine/contract/rest/executions.ts';
import type { folderRoutes } from '../../engine/contract/rest/folders.ts';
import type { generalRoutes } from '../../engine/contract/rest/general.ts';
import type { importRoutes } from '../../engine/contract/rest/imports.ts';
import type { meRoutes } from '../../engine/contract/rest/me.ts';
import type { memberRoutes } from '../../engine/contract/rest/members.ts';
import type { modelRoutes } from '../../engine/contract/rest/models.ts';
import type { oauthRoutes } from '../../engine/contract/rest/oauth.ts';
import type { packageRoutes } from '../../engine/contract/rest/packages.ts';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteSpec } from '../../engine/contract/rest/route.ts';
import type { promptRoutes } from '../../engine/contract/rest/prompts.ts';
import type { tagRoutes } from '../../engine/contract/rest/tags.ts';
import type { telemetryRoutes } from '../../engine/contract/rest/telemetry.ts';
import type { templateRoutes } from '../../engine/contract/rest/templates.ts';
import type { userRoutes } from '../../engine/contract/rest/users.ts';
import type { variableRoutes } from '../../engine/contract/rest/variables.ts';
import type { vaultRoutes } from '../../engine/contract/rest/vault.ts';
import type { versionRoutes } from '../../engine/contract/rest/versions.ts';
import type { workflowVersionRoutes } from '../../engine/contract/rest/workflow-versions.ts';
import type { workflowRoutes } from '../../engine/contract/rest/workflows.ts';

type ByAddress<T extends Readonly<Record<string, RouteSpec>>> = { [N in keyof T as `${T[N]['method']} ${T[N]['path']}`]: T[N] };

interface Routes
  extends
    ByAddress<typeof accountRoutes>,
    ByAddress<typeof addressRoutes>,
    ByAddress<typeof assistantRoutes>,
    ByAddress<typeof consentRoutes>,
    ByAddress<typeof credentialRoutes>,
    ByAddress<typeof curlRoutes>,
    ByAddress<typeof editorRoutes>,
    ByAddress<typeof executionRoutes>,
    ByAddress<typeof folderRoutes>,
    ByAddress<typeof generalRoutes>,
    ByAddress<typeof importRoutes>,
    ByAddress<typeof meRoutes>,
    ByAddress<typeof memberRoutes>,
    ByAddress<typeof modelRoutes>,
    ByAddress<typeof oauthRoutes>,
    ByAddress<typeof packageRoutes>,
    ByAddress<typeof promptRoutes>,
    ByAddress<typeof tagRoutes>,
    ByAddress<typeof telemetryRoutes>,
    ByAddress<typeof templateRoutes>,
    ByAddress<typeof userRoutes>,
    ByAddress<typeof variableRoutes>,
    ByAddress<typeof vaultRoutes>,
    ByAddress<typeof versionRoutes>,
    ByAddress<typeof workflowVersionRoutes>,
    ByAddress<typeof workflowRoutes> {}

/** Method and path of a REST call: `GET /workflows/:id`. */
export type Address = keyof Routes;

type Part<K extends string, T> = T extends undefined ? { readonly [key in K]?: undefined } : { readonly [key in K]: T };

export type CallParts<A extends Address> = Part<'params', ParamsOf<Routes[A]>> &
  Part<'query', QueryOf<Routes[A]>> &
  Part<'body', BodyOf<Routes[A]>>;

/** Arguments of a call: the parts that its route declares. May be omitted if it declares none. */
export type CallArgs<A extends Address> = object extends CallParts<A> ? void : CallParts<A>;

export type CallResponse<A extends Address> = ResponseOf<Routes[A]>;
