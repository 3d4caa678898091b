// /rest/workflows/:id/history
import { workflowVersionRoutes } from '../../contract/rest/workflow-versions.ts';
import type { VersionHistory } from '../../services/workflows/version-history.ts';
import type { Mount } from '../mount.ts';

export function mountWorkflowVersions(mount: Mount, versions: VersionHistory): void {
  mount(workflowVersionRoutes.list, ({ caller, params }) => versions.list(params.id, caller));
  mount(workflowVersionRoutes.read, ({ caller, params }) => versions.read(params.id, params.version, caller));
  mount(workflowVersionRoutes.name, ({ caller, params, body }) => versions.name(params.id, params.version, body, caller));
  mount(workflowVersionRoutes.restore, ({ caller, params, body }) => versions.restore(params.id, params.version, body.version, caller));
}
