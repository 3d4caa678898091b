// Packages of nodes: what is installed, and what the registry has.
import { packageRoutes } from '../../engine/contract/rest/packages.ts';
import { api, mutation, query } from './base.ts';

const changes = ['Packages', 'NodeTypes'] as const;

export const packagesApi = api.injectEndpoints({
  endpoints: () => ({
    packages: query(packageRoutes.list, ['Packages']),
    /** The list, after looking for newer versions. */
    packageUpdates: query(packageRoutes.updates),
    packageInstallations: query(packageRoutes.installations, ['Packages']),
    packageDetails: query(packageRoutes.details),
    packageSearch: query(packageRoutes.search),
    installPackage: mutation(packageRoutes.install, (_, error) => (error === undefined ? changes : [])),
    /** Stops the installation or update of a package, whose request then fails. */
    stopInstallation: mutation(packageRoutes.stop),
    updatePackage: mutation(packageRoutes.update, changes),
    uninstallPackage: mutation(packageRoutes.uninstall, changes),
  }),
});
