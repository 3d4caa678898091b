// Stores the production webhooks of active workflows, so that the next start can register them all before the server listens.
import type { AdmittedWorkflow } from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { WebhookRepository, WorkflowRepository } from '../../store/index.ts';
import type { Webhooks, WorkflowWebhooks } from '../../webhooks/index.ts';
import type { Principals } from '../principals.ts';
import type { TeamCalls } from '../team-calls.ts';
import type { Activity } from './active-workflows.ts';

export interface KnownWebhooksPorts {
  readonly webhooks: Webhooks;
  readonly stored: WebhookRepository;
  readonly workflows: WorkflowRepository;
  readonly principals: Pick<Principals, 'ofWorkflow'>;
  /** The other servers on the same database. Default: none. */
  readonly team?: Pick<TeamCalls, 'alone' | 'hasOthers'>;
  readonly logger: Logger;
}

export class KnownWebhooks implements Activity {
  readonly #ports: KnownWebhooksPorts;

  constructor(ports: KnownWebhooksPorts) {
    this.#ports = ports;
  }

  /** Registers the webhooks of all active workflows. A workflow is loaded only if its current version has never been activated. */
  async prepare(): Promise<void> {
    const { stored, webhooks } = this.#ports;
    const unknown: string[] = [];
    for (const { workflowId, workflowName, declared } of await stored.ofActiveWorkflows()) {
      if (declared === undefined) unknown.push(workflowId);
      else await this.#leavingFailures(() => webhooks.expect(workflowId, workflowName, JSON.parse(declared) as WorkflowWebhooks));
    }
    for (const id of unknown) await this.#load(id);
  }

  assertReady(workflow: AdmittedWorkflow): Promise<void> {
    return this.#ports.webhooks.assertCallersCanPass(workflow);
  }

  async activate(workflow: AdmittedWorkflow, version: number): Promise<number> {
    const { webhooks, stored, logger } = this.#ports;
    const id = String(workflow.file.id);
    const count = await webhooks.open(id, workflow);
    stored
      .save(id, version, JSON.stringify(webhooks.productionOf(id)))
      .catch((error: unknown) => logger.warn(`The webhooks of a workflow could not be stored: ${String(error)}`, { workflowId: id }));
    return count;
  }

  /** Two servers may activate workflows with the same path at the same moment: the second one finds what the first one has stored. */
  async commit(workflow: AdmittedWorkflow, version: number, store: () => Promise<void>): Promise<void> {
    const { webhooks, stored, team } = this.#ports;
    const id = String(workflow.file.id);
    const own = webhooks.productionOf(id);
    if (team?.hasOthers !== true || own.entries.length === 0) return store();
    await team.alone('webhooks', async () => {
      const others = (await stored.ofActiveWorkflows()).filter(({ workflowId }) => workflowId !== id);
      await webhooks.assertApart(
        workflow,
        others.flatMap(({ declared = '', ...other }) =>
          declared === '' ? [] : [{ ...other, entries: (JSON.parse(declared) as WorkflowWebhooks).entries }],
        ),
      );
      await stored.save(id, version, JSON.stringify(own));
      await store();
    });
  }

  async deactivate(workflowId: string): Promise<void> {
    this.#ports.webhooks.close(workflowId);
  }

  async #load(id: string): Promise<void> {
    const { workflows, principals } = this.#ports;
    const record = await workflows.find(id);
    if (record === undefined) return;
    const workflow = { file: { ...record.file, active: true }, principal: await principals.ofWorkflow(record) };
    await this.#leavingFailures(() => this.activate(workflow, record.version));
  }

  /** Ignores failures: the workflow is activated again after the start, which reports the reason. */
  async #leavingFailures(register: () => unknown): Promise<void> {
    try {
      await register();
    } catch (error) {
      this.#ports.logger.debug(`Webhooks could not be registered before the start: ${String(error)}`);
    }
  }
}
