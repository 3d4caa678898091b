// Newer versions, as loaded at the start.
import { newerVersions, versionsApi, type Version } from '../api/versions.ts';
import { useSettings } from '../state/use-settings.ts';

export function useNewerVersions(): readonly Version[] {
  const { versionCli } = useSettings();
  const { data = [] } = versionsApi.endpoints.versions.useQueryState();
  return newerVersions(data, versionCli);
}
