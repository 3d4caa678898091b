// The versions that are newer than this one, as the start asked for them.
import { newerVersions, versionsApi, type Version } from '../api/versions.ts';
import { useSettings } from '../state/use-settings.ts';

export function useNewerVersions(): readonly Version[] {
  const { versionCli } = useSettings();
  const { data = [] } = versionsApi.endpoints.versions.useQueryState();
  return newerVersions(data, versionCli);
}
