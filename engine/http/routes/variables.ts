// /rest/variables
import { variableRoutes } from '../../contract/rest/variables.ts';
import type { VariableService } from '../../services/variables.ts';
import type { Mount } from '../mount.ts';

export function mountVariables(mount: Mount, variables: VariableService): void {
  mount(variableRoutes.list, () => variables.list());
  mount(variableRoutes.create, ({ body }) => variables.create(body));
  mount(variableRoutes.update, async ({ params, body }) => {
    await variables.update(params.id, body);
    return true as const;
  });
  mount(variableRoutes.remove, async ({ params }) => {
    await variables.remove(params.id);
    return true as const;
  });
}
