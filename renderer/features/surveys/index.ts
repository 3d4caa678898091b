// Public interface of surveys and prompts: newer versions, the survey about how the product is used, and what outside services ask or announce.
import { lazy, useEffect } from 'react';
import { selectUser } from '../../state/session.ts';
import { useSettings } from '../../state/settings.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';

export const SurveyModal = lazy(async () => ({ default: (await import('./survey-modal.tsx')).SurveyModal }));
export { fakeDoorIcons, fakeDoorOf, FakeDoorPanel } from './fake-door.tsx';
export { followPrompts } from './follow-prompts.ts';
export { useOnboardingOffer } from './onboarding-offer.ts';

export const ContactModal = lazy(async () => ({ default: (await import('./email-dialog.tsx')).ContactModal }));
export const OnboardingModal = lazy(async () => ({ default: (await import('./email-dialog.tsx')).OnboardingModal }));
export const UpdatesDrawer = lazy(async () => ({ default: (await import('./updates-drawer.tsx')).UpdatesDrawer }));

export const ValueSurvey = lazy(async () => ({ default: (await import('./value-survey.tsx')).ValueSurvey }));

/** Once closed, it is not shown again until the page is reloaded. */
const askedUsers = new Set<string>();

/** Shows new users the survey once, if the instance enables it. `isAtCanvas`: whether the canvas is shown, the only place where the survey opens. */
export function useSurvey(isAtCanvas: boolean): void {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { personalizationSurveyEnabled } = useSettings();
  const asks = isAtCanvas && personalizationSurveyEnabled && user !== null && user.personalizationAnswers === null ? user.id : undefined;
  useEffect(() => {
    if (asks === undefined || askedUsers.has(asks)) return undefined;
    // Waits until the canvas is displayed.
    const timer = setTimeout(() => {
      askedUsers.add(asks);
      dispatch(modalOpened({ name: 'survey' }));
    });
    return () => clearTimeout(timer);
  }, [asks, dispatch]);
}
