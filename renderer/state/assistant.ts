// The model that the user has chosen for questions from the editor.
import type { AssistantChoice } from '../../engine/contract/rest/assistant.ts';
import { assistantApi } from '../api/assistant.ts';
import { editorApi } from '../api/editor.ts';

/** Returns the chosen model; undefined while it is unknown, if none is chosen, and where the instance forbids the assistant. */
export function useAssistantModel(): AssistantChoice | undefined {
  const { data: settings } = editorApi.useSettingsQuery();
  const { data } = assistantApi.useAssistantQuery(undefined, { skip: settings?.hasAssistant !== true });
  return settings?.hasAssistant === true ? (data?.model ?? undefined) : undefined;
}
