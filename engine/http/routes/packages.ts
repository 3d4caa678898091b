// /rest/nodes: packages of nodes.
import { packageRoutes } from '../../contract/rest/packages.ts';
import type { PackageService } from '../../services/packages.ts';
import type { Mount } from '../mount.ts';

export function mountPackages(mount: Mount, packages: PackageService): void {
  mount(packageRoutes.list, () => packages.list());
  mount(packageRoutes.updates, () => packages.updates());
  mount(packageRoutes.details, ({ query }) => packages.details(query.name));
  mount(packageRoutes.search, ({ query }) => packages.search(query.query));
  mount(packageRoutes.installations, () => packages.installations());
  mount(packageRoutes.install, ({ body }) => packages.install(body.name, body));
  mount(packageRoutes.update, ({ body }) =>
    body.allowsNetwork === undefined ? packages.update(body.name, body) : packages.allowNetwork(body.name, body.allowsNetwork),
  );
  mount(packageRoutes.stop, ({ query }) => packages.stop(query.name));
  mount(packageRoutes.uninstall, ({ query }) => packages.uninstall(query.name));
}
