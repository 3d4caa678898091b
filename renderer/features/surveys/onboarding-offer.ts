// Offers new users an onboarding call in a toast, a moment after the canvas is shown.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { promptsApi } from '../../api/prompts.ts';
import { selectUser } from '../../state/session.ts';
import { useSettings } from '../../state/settings.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { toastShown } from '../../state/toasts.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { rememberAsked, wasAsked } from './prompt-memory.ts';

/** Milliseconds before the first toast of a user, and before later ones. */
export const FIRST_DELAY = 5000;
const DELAY = 1000;

/** `isAtCanvas`: whether the canvas is shown. The engine decides who gets an offer: only users with survey answers whose account is new. */
export function useOnboardingOffer(isAtCanvas: boolean): void {
  const { t } = useTranslation('surveys');
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { onboardingCallPromptEnabled } = useSettings();
  const hasAnswers = (user?.personalizationAnswers ?? null) !== null;
  const userId = isAtCanvas && onboardingCallPromptEnabled && hasAnswers ? user?.id : undefined;
  useEffect(() => {
    if (userId === undefined || wasAsked('onboarding', userId)) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const offer = async (): Promise<void> => {
      const { onboardingPrompt, reportOnboardingPrompt } = promptsApi.endpoints;
      const { data: prompt } = await dispatch(onboardingPrompt.initiate(undefined, { forceRefetch: true, subscribe: false }));
      if (isOver || prompt === undefined || prompt === null) return;
      const { title, description, toast_sequence_number: sequenceNumber } = prompt;
      const show = (): void => {
        rememberAsked('onboarding', userId);
        const button = { label: t('onboarding.open'), action: modalOpened({ name: 'onboarding-call', title, description }) };
        dispatch(toastShown({ kind: 'info', key: 'onboarding-call', isSticky: true, title, message: description, button }));
        void dispatch(reportOnboardingPrompt.initiate({ body: { toast_sequence_number: sequenceNumber } }));
      };
      timer = setTimeout(show, sequenceNumber === 1 ? FIRST_DELAY : DELAY);
    };
    void offer();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [dispatch, t, userId]);
}
