// The instance's settings, which are loaded before any screen.
import type { Settings } from '../../engine/contract/rest/editor.ts';
import { editorApi } from '../api/editor.ts';

/** Throws if it is called before the start has finished. */
export function useSettings(): Settings {
  const { data } = editorApi.endpoints.settings.useQueryState();
  if (data === undefined) throw new Error('The settings are not loaded yet.');
  return data;
}
