// After a workflow was saved or activated, asks the prompts service whether to ask the user something.
import { isAnyOf } from '@reduxjs/toolkit';
import { editorApi } from '../../api/editor.ts';
import { promptsApi } from '../../api/prompts.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { selectUser } from '../../state/session.ts';
import { startListening, type RootState } from '../../state/store.ts';
import { modalOpened, selectModals } from '../../state/ui-slice.ts';
import { rememberAsked, wasAsked } from './prompt-memory.ts';

const { createWorkflow, updateWorkflow } = workflowsApi.endpoints;

/** A failure of the service is not shown, because nobody waits for the answer. */
export function followPrompts(): void {
  startListening({
    matcher: isAnyOf(createWorkflow.matchFulfilled, updateWorkflow.matchFulfilled),
    effect: async (action, listener) => {
      const { dispatch } = listener;
      const isDeactivation = updateWorkflow.matchFulfilled(action) && action.meta.arg.originalArgs.body.active === false;
      if (isDeactivation || userToAsk(listener.getState()) === undefined) return;
      listener.cancelActiveListeners();
      // The explanation of a first activation opens right after it, and nothing is asked then.
      await listener.delay(0);
      if (selectModals(listener.getState()).length > 0) return;
      const { data } = await dispatch(promptsApi.endpoints.prompts.initiate(undefined, { forceRefetch: true, subscribe: false }));
      const user = userToAsk(listener.getState());
      if (data === undefined || user === undefined || selectModals(listener.getState()).length > 0) return;
      if (!data.showContactPrompt && !data.showValueSurvey) return;
      rememberAsked('prompts', user.id);
      const { title, message } = data;
      dispatch(modalOpened(data.showContactPrompt ? { name: 'contact-prompt', title, message } : { name: 'value-survey' }));
    },
  });
}

function userToAsk(state: RootState): { readonly id: string } | undefined {
  const { data: settings } = editorApi.endpoints.settings.select()(state);
  const user = selectUser(state);
  return settings?.promptsEnabled === true && user !== null && !wasAsked('prompts', user.id) ? user : undefined;
}
