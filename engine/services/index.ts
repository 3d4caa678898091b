// Builds the services in order of their dependencies.
import { fileNotFound } from '../binary/stored-binary.ts';
import type { ExecutionSettings, Executor } from '../execution/index.ts';
import { visibleWorkflow, type Asker } from './access.ts';
import { createAccounts } from './accounts/create.ts';
import type { AccountServices } from './accounts/index.ts';
import { AssistantService } from './assistant.ts';
import { audit, type AuditOptions, type AuditPorts } from './audit.ts';
import { ConsentService } from './consents.ts';
import { createCredentialServices } from './credentials/create.ts';
import type { CredentialService } from './credentials/credentials.ts';
import { CurlService } from './curl/index.ts';
import { DataTableService } from './data-tables/data-tables.ts';
import { ServiceEvents } from './events.ts';
import { createExecutionServices, productionLimitOf, type ExecutionServices } from './executions/create.ts';
import { RunAtFault } from './executions/run-at-fault.ts';
import { Lifecycle } from './lifecycle.ts';
import { createModelServices, modelLimitsOf, type ModelServices } from './models/index.ts';
import { NodeTypeService } from './node-types.ts';
import { PackageService } from './packages.ts';
import { createOutsideServices } from './outside/create.ts';
import { Principals } from './principals.ts';
import type { Components, ServiceConfig } from './service-config.ts';
import type { ImportReport } from '../contract/rest/imports.ts';
import { importHome, type HomeImportPorts } from './imports/import-home.ts';
import { openN8nHome } from './imports/n8n-home.ts';
import { FolderService } from './folders.ts';
import { TagService } from './tags.ts';
import { TeamCalls } from './team-calls.ts';
import { Members } from './team/members.ts';
import { TypeIcons } from './type-icons.ts';
import { VariableService } from './variables.ts';
import { ActiveWorkflows } from './workflows/active-workflows.ts';
import { createWorkflowServices, type WorkflowServices } from './workflows/create.ts';
import { workflowFromUrl } from './workflows/from-url.ts';

export type Services = ReturnType<typeof createServices>;

export function createServices(components: Components, config: ServiceConfig) {
  const { store, http, registry, hub, clock, logger } = components;
  const { settings, ids, instance } = config;
  const shared = createSharedServices(components, config);
  const { active, consents, models, principals } = shared;
  const credential = createCredentialServices(components, config, shared);
  const execution = createExecutionServices(components, config, { ...shared, ...credential });
  const workflow = createWorkflowServices(components, config, { ...shared, ...credential, ...execution });
  const outside = createOutsideServices(components, config, shared.events);
  const accounts = createAccounts(components, config, { ...shared, ...execution, ...outside });
  const packages = createPackages(components, config, shared);
  const { executor, executions, executionList, indexer, retention, sweeper } = execution;
  const { manualRuns, triggers, versionHistory, waits, webhooks, workflows } = workflow;
  const { credentials, unsavedTokens, oauth, credentialTransfer } = credential;
  const runAtFault = new RunAtFault({ store, executions, active, principals, clock, ids, logger, instance });
  const own = {
    runAtFault,
    isSafeMode: settings.safeMode,
    isOnlyWorker: settings.worker === 'only',
    isShared: instance.team !== undefined,
  };
  const publicApi = createPublicApi(components, config, { ...shared, ...credential, ...execution, ...workflow, accounts });
  const { tags, variables } = publicApi;
  const nodeTypes = createNodeTypes(components, shared, packages, executor);
  const fromUrl = (url: string): ReturnType<typeof workflowFromUrl> =>
    workflowFromUrl(url, { http, allowsPrivate: settings.allowsPrivateUrls });
  const lifecycle = new Lifecycle({
    ...execution,
    ...workflow,
    ...own,
    ...outside,
    accounts,
    variables,
    models,
    active,
    packages,
    unsavedTokens,
    logger,
  });
  const members = new Members({
    team: instance.team,
    version: config.version,
    runs: () => executions.activeRuns.count,
    serves: settings.worker !== 'only',
    limit: () => productionLimitOf(settings, instance),
    hub,
    recover: () => lifecycle.followInstances(true),
    logger,
  });
  return {
    accounts,
    active,
    credentials,
    executions,
    executionList,
    indexer,
    icons: new TypeIcons(components),
    lifecycle,
    members,
    nodeTypes,
    push: hub,
    team: shared.team,
    retention,
    triggers,
    versionHistory,
    webhooks,
    workflows,
    rest: {
      accounts,
      assistant: new AssistantService({ settings: store.settings, registry, nodeTypes, hub }),
      oauth,
      tags,
      folders: shared.folders,
      variables,
      models,
      consents,
      packages,
      members,
      curl: new CurlService({ registry }),
      executions: executionList,
      waits,
      credentialTransfer,
      importN8nHome: n8nHomeImport(components, config, {
        dataTables: shared.dataTables,
        transfer: credentialTransfer,
        deactivate: (id) => active.deactivate(id),
      }),
      outside,
      versionHistory,
      workflowParts: { workflows, active, manualRuns, repository: store.workflows, fromUrl },
    },
    publicApi,
    /** Throws EXECUTION_NOT_FOUND if the caller may see none of the executions that use the file. */
    assertFileVisible: async (fileId: string, asker: Asker): Promise<void> => {
      // The same error as for a missing file, so that it does not reveal that another user has one.
      if (!(await executionList.isAnyVisible(await store.files.ownersOf(fileId), asker))) throw fileNotFound(fileId);
    },
    assertWorkflowVisible: (id: string, asker: Asker) => visibleWorkflow(store.workflows, id, asker),
    /** Applies changed settings of the instance: `config.settings` has the new values, `run` those for executions. `isMoved`: whether the time zone changed. */
    settingsChanged: async (run: Pick<ExecutionSettings, 'timezone' | 'timeout'>, isMoved: boolean): Promise<void> => {
      executor.change(run);
      executions.queue?.changeLimit(productionLimitOf(settings, config.instance));
      hub.broadcast({ type: 'settingsChanged' });
      if (isMoved) await active.zoneChanged();
    },
    /** Removes unused files. Cheap enough to call often. */
    sweepFiles: (): Promise<void> => sweeper.sweep(),
  };
}

/** The services that all others share. */
interface SharedServices {
  readonly events: ServiceEvents;
  readonly team: TeamCalls;
  readonly principals: Principals;
  readonly active: ActiveWorkflows;
  readonly consents: ConsentService;
  readonly dataTables: DataTableService;
  readonly folders: FolderService;
  readonly models: ModelServices;
}

function createSharedServices({ store, hub, clock, logger }: Components, { settings, ids, instance }: ServiceConfig): SharedServices {
  const { consents, users, workflows } = store;
  const now = (): number => clock.now();
  const events = new ServiceEvents();
  const principals = new Principals({ workflows, users });
  const team = new TeamCalls(instance.team, logger);
  return {
    events,
    team,
    principals,
    active: new ActiveWorkflows({
      workflows,
      principals,
      now,
      logger,
      team,
      isSafeMode: settings.safeMode,
      onFailure: (workflow, node, error) => events.emit('triggerFailed', workflow, node, error),
    }),
    consents: new ConsentService({ consents, users, workflows, hub, ids, now }),
    models: createModelServices({
      open: async () => store.modelUse,
      openSettings: async () => store.settings,
      limits: () => modelLimitsOf(settings),
      zone: () => settings.timezone,
      now,
      logger,
    }),
    folders: new FolderService({ folders: store.folders, workflows, instanceOwner: async () => (await users.owner())?.id, now, ids }),
    dataTables: new DataTableService({
      tables: store.dataTables,
      userOf: async (principal) => (await principals.userOf(principal))?.userId,
      ids,
      now,
      maxSize: settings.dataTablesMiB * 1024 * 1024,
      team,
    }),
  };
}

/** The services that the public API uses. Variables and the audit are only there. */
function createPublicApi(
  { store, registry, clock }: Components,
  { ids }: ServiceConfig,
  services: Pick<ExecutionServices, 'executionList' | 'executor'> &
    Pick<WorkflowServices, 'workflows'> & {
      readonly accounts: AccountServices;
      readonly credentials: CredentialService;
      readonly dataTables: DataTableService;
      readonly folders: FolderService;
    },
) {
  const { accounts, credentials, dataTables, executionList: executions, executor, folders, workflows } = services;
  const now = (): number => clock.now();
  const auditPorts = { workflows: store.workflows, credentials: store.credentials, registry, now };
  return {
    accounts,
    credentials,
    dataTables,
    executions,
    folders,
    workflows,
    tags: new TagService({ tags: store.tags, now, ids }),
    variables: new VariableService({ variables: store.variables, ids, now, onChange: (vars) => executor.change({ vars }) }),
    audit: (options: AuditOptions, settings: AuditPorts['settings']) => audit({ ...auditPorts, settings }, options),
  };
}

/** Returns a function that imports the home folder of an n8n installation; without a key, that of the folder opens its credentials. */
function n8nHomeImport(
  { store, clock }: Components,
  { ids, dataDir }: ServiceConfig,
  parts: Pick<HomeImportPorts, 'dataTables' | 'transfer' | 'deactivate'>,
) {
  const ports = { ...parts, store, ids, now: () => clock.now() };
  return async (folder: string, key: string | undefined): Promise<ImportReport> => {
    const home = await openN8nHome(folder, dataDir);
    try {
      return await importHome({ database: home.database, key: key ?? home.key }, ports, new AbortController().signal);
    } finally {
      await home.close();
    }
  };
}

function createNodeTypes(
  { registry }: Components,
  { principals }: SharedServices,
  packages: PackageService,
  executor: Executor,
): NodeTypeService {
  return new NodeTypeService({
    registry,
    ofPackages: () => packages.summaries(),
    actionsOfPackages: () => packages.actions(),
    principals,
    detachedNode: (...args) => executor.detachedNode(...args),
  });
}

function createPackages(components: Components, config: ServiceConfig, { active, team }: SharedServices): PackageService {
  const { store, packages, registry, credentialTypes, hub, clock, logger } = components;
  return new PackageService({
    packages,
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
    ...(config.instance.team === undefined ? {} : { team }),
    hub,
    now: () => clock.now(),
    logger,
  });
}
