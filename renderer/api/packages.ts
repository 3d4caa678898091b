// Packages of nodes: what is installed, and what the registry has.
import { packageRoutes } from '../../engine/contract/rest/packages.ts';
import { api, requestOf, type ResponseBody, type CallArgs } from './base.ts';

type Routes = typeof packageRoutes;

const changes = ['Packages', 'NodeTypes'] as const;

export const packagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    packages: build.query<ResponseBody<Routes['list']>, void>({
      query: () => requestOf(packageRoutes.list, {}),
      providesTags: ['Packages'],
    }),
    /** The list, after looking for newer versions. */
    packageUpdates: build.query<ResponseBody<Routes['updates']>, void>({ query: () => requestOf(packageRoutes.updates, {}) }),
    packageInstallations: build.query<ResponseBody<Routes['installations']>, void>({
      query: () => requestOf(packageRoutes.installations, {}),
      providesTags: ['Packages'],
    }),
    packageDetails: build.query<ResponseBody<Routes['details']>, CallArgs<Routes['details']>>({
      query: (args) => requestOf(packageRoutes.details, args),
    }),
    packageSearch: build.query<ResponseBody<Routes['search']>, CallArgs<Routes['search']>>({
      query: (args) => requestOf(packageRoutes.search, args),
    }),
    installPackage: build.mutation<ResponseBody<Routes['install']>, CallArgs<Routes['install']>>({
      query: (args) => requestOf(packageRoutes.install, args),
      invalidatesTags: (_, error) => (error === undefined ? changes : []),
    }),
    /** Stops the installation or update of a package, whose request then fails. */
    stopInstallation: build.mutation<ResponseBody<Routes['stop']>, CallArgs<Routes['stop']>>({
      query: (args) => requestOf(packageRoutes.stop, args),
    }),
    updatePackage: build.mutation<ResponseBody<Routes['update']>, CallArgs<Routes['update']>>({
      query: (args) => requestOf(packageRoutes.update, args),
      invalidatesTags: changes,
    }),
    uninstallPackage: build.mutation<ResponseBody<Routes['uninstall']>, CallArgs<Routes['uninstall']>>({
      query: (args) => requestOf(packageRoutes.uninstall, args),
      invalidatesTags: changes,
    }),
  }),
});
