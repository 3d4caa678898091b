// /rest/nodes: packages of nodes.
import { packageRoutes } from '../../contract/rest/packages.ts';
import type { PackageService } from '../../services/packages.ts';
import type { Mount } from '../mount.ts';

export function mountPackages(mount: Mount, packages: PackageService): void {
  mount(packageRoutes.list, () => packages.list());
  mount(packageRoutes.updates, () => packages.updates());
  mount(packageRoutes.details, ({ query }) => packages.details(query.name));
  mount(packageRoutes.search, ({ query }) => packages.search(query.query));
  mount(packageRoutes.install, ({ body }) => packages.install(body.name, body.overrides, body.allowsNetwork));
  mount(packageRoutes.update, ({ body: { name, allowsNetwork, overrides } }) =>
    allowsNetwork === undefined ? packages.update(name, overrides) : packages.allowNetwork(name, allowsNetwork),
  );
  mount(packageRoutes.uninstall, ({ query }) => packages.uninstall(query.name));
}
