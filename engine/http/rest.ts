// All REST calls, noun by noun.
import type { FastifyInstance } from 'fastify';
import type { RouteSpec } from '../contract/rest/route.ts';
import type { PushHub } from '../push/hub.ts';
import type { AccountServices } from '../services/accounts/index.ts';
import type { ExecutionListService } from '../services/executions/execution-list.ts';
import type { TagService } from '../services/tags.ts';
import type { SessionCookies } from './cookies.ts';
import type { Mount } from './mount.ts';
import { mountOpenApi } from './openapi.ts';
import { mountPush } from './push-stream.ts';
import { mountAccounts } from './routes/accounts.ts';
import { mountBinary, type BinaryParts } from './routes/binary.ts';
import { mountEditor, type EditorParts } from './routes/editor.ts';
import { mountExecutions } from './routes/executions.ts';
import { mountMe } from './routes/me.ts';
import { mountTags } from './routes/tags.ts';
import { mountUsers } from './routes/users.ts';
import { mountWorkflows, type WorkflowParts } from './routes/workflows.ts';

export interface RestParts {
  readonly accounts: AccountServices;
  readonly cookies: SessionCookies;
  readonly tags: TagService;
  readonly executions: ExecutionListService;
  readonly workflowParts: WorkflowParts;
  readonly editor: EditorParts;
  readonly binary: BinaryParts;
  readonly push: PushHub;
}

export function mountRest(mount: Mount, app: FastifyInstance, parts: RestParts): void {
  parts.cookies.install(app);
  const specs: RouteSpec[] = [];
  const noted: Mount = (spec, handle) => {
    specs.push(spec);
    mount(spec, handle);
  };
  mountAccounts(noted, parts.accounts, parts.cookies);
  mountMe(noted, parts.accounts, parts.cookies);
  mountUsers(noted, parts.accounts, parts.cookies);
  mountTags(noted, parts.tags);
  mountWorkflows(noted, parts.workflowParts);
  mountExecutions(noted, parts.executions);
  mountEditor(noted, parts.editor);
  mountBinary(noted, parts.binary);
  mountPush(noted, parts.push);
  mountOpenApi(noted, specs, async () => ({ version: (await parts.editor.settings()).versionCli, prefix: app.prefix }));
}
