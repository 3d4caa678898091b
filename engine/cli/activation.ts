// Activates workflows in the database after the same checks as the server, without starting anything. A running server notices the change.
import type { WorkflowFile } from '../contract/workflow.ts';
import type { Runner } from '../runner.ts';
import type { AdmittedWorkflow, DetachedNode } from '../execution/index.ts';
import { noLogger } from '../logger.ts';
import { Principals } from '../services/principals.ts';
import { ActiveWorkflows, type Activity } from '../services/workflows/active-workflows.ts';
import { neededPackages } from '../services/workflows/needed-packages.ts';
import type { Store } from '../store/index.ts';
import { systemTriggerClock, Triggers } from '../triggers/index.ts';
import { triggerNodes } from '../triggers/activation.ts';
import { assertCallersCanPass, webhooksOf } from '../webhooks/declared.ts';
import { WebhookConflict, WebhookTable, type WebhookEntry } from '../webhooks/table.ts';

type DeclaredWebhook = WebhookEntry<undefined>;
type DetachedNodeOf = (nodeName: string) => Promise<DetachedNode>;

const nothing = async (): Promise<void> => undefined;
const silent = (): void => undefined;

/** `activate` throws the errors of the server, as far as they can be detected without starting a trigger. */
export function offlineActivation(store: Store, runner: Runner): ActiveWorkflows {
  const { signal } = new AbortController();
  const detachedNodesOf =
    ({ file, principal }: AdmittedWorkflow): DetachedNodeOf =>
    (nodeName) =>
      runner.detachedNode(file, nodeName, { mode: 'trigger', principal, signal });
  const principals = new Principals(store);
  const active = new ActiveWorkflows({ workflows: store.workflows, principals, now: Date.now, logger: noLogger });
  active.add(neededPackages(({ file }) => runner.missingPackage(file)));
  active.add(webhookCheck(store, principals, detachedNodesOf));
  active.add(triggerCheck(store, runner, detachedNodesOf));
  return active;
}

/** Checks webhook paths against those of all active workflows, which are read once the first workflow with webhooks is checked. */
function webhookCheck(store: Store, principals: Principals, detachedNodesOf: (workflow: AdmittedWorkflow) => DetachedNodeOf): Activity {
  const table = new WebhookTable<undefined>();
  let otherWorkflows: Promise<void> | undefined;
  const addOtherWorkflows = async (): Promise<void> => {
    for (const { id } of await store.workflows.list({ active: true })) {
      const record = await store.workflows.find(id);
      try {
        if (record === undefined) continue;
        const workflow = { file: record.file, principal: await principals.ofWorkflow(record) };
        table.add(id, await entriesOf(workflow.file, detachedNodesOf(workflow)));
      } catch {
        // A workflow that the server cannot activate does not reserve its paths.
      }
    }
  };
  return {
    assertReady: (workflow) => assertCallersCanPass(workflow.file, detachedNodesOf(workflow)),
    activate: async (workflow) => {
      const { file } = workflow;
      const entries = await entriesOf(file, detachedNodesOf(workflow));
      if (entries.length > 0) await (otherWorkflows ??= addOtherWorkflows());
      try {
        table.add(String(file.id), entries);
      } catch (error) {
        // Users of the command line may see all workflows.
        throw error instanceof WebhookConflict ? error.named() : error;
      }
      return entries.length;
    },
    deactivate: async (id) => table.remove(id),
  };
}

async function entriesOf(file: WorkflowFile, detachedNode: DetachedNodeOf): Promise<readonly DeclaredWebhook[]> {
  const workflowId = String(file.id);
  const workflowName = file.name ?? workflowId;
  const starts = (await webhooksOf(file, workflowId, detachedNode)).filter(({ resumes }) => !resumes);
  return starts.flatMap(({ nodeName, webhookName, methods, kind, path }) =>
    methods.map((method) => ({ workflowId, workflowName, nodeName, webhookName, method, path: `${kind}/${path}`, payload: undefined })),
  );
}

/** Computes the next runs, which fails for invalid rules, but schedules nothing. */
function triggerCheck(store: Store, runner: Runner, detachedNodesOf: (workflow: AdmittedWorkflow) => DetachedNodeOf): Activity {
  const triggers = new Triggers({
    detachedNode: (...args) => runner.detachedNode(...args),
    clock: systemTriggerClock,
    random: Math.random,
    logger: noLogger,
    store: store.schedules,
    storeFailure: () => undefined,
    onPaused: silent,
    onFire: nothing,
    onError: silent,
    onFailedRun: silent,
    onStaticData: nothing,
  });
  return {
    activate: async (workflow) => {
      const { file } = workflow;
      const nodes = await triggerNodes({ file, detachedNode: detachedNodesOf(workflow) });
      for (const { name } of nodes) await triggers.nextRuns(file, name, 1);
      return nodes.length;
    },
    deactivate: nothing,
  };
}
