// /rest/workflows, /rest/active, /rest/test-webhook
import { workflowRoutes } from '../../contract/rest/workflows.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { visibleWorkflow } from '../../services/access.ts';
import { parseFilter, type FilterField } from '../../services/request-filter.ts';
import type { ActiveWorkflows } from '../../services/workflows/active-workflows.ts';
import type { ManualRuns } from '../../services/workflows/manual-runs.ts';
import type { WorkflowService } from '../../services/workflows/workflows.ts';
import type { WorkflowFilter, WorkflowRepository } from '../../store/index.ts';
import type { Mount } from '../mount.ts';

export interface WorkflowParts {
  readonly workflows: WorkflowService;
  readonly active: ActiveWorkflows;
  readonly manualRuns: ManualRuns;
  readonly repository: WorkflowRepository;
  readonly fromUrl: (url: string) => Promise<WorkflowFile>;
}

export function mountWorkflows(mount: Mount, { workflows, active, manualRuns, repository, fromUrl }: WorkflowParts): void {
  mount(workflowRoutes.list, ({ caller, query }) => workflows.list(caller, filterOf(query.filter)));
  mount(workflowRoutes.newName, async ({ caller, query }) => ({
    name: await workflows.newName(caller, query.name),
    onboardingFlowEnabled: false,
  }));
  mount(workflowRoutes.fromUrl, ({ query }) => fromUrl(query.url));
  mount(workflowRoutes.get, ({ caller, params }) => workflows.get(params.id, caller));
  mount(workflowRoutes.create, ({ caller, body }) => workflows.create(body, caller));
  mount(workflowRoutes.update, ({ caller, params, query, body }) => workflows.update(params.id, body, caller, query.forceSave));
  mount(workflowRoutes.deletion, ({ caller, params }) => workflows.openExecutions(params.id, caller));
  mount(workflowRoutes.remove, async ({ caller, params }) => {
    const removed = await workflows.remove(params.id, caller);
    manualRuns.workflowRemoved(params.id);
    return removed;
  });
  mount(workflowRoutes.starts, ({ caller, params }) => workflows.starts(params.id, caller));
  mount(workflowRoutes.previewRuns, ({ body }) => workflows.previewRuns(body));
  mount(workflowRoutes.run, ({ caller, body, pushSession }) => manualRuns.run(body, caller, pushSession));
  // The editor shows a warning for workflows that are marked as active but missing in this list.
  mount(workflowRoutes.active, async ({ caller }) => {
    const ids = (await workflows.list(caller, { active: true })).map(({ id }) => id);
    return ids.filter((id) => active.isRunning(id));
  });
  mount(workflowRoutes.activationError, async ({ caller, params }) => {
    await visibleWorkflow(repository, params.id, caller);
    const failure = await active.failureAnywhere(params.id);
    return failure === undefined ? null : { time: new Date(failure.time).toISOString(), error: failure.error };
  });
  mount(workflowRoutes.stopListening, ({ caller, params, pushSession }) => manualRuns.stopListening(params.id, caller, pushSession));
}

const filterFields = {
  name: 'text',
  active: 'boolean',
  isArchived: 'boolean',
  tags: 'list',
  ids: 'list',
  folderId: 'any',
} as const satisfies Readonly<Record<string, FilterField>>;

function filterOf(filter: string | undefined): WorkflowFilter {
  const { name, active, isArchived, tags, ids, folderId } = parseFilter(filter, filterFields);
  return {
    ...(name === undefined ? {} : { name: String(name) }),
    ...(typeof active === 'boolean' ? { active } : {}),
    ...(typeof isArchived === 'boolean' ? { isArchived } : {}),
    ...(Array.isArray(tags) ? { tags: tags.map(String) } : {}),
    ...(Array.isArray(ids) ? { ids: ids.map(String) } : {}),
    ...(folderId === undefined ? {} : { folderId: folderId === null ? null : String(folderId) }),
  };
}
