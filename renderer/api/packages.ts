// Packages of nodes: what is installed, and what the registry has.
import { api, mutation, query } from './base.ts';

const changes = ['Packages', 'NodeTypes'] as const;

export const packagesApi = api.injectEndpoints({
  endpoints: () => ({
    packages: query('GET /nodes', ['Packages']),
    /** The list, after looking for newer versions. */
    packageUpdates: query('GET /nodes/updates'),
    packageInstallations: query('GET /nodes/installations', ['Packages']),
    packageDetails: query('GET /nodes/details'),
    packageSearch: query('GET /nodes/search'),
    installPackage: mutation('POST /nodes', (_, error) => (error === undefined ? changes : [])),
    /** Stops the installation or update of a package, whose request then fails. */
    stopInstallation: mutation('DELETE /nodes/installation'),
    updatePackage: mutation('PATCH /nodes', changes),
    uninstallPackage: mutation('DELETE /nodes', changes),
  }),
});
