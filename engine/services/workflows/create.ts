// Builds the services that activate, start, save and call workflows.
import { errorCodeOf } from '../../contract/errors.ts';
import type { AdmittedWorkflow, Executor } from '../../execution/index.ts';
import type { PushHub } from '../../push/hub.ts';
import { systemTriggerClock, Triggers, type TriggerTeam } from '../../triggers/index.ts';
import { rankFor } from '../../store/index.ts';
import type { Responder, WebhookReply } from '../../sdk/index.ts';
import { Webhooks } from '../../webhooks/index.ts';
import type { LentCredentials } from '../credentials/lent-credentials.ts';
import type { FolderService } from '../folders.ts';
import type { Principals } from '../principals.ts';
import type { ServiceEvents } from '../events.ts';
import type { ExecutionServices } from '../executions/create.ts';
import type { ExecutionRequest } from '../executions/execution-ports.ts';
import { WaitingExecutions } from '../executions/waiting-executions.ts';
import type { Components, ServiceConfig } from '../service-config.ts';
import type { TeamCalls } from '../team-calls.ts';
import type { ActiveWorkflows } from './active-workflows.ts';
import { ExecutionWaits } from './execution-waits.ts';
import { KnownWebhooks } from './known-webhooks.ts';
import { nextRunsOf, shownZone } from './next-runs.ts';
import { neededPackages } from './needed-packages.ts';
import { ManualRuns } from './manual-runs.ts';
import { ReportedRuns } from './reported-runs.ts';
import { signedInUsers } from './signed-in-users.ts';
import { triggerActivities } from './trigger-activities.ts';
import { TriggerLeases } from './trigger-leases.ts';
import { webhookPorts } from './webhook-runs.ts';
import { WaitingSessions } from './waiting-sessions.ts';
import { VersionHistory } from './version-history.ts';
import { WorkflowService } from './workflows.ts';

interface Neighbours extends Pick<ExecutionServices, 'executor' | 'executions' | 'executionList' | 'states'> {
  readonly events: ServiceEvents;
  readonly team: TeamCalls;
  readonly active: ActiveWorkflows;
  readonly principals: Principals;
  readonly lent: LentCredentials;
  readonly folders: FolderService;
}

export interface WorkflowServices {
  readonly triggers: Triggers;
  /** Absent if there can be one server only. */
  readonly leases: TriggerLeases | undefined;
  readonly webhooks: Webhooks;
  readonly knownWebhooks: KnownWebhooks;
  readonly manualRuns: ManualRuns;
  readonly waiting: WaitingExecutions;
  readonly waits: ExecutionWaits;
  readonly workflows: WorkflowService;
  readonly versionHistory: VersionHistory;
}

/** Connects webhooks and triggers to the activation of workflows. */
export function createWorkflowServices(components: Components, config: ServiceConfig, neighbours: Neighbours): WorkflowServices {
  const { store, files, registry, hub, clock, logger } = components;
  const { events, team, active, lent, principals, executor, executions, executionList, states } = neighbours;
  const detachedNode: Executor['detachedNode'] = (...args) => executor.detachedNode(...args);
  const staticDataOf = (id: string): unknown => states.get(id) ?? active.get(id)?.file.staticData;
  const push: PushHub['send'] = (session, event) => hub.send(session, event);
  const leases = createLeases(components, config, neighbours);
  const triggers = createTriggers(components, config, neighbours, { detachedNode, staticDataOf, leases });
  const assertVisible: ExecutionServices['executionList']['assertVisible'] = (id, asker) => executionList.assertVisible(id, asker);
  const waitingSessions = new WaitingSessions(config.instance.team);
  const reportedRuns = new ReportedRuns({ executions, store, assertVisible, push, logger, team, waitingSessions });
  const webhooks = new Webhooks(
    webhookPorts({
      active,
      executions,
      reportedRuns,
      detachedNode,
      files,
      clock,
      logger,
      hub,
      team,
      assertWritable: store.assertWritable,
      staticDataOf,
      signedInUser: signedInUsers(store, clock, config.webhooks.hiddenCookies),
      mayName: async ({ userId }, otherId) => userId === null || (await principals.ofStored(otherId))?.ownerId === userId,
    }),
    config.webhooks,
  );
  const knownWebhooks = new KnownWebhooks({ webhooks, stored: store.webhooks, workflows: store.workflows, principals, team, logger });
  active.add(neededPackages(({ file }) => executor.missingPackage(file)));
  active.add(knownWebhooks);
  const { missedRuns } = config.settings;
  for (const activity of triggerActivities({ store, active, states, triggers, webhooks, leases, missedRuns })) active.add(activity);
  const waiting = new WaitingExecutions({
    store,
    executions,
    team: config.instance.team,
    isOnlyForManual: config.settings.worker === 'never',
    now: () => clock.now(),
    responderOf: (id) => webhooks.responses.responderOf(id),
    listenerOf: (id) => reportedRuns.listenerOf(id),
    onEnd: (id, result) => webhooks.responses.ended(id, result),
    logger,
  });
  events.on('staticData', (id, data) => triggers.staticDataChanged(id, data));
  events.on('waiting', (waitTill) => waiting.expect(waitTill));
  events.on('waitEnded', (id) => webhooks.responses.waitEnded(id));
  executions.remote?.addCallers((id) => {
    const responder = webhooks.responses.responderOf(id);
    return responder === undefined ? undefined : { responder, ended: (result) => webhooks.responses.ended(id, result) };
  });
  const workflows = createWorkflows(components, config, neighbours, { triggers, webhooks });
  return {
    triggers,
    leases,
    webhooks,
    knownWebhooks,
    manualRuns: new ManualRuns({
      runs: reportedRuns,
      triggers,
      webhooks,
      registry,
      files,
      workflows: store.workflows,
      principals,
      lent,
      push,
      logger,
      team,
    }),
    waiting,
    waits: new ExecutionWaits({ executions, executionList, webhooks, waiting }),
    workflows,
    versionHistory: new VersionHistory({
      workflows: store.workflows,
      versions: store.workflowVersions,
      users: store.users,
      service: workflows,
      settings: config.settings,
      now: () => clock.now(),
      logger,
    }),
  };
}

function createWorkflows(
  { store, registry, clock }: Components,
  { settings, ids }: ServiceConfig,
  { active, executions, folders, states }: Neighbours,
  { triggers, webhooks }: Pick<WorkflowServices, 'triggers' | 'webhooks'>,
): WorkflowService {
  return new WorkflowService({
    workflows: store.workflows,
    tags: store.tags,
    folders,
    active,
    now: () => clock.now(),
    ids,
    defaultName: settings.workflowName,
    usesTags: settings.usesTags,
    longestTimeout: settings.executionTimeoutMax,
    maxVersions: () => (settings.historyCount === 0 ? undefined : settings.historyCount),
    onRemoved: (workflowId, since) => executions.ofDeleted.ended(workflowId, since),
    openExecutions: (workflowId) => executions.ofDeleted.open(workflowId),
    webhooks: (id) => webhooks.addresses(id),
    nextRuns: (file) => nextRunsOf(file, { triggers, registry, timezone: () => settings.timezone }),
    zoneOf: (timezone) => shownZone(timezone, settings.timezone),
    onStaticData: (id) => states.forget(id),
  });
}

interface TriggerReads {
  readonly detachedNode: Executor['detachedNode'];
  /** Returns the latest static data of a workflow. */
  readonly staticDataOf: (workflowId: string) => unknown;
  readonly leases: TriggerLeases | undefined;
}

function createLeases(
  { clock, logger }: Components,
  { instance: { team } }: ServiceConfig,
  neighbours: Neighbours,
): TriggerLeases | undefined {
  if (team === undefined) return undefined;
  return new TriggerLeases({ team, now: () => clock.now(), logger, refreshStaticData: staticDataRefresh(neighbours) });
}

/** Returns a function that loads the static data of a workflow, which another server may have changed. */
const staticDataRefresh =
  ({ active, states }: Pick<Neighbours, 'active' | 'states'>) =>
  (id: string): Promise<void> =>
    states.refresh(id, active.get(id)?.file.staticData);

function triggerTeam(
  { store }: Components,
  { instance: { team } }: ServiceConfig,
  neighbours: Neighbours,
  leases: TriggerLeases | undefined,
): TriggerTeam | undefined {
  if (team === undefined || leases === undefined) return undefined;
  return {
    id: team.id,
    get isAlone() {
      return team.serving.every((id) => id === team.id);
    },
    rank: (key) => rankFor(key, { id: team.id, servers: team.serving }),
    claims: store.triggerClaims,
    refreshStaticData: staticDataRefresh(neighbours),
    takeLease: (id, isFollower) => leases.take(id, isFollower),
  };
}

function createTriggers(
  components: Components,
  config: ServiceConfig,
  neighbours: Neighbours,
  { detachedNode, staticDataOf, leases }: TriggerReads,
): Triggers {
  const { store, logger } = components;
  const { events, active, executions, states } = neighbours;
  const start = (
    { file, principal }: AdmittedWorkflow,
    request: Pick<ExecutionRequest, 'startNode' | 'output' | 'failed' | 'responder' | 'claim'>,
  ) => {
    const run = executions.start({ workflow: active.current(file), principal, mode: 'trigger', ...request });
    run.done.catch((error: unknown) => {
      if (errorCodeOf(error) !== 'CLAIM_LOST') active.noteFailure(String(file.id), error);
    });
    return run;
  };
  return new Triggers({
    detachedNode,
    clock: systemTriggerClock,
    random: Math.random,
    logger,
    store: store.schedules,
    team: triggerTeam(components, config, neighbours, leases),
    storeFailure: () => store.failure,
    onPaused: ({ file }, reason) => active.noteFailure(String(file.id), reason),
    onFire: async (workflow, startNode, output, { claim }, respond) => {
      const run = start(workflow, { startNode, output, claim, ...(respond === undefined ? {} : { responder: oneReply(respond) }) });
      await run.started;
      return {
        ended: async () => {
          const { status, resultData } = (await run.done).result;
          return { status, ...(resultData.error === undefined ? {} : { error: resultData.error }) };
        },
      };
    },
    onError: (workflow, node, error) => {
      active.noteFailure(String(workflow.file.id), error);
      events.emit('triggerFailed', workflow, node, error);
    },
    onFailedRun: (workflow, startNode, failed) => void start(workflow, { startNode, failed }),
    onStaticData: (id, data, claim) => states.save(id, staticDataOf(id), data, claim),
  });
}

/** Passes on the first response of a run. */
function oneReply(respond: (reply: WebhookReply) => void): Responder {
  let isAwaited = true;
  return {
    isStreaming: false,
    respond: (reply) => {
      const isFirst = isAwaited;
      isAwaited = false;
      if (isFirst) respond(reply);
      return isFirst;
    },
    respondChunk: () => false,
    hintsFor: () => [],
  };
}
