// Packages of nodes: what is installed, and what the registry has.
import { packageRoutes } from '../../engine/contract/rest/packages.ts';
import { api, requestOf, type Answer, type CallArgs } from './base.ts';

type Routes = typeof packageRoutes;

const changes = ['Packages', 'NodeTypes'] as const;

export const packagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    packages: build.query<Answer<Routes['list']>, void>({ query: () => requestOf(packageRoutes.list, {}), providesTags: ['Packages'] }),
    /** The list, after looking for newer versions. */
    packageUpdates: build.query<Answer<Routes['updates']>, void>({ query: () => requestOf(packageRoutes.updates, {}) }),
    packageInstallations: build.query<Answer<Routes['installations']>, void>({
      query: () => requestOf(packageRoutes.installations, {}),
      providesTags: ['Packages'],
    }),
    packageDetails: build.query<Answer<Routes['details']>, CallArgs<Routes['details']>>({
      query: (args) => requestOf(packageRoutes.details, args),
    }),
    packageSearch: build.query<Answer<Routes['search']>, CallArgs<Routes['search']>>({
      query: (args) => requestOf(packageRoutes.search, args),
    }),
    installPackage: build.mutation<Answer<Routes['install']>, CallArgs<Routes['install']>>({
      query: (args) => requestOf(packageRoutes.install, args),
      invalidatesTags: (_, error) => (error === undefined ? changes : []),
    }),
    /** Stops the installation or update of a package, whose request then fails. */
    stopInstallation: build.mutation<Answer<Routes['stop']>, CallArgs<Routes['stop']>>({
      query: (args) => requestOf(packageRoutes.stop, args),
    }),
    updatePackage: build.mutation<Answer<Routes['update']>, CallArgs<Routes['update']>>({
      query: (args) => requestOf(packageRoutes.update, args),
      invalidatesTags: changes,
    }),
    uninstallPackage: build.mutation<Answer<Routes['uninstall']>, CallArgs<Routes['uninstall']>>({
      query: (args) => requestOf(packageRoutes.uninstall, args),
      invalidatesTags: changes,
    }),
  }),
});
