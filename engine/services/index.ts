// Builds the services in order of their dependencies.
import { fileNotFound } from '../binary/file-binary.ts';
import { createAccountServices, PasswordHasher } from './accounts/index.ts';
import { ConsentService } from './consents.ts';
import { CredentialService } from './credentials/credentials.ts';
import { UnsavedTokens } from './credentials/unsaved-tokens.ts';
import { LentCredentials } from './credentials/lent-credentials.ts';
import { OAuthConnections } from './credentials/oauth-connections.ts';
import { CredentialTransfer } from './credentials/transfer.ts';
import { CurlService } from './curl/index.ts';
import { ServiceEvents } from './events.ts';
import { createExecutionServices, productionLimitOf } from './executions/create.ts';
import { RunAtFault } from './executions/run-at-fault.ts';
import { Lifecycle } from './lifecycle.ts';
import { AccountMail } from './mail/account-mail.ts';
import { NodeTypeService } from './node-types.ts';
import { PackageService } from './packages.ts';
import { Principals } from './principals.ts';
import { TypeIcons } from './type-icons.ts';
import type { ExecutionSettings } from '../execution/index.ts';
import type { Components, ServiceConfig } from './service-config.ts';
import { TagService } from './tags.ts';
import { visibleWorkflow, type Asker } from './access.ts';
import { DataTableService } from './data-tables/data-tables.ts';
import { ActiveWorkflows } from './workflows/active-workflows.ts';
import { createWorkflowServices } from './workflows/create.ts';
import { workflowFromUrl } from './workflows/from-url.ts';

export type Services = ReturnType<typeof createServices>;

export function createServices(components: Components, config: ServiceConfig) {
  const { store, http, registry, credentialTypes, hub, cipher, clock, logger } = components;
  const { settings, ids, instance } = config;
  const now = (): number => clock.now();
  const events = new ServiceEvents();
  const unsavedTokens = new UnsavedTokens({ credentials: store.credentials, cipher, clock, logger });
  const credentials = new CredentialService({
    credentials: store.credentials,
    held: unsavedTokens,
    assertWritable: store.assertWritable,
    cipher,
    types: credentialTypes,
    http,
    ids,
    now,
    users: store.users,
    ...(config.secrets === undefined ? {} : { secrets: config.secrets }),
  });
  const principals = new Principals({ workflows: store.workflows, users: store.users });
  const active = new ActiveWorkflows({
    workflows: store.workflows,
    principals,
    now,
    logger,
    isSafeMode: config.settings.safeMode,
    onFailure: (workflow, node, error) => events.emit('triggerFailed', workflow, node, error),
  });
  const consents = new ConsentService({
    consents: store.consents,
    users: store.users,
    workflows: store.workflows,
    hub,
    ids,
    now,
  });
  const lent = new LentCredentials({ credentials: store.credentials, lent: store.lentCredentials, principals, now });
  const dataTables = new DataTableService({
    tables: store.dataTables,
    userOf: async (principal) => (await principals.userOf(principal))?.userId,
    ids,
    now,
    maxSize: settings.dataTablesMiB * 1024 * 1024,
  });
  const execution = createExecutionServices(components, config, { events, active, consents, credentials, dataTables, lent, principals });
  const { executor, executions, executionList, states, sweeper, retention } = execution;
  const workflow = createWorkflowServices(components, config, { ...execution, events, active, lent, principals });
  const { triggers, webhooks, manualRuns, workflows } = workflow;
  const accounts = createAccountServices({
    store,
    now,
    ids,
    randomBytes: config.randomBytes,
    hasher: new PasswordHasher(),
    mail: new AccountMail(config.smtp),
    sessionTime: settings.sessionHours * 3_600_000,
    editorUrl: config.editorUrl,
    sharedUrl: config.sharedUrl,
    isShared: config.isShared,
    local: config.localAccess,
    onWorkflowsRemoved: async (removed) => {
      for (const id of removed) {
        await active.deactivate(id);
        await executions.ofDeleted.ended(id);
        states.forget(id);
      }
    },
    onWorkflowsMoved: async (moved, from, to) => {
      await active.moved(moved);
      const { userId } = await principals.ofPerson(to);
      if (userId !== undefined) await store.executionList.changeOwner(from, userId);
    },
    logger,
  });
  const packages = new PackageService({
    packages: components.packages,
    records: store.packages,
    assertWritable: store.assertWritable,
    types: {
      registry,
      credentialTypes,
      instanceId: config.instanceId,
      instanceUrl: () => config.sharedUrl().slice(0, -1),
      prefers: config.prefersPackageType,
    },
    active,
    saved: (id) => store.workflows.get(id),
    hub,
    now,
    logger,
  });
  const runAtFault = new RunAtFault({ store, executions, active, principals, clock, ids, logger, instance });

  return {
    accounts,
    active,
    credentials,
    executions,
    executionList,
    icons: new TypeIcons({ packages: components.packages, registry, credentialTypes }),
    lifecycle: new Lifecycle({
      ...execution,
      ...workflow,
      accounts,
      active,
      packages,
      held: unsavedTokens,
      runAtFault,
      logger,
      isSafeMode: config.settings.safeMode,
    }),
    nodeTypes: new NodeTypeService({
      registry,
      ofPackages: () => packages.summaries(),
      actionsOfPackages: () => packages.actions(),
      principals,
      detachedNode: (...asked) => executor.detachedNode(...asked),
    }),
    push: hub,
    retention,
    triggers,
    webhooks,
    workflows,
    rest: {
      accounts,
      oauth: new OAuthConnections({
        service: credentials,
        held: unsavedTokens,
        assertWritable: store.assertWritable,
        types: credentialTypes,
        http,
        now,
        randomBytes: config.randomBytes,
        redirectUrl: config.oauthRedirectUrl,
        onFinished: (userId, credentialId, isConnected) =>
          hub.broadcast({ type: 'oauthFinished', credentialId, outcome: isConnected ? 'success' : 'failure' }, userId),
      }),
      tags: new TagService({ tags: store.tags, now, ids }),
      consents,
      packages,
      curl: new CurlService({ registry }),
      executions: executionList,
      waits: workflow.waits,
      credentialTransfer: new CredentialTransfer({ credentials: store.credentials, cipher, ids, now }),
      workflowParts: {
        workflows,
        active,
        manualRuns,
        repository: store.workflows,
        fromUrl: (url: string) => workflowFromUrl(url, { http, allowsPrivate: settings.allowsPrivateUrls }),
      },
    },
    /** Throws EXECUTION_NOT_FOUND if the caller may see none of the executions that use the file. */
    assertFileVisible: async (fileId: string, asker: Asker): Promise<void> => {
      // The same error as for a missing file, so that it does not reveal that another user has one.
      if (!(await executionList.isAnyVisible(await store.files.ownersOf(fileId), asker))) throw fileNotFound(fileId);
    },
    assertWorkflowVisible: (id: string, asker: Asker) => visibleWorkflow(store.workflows, id, asker),
    /** Applies changed settings of the instance: `config.settings` has the new values, `run` those for executions. `isMoved`: whether the time zone changed. */
    settingsChanged: async (run: Pick<ExecutionSettings, 'timezone' | 'timeout'>, isMoved: boolean): Promise<void> => {
      executor.change(run);
      executions.queue?.changeLimit(productionLimitOf(settings));
      hub.broadcast({ type: 'settingsChanged' });
      if (isMoved) await active.zoneChanged();
    },
    /** Removes unused files. Cheap enough to call often. */
    sweepFiles: (): Promise<void> => sweeper.sweep(),
  };
}
