// Public interface of surveys: newer versions, and the survey about how the product is used.
import { lazy } from 'react';

export { useSurvey } from './use-survey.ts';

export const SurveyModal = lazy(async () => ({ default: (await import('./survey-modal.tsx')).SurveyModal }));
export const UpdatesDrawer = lazy(async () => ({ default: (await import('./updates-drawer.tsx')).UpdatesDrawer }));
