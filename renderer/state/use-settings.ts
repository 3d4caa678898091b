// The instance's settings, which are there before any screen is.
import type { Settings } from '../../engine/contract/rest/editor.ts';
import { editorApi } from '../api/editor.ts';

/** Throws when it is used before the start is over. */
export function useSettings(): Settings {
  const { data } = editorApi.endpoints.settings.useQueryState();
  if (data === undefined) throw new Error('The settings were asked for before they were loaded.');
  return data;
}
